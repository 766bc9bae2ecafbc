/** What rent costs in a city, by area and by kind of room, for the texts that editors write about it. Pure. */
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { PlaceFigures } from '#lib/features/finding/question.schema.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { coded } from '#lib/i18n/coded.ts';
import { money, monthly, wholeUnits } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { selectionPath } from './list.rules.ts';

/** Fewer than this say nothing of what is usual; areas with fewer are left out by the query already. */
const leastSample = 3;
const shownAreas = 12;

/** A range on the scale of all areas of a city, in per cent of it. */
export type Span = { readonly from: number; readonly to: number; readonly median: number };

export type AreaRent = {
  readonly name: string;
  readonly href: string;
  readonly homes: number;
  readonly lowest: Money;
  readonly highest: Money;
  readonly median: Money;
  readonly span: Span;
};

export type TypeRent = { readonly name: string; readonly href: string; readonly offers: number; readonly week: Money; readonly month: Money };

export type CityRents = {
  readonly city: City;
  readonly homes: number;
  /** Homes confirmed within the last seven days. */
  readonly confirmed: number;
  /** By their median, dearest first: what the homes of an area start at, a week. */
  readonly areas: readonly AreaRent[];
  /** Rents of rooms, a week and a month of 52 ÷ 12 weeks. */
  readonly types: readonly TypeRent[];
};

type Range = { readonly lowestMinor: bigint; readonly highestMinor: bigint; readonly weeklyMinor: bigint };

/** Where the rents of areas lie between the lowest and the highest of all of them. @returns for each area, in the same order. */
export function spansOf(areas: readonly Range[]): readonly Span[] {
  const least = areas.reduce((low, { lowestMinor }) => (lowestMinor < low ? lowestMinor : low), areas[0]?.lowestMinor ?? 0n);
  const most = areas.reduce((high, { highestMinor }) => (highestMinor > high ? highestMinor : high), least);
  const width = most > least ? most - least : 1n;
  const at = (minor: bigint): number => Number(((minor - least) * 1000n) / width) / 10;
  return areas.map(({ lowestMinor, highestMinor, weeklyMinor }) => ({ from: at(lowestMinor), to: at(highestMinor), median: at(weeklyMinor) }));
}

export function cityRents(city: City, figures: PlaceFigures, { paths, locale, t }: Pick<Reader, 'paths' | 'locale' | 't'>, geo: GeoIndex): CityRents {
  const { currency } = city.country;
  const whole = (minor: bigint): Money => wholeUnits(money(minor, currency));
  const known = figures.byNeighbourhood
    .filter(({ sample, id }) => sample >= leastSample && geo.placeById(id))
    .toSorted((a, b) => Number(b.weeklyMinor - a.weeklyMinor) || a.id - b.id)
    .slice(0, shownAreas);
  const spans = spansOf(known);
  const areas = known.flatMap(({ id, sample, lowestMinor, highestMinor, weeklyMinor }, at): readonly AreaRent[] => {
    const [place, span] = [geo.placeById(id), spans[at]];
    if (!place || !span) return [];
    const rents = { lowest: whole(lowestMinor), highest: whole(highestMinor), median: whole(weeklyMinor) };
    return [{ name: place.names[locale], href: paths.place(place), homes: sample, ...rents, span }];
  });
  const types = figures.byType
    .filter(({ sample }) => sample >= leastSample)
    .map(({ type, weeklyMinor, sample }) => ({
      name: coded(t, 'unit_type', type),
      href: selectionPath(paths, city, 'rent', { ...noFilter, types: [type] }),
      offers: sample,
      week: whole(weeklyMinor),
      month: wholeUnits(monthly(money(weeklyMinor, currency), 'WEEK')),
    }));
  return { city, homes: figures.homes, confirmed: figures.confirmed, areas, types };
}

/** What a card asks of a list, and how it is said. Pure. */
import { leaseBands, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { placeName } from '#lib/features/lists/list-words.rules.ts';
import { selectionPath } from '#lib/features/lists/list.rules.ts';
import { formatDate, monthOf } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { formatMoney, money, parseDecimal } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { wishesContract } from './wishes.contract.ts';
import { typeBox, typeLabels, wishesForm } from './wishes.schema.ts';
import type { Wishes } from './wishes.schema.ts';

export const cityOfWishes = ({ place }: Pick<Wishes, 'place'>): City => (place.kind === 'city' ? place : place.city);

/** What a list is asked so that it shows homes that fit. Leases have bands: the one that holds the weeks, the longest for more. */
export function filterOf({ moveIn, weeks, rent, types }: Omit<Wishes, 'place'>): ListFilter {
  const band = weeks === undefined ? -1 : leaseBands.findIndex(({ to }) => weeks <= to);
  return {
    ...noFilter,
    months: moveIn === undefined ? [] : [monthOf(moveIn)],
    leases: weeks === undefined ? [] : [band === -1 ? leaseBands.length - 1 : band],
    rent: rent === undefined ? undefined : { from: 0, to: rent },
    types,
  };
}

/** The list of homes that fit. */
export const hrefOfWishes = (wishes: Wishes, { paths }: Pick<Reader, 'paths'>): string => selectionPath(paths, wishes.place, 'rent', filterOf(wishes));

/** The card in lines, what is not wished for left out. */
export function wishLines(
  wishes: Wishes,
  { t, intl, locale }: Pick<Reader, 't' | 'intl' | 'locale'>,
): readonly { readonly name: string; readonly value: string }[] {
  const { place, moveIn, weeks, rent, types } = wishes;
  const { currency } = cityOfWishes(wishes).country;
  return [
    { name: t('wishes.place'), value: placeName(place, { t, intl, locale }) },
    ...(moveIn === undefined ? [] : [{ name: t('wishes.move_in'), value: formatDate(moveIn, intl) }]),
    ...(weeks === undefined ? [] : [{ name: t('wishes.weeks'), value: String(weeks) }]),
    ...(rent === undefined ? [] : [{ name: t('wishes.rent'), value: formatMoney(parseDecimal(String(rent), currency) ?? money(0n, currency), intl) }]),
    ...(types.length === 0
      ? []
      : [{ name: t('wishes.types'), value: new Intl.ListFormat(intl, { type: 'disjunction' }).format(types.map((type) => t(typeLabels[type]))) }]),
  ];
}

/** What the form shows of a card. */
export function wishValues(wishes: Wishes | undefined, words: Pick<Reader, 't' | 'locale'>): Readonly<Record<string, string>> {
  if (!wishes) return { act: 'save' };
  const { place, moveIn = '', weeks, rent, types } = wishes;
  return {
    act: 'save',
    place: place.names[words.locale],
    move_in: moveIn,
    weeks: weeks === undefined ? '' : String(weeks),
    rent: rent === undefined ? '' : String(rent),
    ...Object.fromEntries(types.map((type) => [typeBox(type), ticked])),
  };
}

export const wishesPage: FormPage = formPage({
  definition: wishesForm,
  contract: wishesContract,
  done: ({ done }, { paths }) => `${paths.to('findhousecard')}?done=${done}`,
});

/** What a card asks of a list, and how it is said. Pure. */
import { leaseBands, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { placeName } from '#lib/features/lists/list-words.rules.ts';
import { selectionPath } from '#lib/features/lists/list.rules.ts';
import { addDays, formatDate, monthOf, nightsBetween } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { formatMoney, money, parseDecimal } from '#lib/money/money.ts';
import { listFormat } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Reader } from '#lib/reader.ts';
import { shareWishesContract, wishesContract } from './wishes.contract.ts';
import { shareWishesForm, typeBox, typeLabels, wishesForm } from './wishes.schema.ts';
import type { Wishes } from './wishes.schema.ts';

type Days = { readonly from: string; readonly to: string };

export const cityOfWishes = ({ place }: Pick<Wishes, 'place'>): City => (place.kind === 'city' ? place : place.city);

/** The band of leases that so many weeks fall into. */
function bandOf(weeks: number): number {
  const band = leaseBands.findIndex(({ to }) => weeks <= to);
  return band === -1 ? leaseBands.length - 1 : band;
}

/** What a list is asked so that it shows homes that fit. Leases have bands: the one that holds the weeks, the longest for more. */
export function filterOf({ moveIn, weeks, rent, types }: Omit<Wishes, 'place'>): ListFilter {
  return {
    ...noFilter,
    months: moveIn === undefined ? [] : [monthOf(moveIn)],
    leases: weeks === undefined ? [] : [bandOf(weeks)],
    rent: rent === undefined ? undefined : { from: 0, to: rent },
    types,
  };
}

/**
 * The days of a lease that a card asks for: not before it says, and a lease of another length for as long as it says. One of about
 * that length is taken whole.
 * @param lease the days that can be had: moving in, and out.
 * @example daysWished({ moveIn: '2027-09-10', weeks: 50 }, { from: '2027-09-05', to: '2028-08-27' }) // { from: '2027-09-10', to: '2028-08-27' }
 * @example daysWished({ moveIn: undefined, weeks: 20 }, { from: '2027-09-05', to: '2028-08-27' }) // { from: '2027-09-05', to: '2028-01-23' }
 */
export function daysWished({ moveIn, weeks }: Pick<Wishes, 'moveIn' | 'weeks'>, lease: Days): Days {
  const from = moveIn !== undefined && moveIn > lease.from && moveIn < lease.to ? moveIn : lease.from;
  if (weeks === undefined) return { from, to: lease.to };
  const whole = Math.max(1, Math.round(nightsBetween(from, lease.to) / 7));
  const to = addDays(from, weeks * 7);
  return { from, to: bandOf(whole) === bandOf(weeks) || to > lease.to ? lease.to : to };
}

/** The school of a card as an application for a home in a city says it; undefined where it is of another city, or none. */
export const schoolWished = (wishes: Pick<Wishes, 'place'> | undefined, cityId: number, locale: Locale): string | undefined =>
  wishes?.place.kind === 'school' && wishes.place.city.id === cityId ? wishes.place.names[locale].slice(0, 160) : undefined;

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
    ...(types.length === 0 ? [] : [{ name: t('wishes.types'), value: listFormat(intl, 'disjunction').format(types.map((type) => t(typeLabels[type]))) }]),
  ];
}

/** The form of a question, begun with the place of a card and what else it says. */
export function askHrefOf(wishes: Wishes, words: Pick<Reader, 't' | 'intl' | 'locale' | 'paths'>): string {
  const said = wishLines(wishes, words).map(({ name, value }) => words.t('wishes.line', { name, value }));
  return `${words.paths.to('apartment_apply')}?${new URLSearchParams([
    [wishes.place.kind, String(wishes.place.id)],
    ['question', said.join('\n')],
  ])}`;
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

export const wishesPages = {
  wishes: formPage({
    definition: wishesForm,
    contract: wishesContract,
    done: ({ done }, { paths }) => `${paths.to('findhousecard')}?done=${done}`,
  }),
  'share-wishes': formPage({
    definition: shareWishesForm,
    contract: shareWishesContract,
    done: ({ done }, { paths }) => `${paths.to('share_wishes')}?done=${done}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

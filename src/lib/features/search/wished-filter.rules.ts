/** What was wished for, as the filter of a list. Pure. */
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Season, ToldCurrency, UsedWords, Wish } from './sentence/sentence.schema.ts';

/** Dollars and yen of several countries go by one sign. */
const dollars: ReadonlySet<string> = new Set<CurrencyCode>(['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD']);

/** The currency that a rent was told in where rents are paid in `there`. */
export function currencyTold(told: ToldCurrency, there: CurrencyCode): CurrencyCode {
  if (told === 'dollar') return dollars.has(there) ? there : 'USD';
  if (told === 'yen') return there === 'JPY' ? 'JPY' : 'CNY';
  return told ?? there;
}

/** Months in which terms begin, by season; where countries differ, by the country's slug. */
const usualTerms: Readonly<Record<Season, readonly number[]>> = { autumn: [9], winter: [1], spring: [1], summer: [6] };
const termsOf: Readonly<Record<string, Readonly<Record<Season, readonly number[]>>>> = {
  us: { autumn: [8, 9], winter: [1], spring: [1], summer: [5, 6] },
  ca: { autumn: [8, 9], winter: [1], spring: [1], summer: [5] },
  au: { autumn: [2], winter: [7], spring: [7], summer: [11] },
  nz: { autumn: [2], winter: [7], spring: [7], summer: [11] },
  jp: { autumn: [9, 10], winter: [1], spring: [4], summer: [7] },
  kr: { autumn: [9], winter: [12], spring: [3], summer: [6] },
};

/**
 * The months of a season that lie ahead, yyyymm.
 * @param country slug; undefined: as most countries have it. @param today yyyy-mm-dd
 */
export function monthsOfSeason({ season, year }: Extract<Wish, { kind: 'season' }>, country: string | undefined, today: string): readonly number[] {
  const months = (termsOf[country ?? ''] ?? usualTerms)[season];
  const now = Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7));
  const of = year ?? (months.some((month) => Math.floor(now / 100) * 100 + month >= now) ? Math.floor(now / 100) : Math.floor(now / 100) + 1);
  return months.map((month) => of * 100 + month).filter((month) => month >= now);
}

/**
 * A filter with what was wished for. The order is only changed by who asks for one.
 * @param rentIn a rent in weekly whole units of the currency of the place; undefined where it cannot be told.
 * @param monthsOf the months of a season in the place.
 */
export function withWishes(
  filter: ListFilter,
  used: readonly UsedWords[],
  rentIn: (wish: Extract<Wish, { kind: 'rent' }>) => ListFilter['rent'],
  monthsOf: (wish: Extract<Wish, { kind: 'season' }>) => readonly number[],
): ListFilter {
  const asked: { -readonly [Key in keyof ListFilter]: ListFilter[Key] } = { ...filter };
  const months = new Set(filter.months);
  for (const { wish } of used)
    switch (wish.kind) {
      case 'type':
        asked.types = [...new Set([...asked.types, wish.type])];
        break;
      case 'rent':
        asked.rent = rentIn(wish) ?? asked.rent;
        break;
      case 'months':
        for (const month of wish.months) months.add(month);
        break;
      case 'season':
        for (const month of monthsOf(wish)) months.add(month);
        break;
      case 'lease':
        asked.leases = [...new Set([...asked.leases, ...wish.bands])];
        break;
      case 'amenity':
        asked.amenities = [...new Set([...asked.amenities, wish.code])];
        break;
      case 'bathroom':
        asked.bathroom = wish.bathroom;
        break;
      case 'distance':
        asked.distance = wish.metres;
        break;
      case 'guests':
        asked.guests = wish.guests;
        break;
      case 'verified':
        asked.verified = true;
        break;
      case 'now':
        asked.availableNow = true;
        break;
      case 'sort':
        asked.sort = wish.sort;
        break;
    }
  return months.size > filter.months.length ? { ...asked, months: [...months].sort((a, b) => a - b), page: 1 } : asked;
}

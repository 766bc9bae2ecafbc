/** AB tests as dated data, and who sees which variant. Pure: the clock, chance and cookies are arguments. */

const dayMs = 86_400_000;

/** How long a test runs when it says nothing, in milliseconds (R4.091, R9.19). */
export const defaultDuration = 7 * dayMs;

export type AbCondition = {
  readonly variant: string;
  /** Slugs of the cities it is for; every page when left out. */
  readonly cities?: readonly string[];
  /** Parts of the page the variant shows: `data-part` in the markup. */
  readonly shows: readonly string[];
};

export type AbTest = {
  /** Lower case and dashes: it names an attribute and a cookie. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** Milliseconds; `defaultDuration` when left out. */
  readonly duration?: number;
  readonly conditions: readonly AbCondition[];
};

export const abTests: readonly AbTest[] = [
  // R4.092, R4.093
  {
    name: 'chat-icon',
    start: Date.UTC(2024, 7, 9),
    duration: 1_209_600_000,
    conditions: [{ variant: 'A', cities: ['manchester', 'glasgow', 'leeds', 'birmingham'], shows: ['chat-icon', 'get-in-touch'] }],
  },
];

/** When a test is over, in milliseconds since 1970. */
export function endOf({ start, duration = defaultDuration }: AbTest): number {
  return start + duration;
}

/** R4.091. The first moment counts, the last no more. */
export function isActive(test: AbTest, now: number): boolean {
  return now >= test.start && now < endOf(test);
}

export const abCookie = ({ name }: AbTest): string => `ab_${name}`;

export type AbVisit = {
  readonly now: number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** The slug of the city the page is about. */
  readonly city: string | undefined;
  readonly isCrawler: boolean;
  /** The variant kept from an earlier page. */
  readonly kept: string | undefined;
};

/**
 * What a visit sees: a variant drawn from the conditions that fit the page (R4.089) and kept until the test ends (R4.090).
 * @returns undefined when the test is over, the page is none of its own, or a crawler asks.
 */
export function drawVariant(
  test: AbTest,
  { now, random, city, isCrawler, kept }: AbVisit,
): { readonly variant: string; readonly shows: readonly string[]; readonly keepUntil: number } | undefined {
  if (isCrawler || !isActive(test, now)) return undefined;
  const fitting = test.conditions.filter(({ cities }) => !cities || (city !== undefined && cities.includes(city)));
  const isKnown = test.conditions.some(({ variant }) => variant === kept);
  const drawn = isKnown ? fitting.find(({ variant }) => variant === kept) : fitting[Math.floor(random() * fitting.length)];
  return drawn && { variant: drawn.variant, shows: drawn.shows, keepUntil: endOf(test) };
}

/** The city's slug in a page's path. @example cityOfPath('/en/uk/leeds/place/headingley') // 'leeds' */
export function cityOfPath(pathname: string): string | undefined {
  const segments = pathname.split('/').filter(Boolean);
  // A country is at most `hongkong`, a language one of these two letters.
  const below = /^(en|hk|tw|vn)$/.test(segments[0] ?? '') ? segments.slice(1) : segments;
  return below[1];
}

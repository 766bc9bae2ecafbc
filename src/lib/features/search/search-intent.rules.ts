/**
 * What a typed sentence asks for: kind of room, rent, move-in, length, distance and the rest of a list's filters, in the five languages and
 * mixed. A grammar over tokens: names of places and phrases are found first, longest first, then each rule looks at the few items from its
 * place on, so that the cost grows with the length alone. Pure.
 */
import { amenityCodes, distanceSteps, leaseBands, sorts, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { AmenityCode, ListFilter, Sort, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { monthsAround, openEnd } from '#lib/features/lists/list.rules.ts';
import { isDate } from '#lib/dates/dates.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { fillers } from '#lib/search-text/fillers.ts';
import { folded, isHan, wordsOf } from '#lib/search-text/text.ts';
import { joinedAt, letters, phraseAt, slipOf, soundsLike, tokensOf } from './sentence/sentence-lexicon.rules.ts';
import type { Meaning, Token } from './sentence/sentence-lexicon.rules.ts';
import { numberAt } from './sentence/sentence-numbers.rules.ts';

/** `dollar` and `yen` are signs of several currencies, among which the place decides; undefined: the place's own. */
type ToldCurrency = CurrencyCode | 'dollar' | 'yen' | undefined;

export type Wish =
  | { readonly kind: 'type'; readonly type: UnitType }
  /** Whole units, both inclusive. `per` undefined: nothing was said, and the place decides. */
  | { readonly kind: 'rent'; readonly from: number; readonly to: number; readonly per: 'week' | 'month' | 'year' | undefined; readonly currency: ToldCurrency }
  /** yyyymm */
  | { readonly kind: 'months'; readonly months: readonly number[] }
  /** A term that each country begins in months of its own. `year` undefined: the next. */
  | { readonly kind: 'season'; readonly season: Season; readonly year: number | undefined }
  /** Positions in `leaseBands`. */
  | { readonly kind: 'lease'; readonly bands: readonly number[] }
  | { readonly kind: 'amenity'; readonly code: AmenityCode }
  | { readonly kind: 'bathroom'; readonly bathroom: 'private' | 'shared' }
  /** One of `distanceSteps`. */
  | { readonly kind: 'distance'; readonly metres: number }
  | { readonly kind: 'guests'; readonly guests: number }
  | { readonly kind: 'verified' }
  | { readonly kind: 'now' }
  | { readonly kind: 'sort'; readonly sort: Sort };

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

export type UsedWords = {
  /** As they were typed. */
  readonly words: string;
  /** The text without them. */
  readonly without: string;
  readonly wish: Wish;
};

export type SearchIntent = {
  /** What is left of the text without the wishes; empty where that names nothing. */
  readonly place: string;
  readonly used: readonly UsedWords[];
  /** Names of places in the text, as they were typed. */
  readonly names: readonly string[];
  /** Whether a word says where something is: near, in, 附近, gần. */
  readonly isPlaced: boolean;
  /** Words that mean nothing here, as they were typed. */
  readonly unread: readonly string[];
};

/** Whether something has exactly this name: letters and figures alone, folded. */
export type IsName = (compact: string) => boolean;

/** Wishes looked for in one text: nobody has more. */
const mostWishes = 24;
/** Tokens of the longest name. */
const longestName = 14;

type Item = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: 'phrase' | 'number' | 'name' | 'word';
  readonly meaning: Meaning;
  readonly value: number;
  /** A number glued to letters before it, as in M13. */
  readonly isGlued: boolean;
};

const nothing: Meaning = {};
/** Phrases that a sentence has for its grammar: nobody misses them. */
const silent: ReadonlySet<string> = new Set(['filler', 'near', 'to', 'movein', 'lasting', 'fits', 'bound', 'rent', 'walk', 'after', 'relative']);
const isSilent = (meaning: Meaning): boolean => Object.keys(meaning).some((kind) => silent.has(kind));
const onlyFiller = (meaning: Meaning): boolean => Object.keys(meaning).every((kind) => silent.has(kind));

/** The longest name that begins at a token, in tokens; 0 for none. */
function nameLength(tokens: readonly Token[], from: number, isName: IsName): number {
  let compact = '';
  let longest = 0;
  for (let index = from; index < Math.min(tokens.length, from + longestName); index++) {
    const text = tokens[index]?.text ?? '';
    if (!/^[\p{L}\p{N}]/u.test(text)) {
      if (index === from) return 0;
      continue;
    }
    compact += text;
    // One letter, one Chinese character or a number alone names too much.
    if (compact.length >= 2 && !/^[\d.,]+$/.test(compact) && isName(compact)) longest = index - from + 1;
  }
  return longest;
}

function itemsOf(tokens: readonly Token[], isName: IsName, typed: (from: number, to: number) => string): readonly Item[] {
  const items: Item[] = [];
  const mended = tokens.map((token) => ({ ...token, text: slipOf(token.text) ?? token.text }));
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    const name = nameLength(tokens, at, isName);
    const plain = phraseAt(tokens, at);
    // Words spelled right count before words that may be others.
    const guessed = name > 0 ? undefined : (phraseAt(mended, at) ?? joinedAt(tokens, at));
    const phrase = guessed && guessed.length > (plain?.length ?? 0) ? guessed : (plain ?? (name > 0 ? undefined : joinedAt(tokens, at)));
    const isGlued = token.isJoined && /^\d/.test(token.text) && /\p{Script=Latin}$/u.test(tokens[at - 1]?.text ?? '');
    const number = numberAt(tokens, at);
    const push = (length: number, rest: Pick<Item, 'kind' | 'meaning' | 'value'>): void => {
      const [from, to] = [token.from, tokens[at + length - 1]?.to ?? token.to];
      items.push({
        from,
        to,
        text: tokens
          .slice(at, at + length)
          .map(({ text }) => text)
          .join(' '),
        isGlued,
        ...rest,
      });
      at += length;
    };
    const phraseLength = phrase?.length ?? 0;
    // What is written in capitals is a name where it can be one: US against us.
    const isCapital =
      name > 0 &&
      name === phraseLength &&
      onlyFiller(phrase?.meaning ?? nothing) &&
      (at === 0 ? /^\p{Lu}{2,}$/u : /^\p{Lu}{2,}$|^\p{Lu}\p{Ll}{3,}$/u).test(typed(token.from, token.to));
    if (name > Math.max(phraseLength, number?.length ?? 0) || isCapital) push(name, { kind: 'name', meaning: nothing, value: 0 });
    else if (number && number.length >= phraseLength)
      push(number.length, { kind: 'number', meaning: phraseLength === number.length ? (phrase?.meaning ?? nothing) : nothing, value: number.value });
    else if (phrase) push(phrase.length, { kind: 'phrase', meaning: phrase.meaning, value: 0 });
    else push(1, { kind: 'word', meaning: nothing, value: 0 });
  }
  return items;
}

/** A wish with the items it takes, from the one looked at on. */
type Taken = { readonly wish: Wish | undefined; readonly length: number };
type Rule = (items: readonly Item[], at: number) => Taken | undefined;

const has = (item: Item | undefined, kind: string): string | undefined => item?.meaning[kind];
const isYear = (value: number): boolean => value >= 2020 && value < 2100;

/** Weeks and months that a number may count, against a rent. */
const mostUnits = 60;

function periodOf(told: string | undefined): { readonly per: 'week' | 'month' | 'year' | undefined; readonly times: number } {
  if (told === 'night') return { per: 'week', times: 7 };
  return { per: told === 'week' || told === 'month' || told === 'year' ? told : undefined, times: 1 };
}

const rentRule: Rule = (items, start) => {
  let at = start;
  let bound: string | undefined;
  let period: string | undefined;
  let currency: string | undefined;
  let isRent = false;
  for (; at < start + 6; at++) {
    const item = items[at];
    if (!item || item.kind === 'number') break;
    const [limit, sign, per] = [has(item, 'bound'), has(item, 'currency'), has(item, 'per')];
    const isPer = per !== undefined && has(item, 'length') === undefined;
    if (has(item, 'rent') !== undefined) isRent = true;
    if (isPer) period = per;
    if (limit !== undefined) bound = bound === undefined || bound === 'about' || bound === 'between' ? limit : bound;
    else if (sign !== undefined) currency = sign;
    else if (isPer || has(item, 'rent') !== undefined) continue;
    else if (at === start || !(has(item, 'filler') !== undefined || has(item, 'after') !== undefined)) break;
  }
  const first = items[at];
  if (!first || first.kind !== 'number' || first.isGlued) return undefined;
  const unit = (item: Item | undefined): string | undefined => has(item, 'unit');
  const counts = (value: number, item: Item | undefined): boolean => {
    const of = unit(item);
    return (
      of !== undefined && has(item, 'currency') === undefined && (!['week', 'month', 'year'].includes(of) || (value <= mostUnits && currency === undefined))
    );
  };
  at++;
  if (counts(first.value, items[at])) return undefined;
  // 2027年, 15日 and 15/9 are dates.
  if (isYear(first.value) && (items[at]?.text.startsWith('年') === true || has(items[at], 'month') !== undefined)) return undefined;
  let two: number | undefined;
  {
    let next = at;
    const sign = has(items[next], 'currency');
    if (sign !== undefined) next++;
    if (has(items[next], 'per') !== undefined && has(items[next + 1], 'to') !== undefined) next++;
    if (has(items[next], 'to') !== undefined) {
      next++;
      const again = has(items[next], 'currency');
      if (again !== undefined) next++;
      const second = items[next];
      if (second?.kind === 'number' && !counts(second.value, items[next + 1]) && second.value >= first.value / 20) {
        two = second.value;
        currency ??= sign ?? again;
        at = next + 1;
      }
    }
  }
  let isBound = bound === 'most' || bound === 'least';
  for (const until = at + 5; at < until; at++) {
    const item = items[at];
    if (!item || item.kind === 'number') break;
    const [sign, per, after] = [has(item, 'currency'), has(item, 'per'), has(item, 'after')];
    const isOther = has(item, 'bound') !== undefined && (items[at + 1]?.kind === 'number' || has(items[at + 1], 'currency') !== undefined);
    if (sign !== undefined && currency === undefined) currency = sign;
    else if (per !== undefined && period === undefined && (has(item, 'length') === undefined || first.value >= 2_000)) period = per;
    else if (after !== undefined && !isOther && !(after === 'about' && has(items[at + 1], 'near') !== undefined)) {
      bound = after;
      isBound ||= after !== 'about';
    } else break;
  }
  const isTold = currency !== undefined || period !== undefined || isRent;
  const [low, high] = [two === undefined ? first.value : Math.min(first.value, two), two === undefined ? first.value : Math.max(first.value, two)];
  if (!isTold) {
    if (isYear(low) || isYear(high)) return undefined;
    // A number alone is a house's or an age.
    if (!(isBound && high >= 20) && !(bound === 'about' && low >= 80) && !(two !== undefined && low >= 80 && high <= 20_000)) return undefined;
  } else if (currency === undefined && period === undefined && isYear(low) && !isBound) return undefined;
  const { per, times } = periodOf(period);
  const isLeast = two === undefined && (bound === 'least' || bound === 'between');
  return {
    wish: {
      kind: 'rent',
      from: two !== undefined || isLeast ? low * times : 0,
      to: isLeast ? openEnd : high * times,
      per,
      currency: currency === 'there' ? undefined : (currency as ToldCurrency),
    },
    length: at - start,
  };
};

const bandsBetween = (from: number, to: number): readonly number[] =>
  leaseBands.flatMap((band, at) => (band.from <= Math.round(to) && band.to >= Math.round(from) ? [at] : []));

const leaseRule: Rule = (items, start) => {
  const whole = has(items[start], 'length');
  if (whole !== undefined && items[start]?.kind === 'phrase') return { wish: { kind: 'lease', bands: whole.split(',').map(Number) }, length: 1 };
  let at = start;
  while (has(items[at], 'lasting') !== undefined && at < start + 2 && items[at]?.kind !== 'number') at++;
  const weeksOf = (unit: string | undefined): number | undefined => ({ week: 1, month: 52 / 12, year: 52 })[unit ?? ''];
  const spoken = at > start && items[at]?.kind === 'phrase' ? weeksOf(has(items[at], 'per') ?? has(items[at], 'unit')) : undefined;
  if (spoken !== undefined) {
    const bands = bandsBetween(spoken, spoken);
    return bands.length > 0 ? { wish: { kind: 'lease', bands }, length: at - start + 1 } : undefined;
  }
  const first = items[at];
  if (first?.kind !== 'number' || first.isGlued) return undefined;
  at++;
  let last = first.value;
  const joined = has(items[at], 'to') ?? has(items[at], 'unit');
  if (joined !== undefined) {
    const skip = has(items[at], 'unit') !== undefined && has(items[at + 1], 'to') !== undefined ? 2 : has(items[at], 'to') !== undefined ? 1 : 0;
    const second = items[at + skip];
    if (skip > 0 && second?.kind === 'number' && weeksOf(has(items[at + skip + 1], 'unit')) !== undefined) {
      last = second.value;
      at += skip + 1;
    }
  }
  const unit = weeksOf(has(items[at], 'unit'));
  if (unit === undefined || has(items[at], 'unit') === undefined || first.value <= 0 || last > mostUnits) return undefined;
  const bands = bandsBetween(first.value * unit, last * unit);
  if (bands.length === 0) return undefined;
  at++;
  if (has(items[at], 'lasting') !== undefined && items[at]?.kind === 'phrase' && has(items[at], 'near') === undefined && has(items[at], 'movein') === undefined)
    at++;
  return { wish: { kind: 'lease', bands }, length: at - start };
};

/** Metres that a minute takes on foot and by bicycle. */
const metresAMinute = { walk: 80, cycle: 250 } as const;
const metresOf: Readonly<Record<string, number>> = { metre: 1, kilometre: 1_000, mile: 1_609 };
/** The step of distance that holds what was asked for; a tenth beyond a step is still that step. */
const stepFor = (metres: number): number | undefined => distanceSteps.find((step) => step * 1.1 >= metres);

const distanceRule: Rule = (items, start) => {
  const told = has(items[start], 'distance');
  if (told !== undefined) return { wish: { kind: 'distance', metres: Number(told) }, length: 1 };
  let at = start;
  let mode: 'walk' | 'cycle' | 'ride' | undefined;
  const modeOf = (item: Item | undefined): typeof mode =>
    has(item, 'walk') !== undefined ? 'walk' : has(item, 'cycle') !== undefined ? 'cycle' : has(item, 'ride') !== undefined ? 'ride' : undefined;
  for (; at < start + 5; at++) {
    const item = items[at];
    if (!item || item.kind === 'number') break;
    const found = modeOf(item);
    if (found) mode ??= found;
    else if (has(item, 'near') === undefined && has(item, 'bound') === undefined && has(item, 'filler') === undefined) return undefined;
  }
  const first = items[at];
  if (first?.kind !== 'number' || first.isGlued) return undefined;
  at++;
  let value = first.value;
  if (has(items[at], 'to') !== undefined && items[at + 1]?.kind === 'number') {
    value = items[at + 1]?.value ?? value;
    at += 2;
  }
  const unit = has(items[at], 'unit');
  if (unit === undefined || !['minute', 'hour', 'metre', 'kilometre', 'mile'].includes(unit)) return undefined;
  at++;
  for (const until = at + 4; at < until; at++) {
    const item = items[at];
    const found = modeOf(item);
    if (found) mode ??= found;
    else if (has(item, 'bound') !== undefined && (items[at + 1]?.kind === 'number' || has(items[at + 1], 'currency') !== undefined)) break;
    else if (has(item, 'after') === undefined && !(has(item, 'filler') !== undefined && modeOf(items[at + 1]))) break;
  }
  const metres =
    metresOf[unit] !== undefined ? value * metresOf[unit] : value * (unit === 'hour' ? 60 : 1) * metresAMinute[mode === 'cycle' ? 'cycle' : 'walk'];
  const step = mode === 'ride' && metresOf[unit] === undefined ? undefined : stepFor(metres);
  return { wish: step === undefined ? undefined : { kind: 'distance', metres: step }, length: at - start };
};

/** @param today yyyy-mm-dd */
function monthRule(today: string): Rule {
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const dated = (month: number, year: number | undefined): number | undefined => {
    const of = (year ?? (month >= thisMonth ? thisYear : thisYear + 1)) * 100 + month;
    return of >= thisYear * 100 + thisMonth && of % 100 >= 1 && of % 100 <= 12 ? of : undefined;
  };
  const following = (month: number): number => (month % 100 === 12 ? month + 89 : month + 1);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const monthsOfDay = (year: number | undefined, month: number, day: number): readonly number[] => {
    const of = dated(month, year);
    const date = of === undefined ? '' : `${Math.floor(of / 100)}-${pad(month)}-${pad(day)}`;
    return isDate(date) && date >= today ? monthsAround(date).filter((one) => one >= thisYear * 100 + thisMonth) : [];
  };
  return (items, start) => {
    let at = start;
    let isTold = false;
    let year: number | undefined;
    const yearAt = (index: number): { readonly year: number; readonly length: number } | undefined => {
      const item = items[index];
      const relative = has(item, 'relative');
      if (relative === 'next-year') return { year: thisYear + 1, length: 1 };
      if (relative === 'this-year') return { year: thisYear, length: 1 };
      if (item?.kind !== 'number' || !isYear(item.value) || !Number.isInteger(item.value)) return undefined;
      return { year: item.value, length: has(items[index + 1], 'unit') === 'year' ? 2 : 1 };
    };
    const isMoveIn = (item: Item | undefined): boolean => item?.kind === 'phrase' && has(item, 'movein') !== undefined && has(item, 'month') === undefined;
    while (at < start + 3 && isMoveIn(items[at])) {
      at++;
      isTold = true;
    }
    const before = yearAt(at);
    if (before) {
      ({ year } = before);
      at += before.length;
      if (has(items[at], 'filler') !== undefined && has(items[at], 'month') === undefined && items[at]?.text === '的') at++;
    }
    const finish = (months: readonly number[], length: number): Taken | undefined => {
      let end = start + length;
      while (
        end < items.length &&
        end < start + length + 3 &&
        isMoveIn(items[end]) &&
        !['from', 'in', 'for', 'by', 'tu', '在', '从', '到'].includes(items[end]?.text ?? '')
      )
        end++;
      return months.length > 0 ? { wish: { kind: 'months', months }, length: end - start } : undefined;
    };
    const first = items[at];
    const relative = has(first, 'relative');
    if (relative === 'this-month' || relative === 'next-month') {
      const of = thisYear * 100 + thisMonth;
      return finish([relative === 'this-month' ? of : following(of)], at - start + 1);
    }
    const season = has(first, 'season');
    if (season !== undefined) {
      at++;
      const after = year === undefined ? yearAt(at) : undefined;
      if (after) at += after.length;
      while (isMoveIn(items[at]) && !['from', 'in', 'for', 'by', 'tu', '在', '从', '到'].includes(items[at]?.text ?? '')) at++;
      const late = after ?? (year === undefined ? yearAt(at) : undefined);
      if (late && !after) at += late.length;
      return { wish: { kind: 'season', season: season as Season, year: year ?? late?.year }, length: at - start };
    }
    // 15 September, 15 tháng 9, 15/9/2027, 9/2027, 2027-09, 2027-09-15
    if (first?.kind === 'number' && !first.isGlued && before === undefined) {
      const [mark, second, mark2, third] = [items[at + 1], items[at + 2], items[at + 3], items[at + 4]];
      const isMark = (item: Item | undefined): boolean => item?.text === '/' || item?.text === '-';
      const dotted = /^(20\d\d)\.(\d{1,2})$/.exec(first.text);
      if (dotted) return finish([dated(Number(dotted[2]), Number(dotted[1])) ?? 0].filter(Boolean), at - start + 1);
      if (isMark(mark) && second?.kind === 'number' && isMark(mark2) && third?.kind === 'number' && isYear(third.value))
        return finish(monthsOfDay(third.value, second.value, first.value), at - start + 5);
      if (isMark(mark) && second?.kind === 'number' && isYear(second.value) && first.value >= 1 && first.value <= 12)
        return finish([dated(first.value, second.value) ?? 0].filter(Boolean), at - start + 3);
      const day = first.value;
      const skip = /^(?:st|nd|rd|th|of)$/.test(mark?.text ?? '') ? (items[at + 2]?.text === 'of' ? 2 : 1) : 0;
      const month = Number(has(items[at + 1 + skip], 'month'));
      if (Number.isInteger(day) && day >= 1 && day <= 31 && month > 0) {
        const after = yearAt(at + 2 + skip);
        return finish(monthsOfDay(after?.year, month, day), at - start + 2 + skip + (after?.length ?? 0));
      }
      return undefined;
    }
    if (before && items[at] && (items[at]?.text === '-' || items[at]?.text === '/')) {
      const [month, mark, day] = [items[at + 1], items[at + 2], items[at + 3]];
      if (month?.kind !== 'number' || month.value < 1 || month.value > 12) return undefined;
      if ((mark?.text === '-' || mark?.text === '/') && day?.kind === 'number' && day.value <= 31)
        return finish(monthsOfDay(year, month.value, day.value), at - start + 4);
      return finish([dated(month.value, year) ?? 0].filter(Boolean), at - start + 2);
    }
    const month = Number(has(first, 'month'));
    if (!(month > 0) || !first) return undefined;
    at++;
    // A day behind: September 15, 9月15日.
    const day = items[at];
    const isDay =
      day?.kind === 'number' &&
      Number.isInteger(day.value) &&
      day.value >= 1 &&
      day.value <= 31 &&
      has(items[at + 1], 'unit') === undefined &&
      has(items[at + 1], 'currency') === undefined &&
      has(items[at + 1], 'month') === undefined;
    const isHanDay = isDay && /^(?:日|号)/.test(items[at + 1]?.text ?? '');
    if (isDay && (isHanDay || /^\p{Script=Latin}/u.test(first.text))) {
      at += isHanDay ? 2 : 1;
      if (/^(?:st|nd|rd|th)$/.test(items[at]?.text ?? '')) at++;
      const after = year === undefined ? yearAt(at) : undefined;
      return finish(monthsOfDay(year ?? after?.year, month, day.value), at - start + (after?.length ?? 0));
    }
    // The year behind: September 2027, tháng 9/2027, tháng 9 năm 2027.
    let after = year === undefined ? (yearAt(at) ?? undefined) : undefined;
    if (!after && year === undefined && (items[at]?.text === '/' || has(items[at], 'unit') === 'year')) {
      const behind = yearAt(at + 1);
      if (behind) after = { year: behind.year, length: behind.length + 1 };
    }
    if (after) at += after.length;
    year ??= after?.year;
    // March and May are words of other meanings, too.
    const behind = items[at];
    if (/^(?:mar|march|may)$/.test(first.text) && !isTold && year === undefined && !(isMoveIn(behind) || has(behind, 'to') !== undefined)) return undefined;
    const one = dated(month, year);
    if (one === undefined) return undefined;
    // A second month: the same span, or, months later, the end of the stay.
    let next = at;
    if (has(items[next], 'to') !== undefined || has(items[next], 'month') !== undefined) {
      if (has(items[next], 'month') === undefined) next++;
      const again = yearAt(next);
      if (again && has(items[next + again.length], 'month') !== undefined) next += again.length;
      const other = Number(has(items[next], 'month'));
      if (other > 0) {
        const end = yearAt(next + 1);
        const until = end ?? again;
        const last = until ? until.year * 100 + other : Math.floor(one / 100) * 100 + other + (other < month ? 100 : 0);
        const apart = (Math.floor(last / 100) - Math.floor(one / 100)) * 12 + (last % 100) - (one % 100);
        const length = next - start + 1 + (end?.length ?? 0);
        if (apart >= 0 && apart <= 2)
          return finish(
            Array.from({ length: apart + 1 }).reduce<number[]>((all) => [...all, all.length === 0 ? one : following(all.at(-1) ?? one)], []),
            length,
          );
      }
    }
    return finish([one], at - start);
  };
}

const guestsRule: Rule = (items, start) => {
  const told = has(items[start], 'guests');
  if (told !== undefined && items[start]?.kind === 'phrase') return { wish: { kind: 'guests', guests: Number(told) }, length: 1 };
  const at = has(items[start], 'fits') !== undefined ? start + 1 : start;
  const [count, unit] = [items[at], items[at + 1]];
  if (count?.kind !== 'number' || has(unit, 'unit') !== 'person' || !Number.isInteger(count.value) || count.value < 1 || count.value > 20) return undefined;
  return { wish: { kind: 'guests', guests: count.value }, length: at - start + 2 };
};

function plainWish({ meaning }: Item): Wish | undefined {
  const type = unitTypes.find((one) => one === meaning['type']);
  if (type) return { kind: 'type', type };
  const code = amenityCodes.find((one) => one === meaning['amenity']);
  if (code) return { kind: 'amenity', code };
  const { bathroom } = meaning;
  if (bathroom === 'private' || bathroom === 'shared') return { kind: 'bathroom', bathroom };
  if (meaning['verified'] !== undefined) return { kind: 'verified' };
  if (meaning['now'] !== undefined) return { kind: 'now' };
  const sort = (Object.keys(sorts) as Sort[]).find((one) => one === meaning['sort']);
  return sort && { kind: 'sort', sort };
}

const plainRule: Rule = (items, start) => {
  const item = items[start];
  const wish = item && plainWish(item);
  return wish && { wish, length: 1 };
};

/** “No pets” is not understood, rather than the other way round. */
const refusalRule: Rule = (items, start) => {
  if (has(items[start], 'not') === undefined) return undefined;
  let at = start + 1;
  while (at < start + 3 && has(items[at], 'filler') !== undefined && !(items[at] && plainWish(items[at] as Item))) at++;
  const item = items[at];
  return item && (plainWish(item) ?? has(item, 'guests')) !== undefined ? { wish: undefined, length: at - start + 1 } : undefined;
};

const tidy = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/^[\s,;，、。·+&/-]+|[\s,;，、。·+&/-]+$/gu, '');

/**
 * The wishes in a text, in the order in which they stand there, with the names of places among them and what was not understood.
 * @param today yyyy-mm-dd
 * @example wishesIn('studio near UCL under £300', '2026-11-30').place // 'near UCL'
 */
export function wishesIn(typed: string, today: string, isName: IsName = () => false): SearchIntent {
  const text = typed.normalize('NFC');
  const { plain, at: origin } = letters(text);
  const asTyped = (from: number, to: number): string => text.slice(origin[from] ?? 0, origin[to] ?? text.length).trim();
  const items = itemsOf(tokensOf(plain), isName, asTyped);
  const rules: readonly Rule[] = [refusalRule, distanceRule, guestsRule, rentRule, monthRule(today), leaseRule, plainRule];
  const found: { readonly from: number; readonly to: number; readonly wish: Wish }[] = [];
  const names: string[] = [];
  const unknown: { from: number; to: number; isSilent: boolean }[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (!item) break;
    if (item.kind === 'name') {
      names.push(asTyped(item.from, item.to));
      at++;
      continue;
    }
    let taken: Taken | undefined;
    for (const rule of rules) if ((taken = rule(items, at))) break;
    const length = taken?.length ?? 1;
    const last = items[at + length - 1] ?? item;
    if (taken?.wish && found.length < mostWishes) found.push({ from: item.from, to: last.to, wish: taken.wish });
    else {
      const sound = item.kind === 'word' && isHan(item.text) ? soundAt(items, at) : undefined;
      const wish = sound && plainWish(sound.item);
      if (sound && (wish ?? sound.item.meaning['guests']) !== undefined) {
        found.push({ from: item.from, to: sound.to, wish: wish ?? { kind: 'guests', guests: Number(sound.item.meaning['guests']) } });
        at += sound.length;
        continue;
      }
      unknown.push({
        from: item.from,
        to: last.to,
        isSilent: sound !== undefined || (!taken && item.kind === 'phrase' && isSilent(item.meaning)) || !/[\p{L}\p{N}]/u.test(item.text),
      });
    }
    at += length;
  }
  joinStays(found, plain);
  const spans = found.map(({ from, to, wish }) => ({ from: origin[from] ?? 0, to: origin[to] ?? text.length, wish }));
  const without = (gone: readonly { readonly from: number; readonly to: number }[]): string => {
    let rest = '';
    let last = 0;
    for (const { from, to } of gone) {
      rest += `${text.slice(last, from)} `;
      last = to;
    }
    return tidy(rest + text.slice(last));
  };
  const unread: { from: number; to: number }[] = [];
  for (const { from, to, isSilent: isQuiet } of unknown) {
    if (isQuiet) continue;
    const last = unread.at(-1);
    if (last && /^\s*$/.test(plain.slice(last.to, from))) last.to = to;
    else unread.push({ from, to });
  }
  return {
    // Words around a name are none by themselves.
    place: spans.length > 0 && names.length === 0 && unread.length === 0 ? '' : without(spans),
    used: spans.map((span) => ({ words: text.slice(span.from, span.to).trim(), without: without([span]), wish: span.wish })),
    names,
    isPlaced: items.some(({ kind, meaning, text: word }) => kind === 'phrase' && (meaning['near'] !== undefined || /^(?:in|o|tai|在)$/.test(word))),
    unread: unread.map(({ from, to }) => asTyped(from, to)),
  };
}

/** “1 September to 30 June” is a move-in and a length: the second month says how long. Changed in place. */
function joinStays(found: { readonly from: number; readonly to: number; readonly wish: Wish }[], plain: string): void {
  for (const [at, { to, wish }] of found.entries()) {
    const next = found[at + 1];
    if (wish.kind !== 'months' || next?.wish.kind !== 'months' || !/^\s*(?:to|-|–|—|~|until|till|through|den|toi|到|至)\s*$/u.test(plain.slice(to, next.from)))
      continue;
    const [start, end] = [wish.months.at(-1) ?? 0, next.wish.months.at(-1) ?? 0];
    const months = (Math.floor(end / 100) - Math.floor(start / 100)) * 12 + (end % 100) - (start % 100);
    const bands = bandsBetween((months > 0 ? months : months + 12) * (52 / 12), (months > 0 ? months : months + 12) * (52 / 12));
    if (bands.length > 0) found[at + 1] = { from: next.from, to: next.to, wish: { kind: 'lease', bands } };
  }
}

/** Chinese characters that nothing was found for, taken by their sound, longest first. */
function soundAt(items: readonly Item[], at: number): { readonly item: Item; readonly to: number; readonly length: number } | undefined {
  const longest = 6;
  for (let length = Math.min(longest, items.length - at); length >= 2; length--) {
    const some = items.slice(at, at + length);
    if (some.some(({ kind, text }) => kind === 'name' || kind === 'number' || !/^\p{Script=Han}(?: \p{Script=Han})*$/u.test(text))) continue;
    const [first, last] = [some[0], some.at(-1)];
    const meaning = soundsLike(some.map(({ text }) => text.replaceAll(' ', '')).join(''));
    if (meaning && first && last) return { item: { ...first, meaning }, to: last.to, length };
  }
  return undefined;
}

/** Texts tried for one name. */
const mostNames = 8;

/**
 * What of a text may be the name of a place, likeliest first: all of it, then without the words around it.
 * @example namesIn('gần UCL') // ['gần UCL', 'gan ucl', 'ucl']
 */
export function namesIn(text: string): readonly string[] {
  const words = wordsOf(folded(text)).flatMap((one) => {
    if (!isHan(one)) return [one];
    const [only, ...others] = one.split(fillers.chinese).filter(Boolean);
    return only === undefined ? [] : others.length === 0 ? [only] : [one];
  });
  const isFiller = (at: number): boolean => fillers.words.has(words[at] ?? '');
  let last = words.length;
  while (last > 1 && isFiller(last - 1)) last--;
  const names = [text];
  for (const until of new Set([words.length, last]))
    for (let from = 0; from < until; from++) {
      names.push(words.slice(from, until).join(' '));
      if (!isFiller(from)) break;
    }
  return [...new Set(names)].filter(Boolean).slice(0, mostNames);
}

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

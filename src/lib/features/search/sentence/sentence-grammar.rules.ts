/**
 * The rules of a sentence: each looks at the few items from its place on, and takes those that are one wish. The cost of each has a bound. Pure.
 */
import { isDate } from '#lib/dates/dates.ts';
import { amenityCodes, distanceSteps, leaseBands, sorts, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { monthsAround, openEnd } from '#lib/features/lists/list.rules.ts';
import { has } from './sentence-items.rules.ts';
import type { Item } from './sentence-items.rules.ts';
import type { Season, ToldCurrency, Wish } from './sentence.schema.ts';

/** A wish with the items it takes, from the one looked at on. */
export type Taken = { readonly wish: Wish | undefined; readonly length: number };
export type Rule = (items: readonly Item[], at: number) => Taken | undefined;

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

/** What a phrase by itself asks for. */
export function plainWish({ meaning }: Item): Wish | undefined {
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

/** In this order: what an earlier rule takes is not asked of a later one. @param today yyyy-mm-dd */
export const rulesOf = (today: string): readonly Rule[] => [refusalRule, distanceRule, guestsRule, rentRule, monthRule(today), leaseRule, plainRule];

/** “1 September to 30 June” is a move-in and a length: the second month says how long. Changed in place. */
export function joinStays(found: { readonly from: number; readonly to: number; readonly wish: Wish }[], plain: string): void {
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

/** Decisions about enquiries: numbers of the wire, who answers by when, and what may follow on what. Pure, browser-safe. */
import { serviceHours } from '#lib/brand.ts';
import type { ServiceHours } from '#lib/brand.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { AskerContact, EnquirySource, EnquiryState, EnquiryTeam, EnquiryTopic } from './enquiries.schema.ts';

/** R9.47–R9.55. 55 is ours to define: the ask-me popup. A front page in Vietnamese has a number of its own. */
const sourceCodes = {
  page: 24,
  'house-auto-open': 37,
  'unit-part': 38,
  'list-auto-open': 45,
  'front-page': 48,
  list: 49,
  house: 50,
  'ask-me': 55,
  'get-in-touch': 60,
} as const satisfies Record<EnquirySource, number>;
const vietnameseFrontPage = 56;

/** @example sourceCode('front-page', 'vi-vn') // 56 */
export function sourceCode(source: EnquirySource, locale: Locale): number {
  return source === 'front-page' && locale === 'vi-vn' ? vietnameseFrontPage : sourceCodes[source];
}

/** The address of the form, with where the reader was when they asked. @example askHref({ to: () => '/ask' }, 'list', 'en-us', '/uk/leeds') // '/ask?source=49&from=%2Fuk%2Fleeds' */
export function askHref(paths: { to(route: 'intent_askform'): string }, source: EnquirySource, locale: Locale, from: string): string {
  return `${paths.to('intent_askform')}?${new URLSearchParams({ source: String(sourceCode(source, locale)), from })}`;
}

/**
 * The page on which somebody has us look for a home with them, from a list that has none for them.
 * @param place where they look; left out for places that the form does not know by a number.
 * @example applyHref({ to: () => '/apply' }, 'en-us', '/uk/leeds', { kind: 'city', id: 7 }) // '/apply?source=49&from=%2Fuk%2Fleeds&city=7'
 */
export function applyHref(
  paths: { to(route: 'apartment_apply'): string },
  locale: Locale,
  from: string,
  place: { readonly kind: string; readonly id: number } | undefined,
): string {
  const where = place && (place.kind === 'city' || place.kind === 'school') ? { [place.kind]: String(place.id) } : {};
  return `${paths.to('apartment_apply')}?${new URLSearchParams({ source: String(sourceCode('list', locale)), from, ...where })}`;
}

/** The source of a number of `data_sources`; that of the page of the form for one that is unknown. @example sourceOf('37') // 'house-auto-open' */
export function sourceOf(code: string): EnquirySource {
  if (Number(code) === vietnameseFrontPage) return 'front-page';
  return (Object.keys(sourceCodes) as EnquirySource[]).find((source) => String(sourceCodes[source]) === code) ?? 'page';
}

const teams: Readonly<Record<EnquiryTopic, EnquiryTeam>> = { home: 'advice', question: 'advice', feedback: 'service', partner: 'partners', career: 'careers' };

export const teamOf = (topic: EnquiryTopic): EnquiryTeam => teams[topic];

/** Hours of service in which a question is to be answered. */
export const answerHours = 4;

const hour = 3_600_000;
/** Service hours are those of the office, UTC+8. */
const office = 8 * hour;

const week = 7 * 24 * hour;

/**
 * When the latest weeks of the office begin, the oldest first; the last is under way.
 * @example weekStarts(new Date('2026-11-22T15:59:00Z'), 2).map((at) => at.toISOString()) // ['2026-11-08T16:00:00.000Z', '2026-11-15T16:00:00.000Z']
 */
export function weekStarts(now: Date, count: number): readonly Date[] {
  // 5 January 1970 was a Monday.
  const monday = 4 * 24 * hour - office;
  const latest = Math.floor((now.getTime() - monday) / week) * week + monday;
  return Array.from({ length: count }, (_, at) => new Date(latest - (count - 1 - at) * week));
}

/** The office's day of an instant. @example officeDay(new Date('2026-11-22T16:00:00Z')) // '2026-11-23' */
export const officeDay = (at: Date): string => new Date(at.getTime() + office).toISOString().slice(0, 10);

/** When the office opens and closes on the day that an instant falls on there. */
function openingOf(at: Date, hoursOn: (at: Date) => ServiceHours): { readonly from: number; readonly to: number; readonly nextDay: number } {
  const midnight = Math.floor((at.getTime() + office) / (24 * hour)) * 24 * hour - office;
  const { from, to } = hoursOn(at);
  return { from: midnight + from * hour, to: midnight + to * hour, nextDay: midnight + 24 * hour };
}

/** Whether somebody is there to answer. */
export function isOpenAt(at: Date, hoursOn = serviceHours): boolean {
  const { from, to } = openingOf(at, hoursOn);
  return at.getTime() >= from && at.getTime() < to;
}

/**
 * The instant at which so many hours of service have passed.
 * @example dueAfter(new Date('2026-11-23T12:00:00Z'), 4).toISOString() // '2026-11-24T04:00:00.000Z'
 */
export function dueAfter(at: Date, hours: number, hoursOn = serviceHours): Date {
  let left = hours * hour;
  let now = at.getTime();
  // A year without service hours is a mistake in them; an answer is then due at once rather than never.
  for (let day = 0; day < 366; day++) {
    const { from, to, nextDay } = openingOf(new Date(now), hoursOn);
    const begin = Math.max(now, from);
    if (begin < to && begin + left <= to) return new Date(begin + left);
    left -= Math.max(0, to - begin);
    now = nextDay;
  }
  return at;
}

/** When service begins again; the instant itself while somebody is there. */
export const nextOpening = (at: Date, hoursOn = serviceHours): Date => dueAfter(at, 0, hoursOn);

/** Whether what the student writes opens it again: spam stays out of the way, and what nobody took yet stays new. */
export function stateAfterReply(state: EnquiryState): EnquiryState {
  return state === 'new' || state === 'spam' ? state : 'open';
}

/** The language that somebody most likely writes, by the language of the page. @example languageOf('zh-hk') // 'zh-Hant' */
export function languageOf(locale: Locale): string {
  return { 'zh-cn': 'zh-Hans', 'zh-hk': 'zh-Hant', 'zh-tw': 'zh-Hant', 'en-us': 'en', 'vi-vn': 'vi' }[locale];
}

/**
 * Somebody's whole name: what is written in Chinese has the family first and no blank.
 * @example fullName({ firstName: '兰', lastName: '陈' }) // '陈兰'
 * @example fullName({ firstName: 'Lan', lastName: 'Chen' }) // 'Lan Chen'
 */
export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  [firstName, lastName].every((part) => /^[\p{Script=Han}·]+$/u.test(part)) ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim();

type Reached = Pick<AskerContact, 'email' | 'phone'>;

/**
 * Where an answer goes: to the mail address, or by phone where there is none. Undefined where neither was given.
 * @example reachOf({ email: undefined, phone: '+447700900123' }) // { kind: 'phone', address: '+447700900123' }
 */
export function reachOf({ email, phone }: Reached): Contact | undefined {
  if (email !== undefined) return { kind: 'email', address: email };
  return phone === undefined ? undefined : { kind: 'phone', address: phone };
}

/** Whether two threads were asked by whoever has one address or number. */
export function isSameReach(one: Reached, other: Reached): boolean {
  const [first, second] = [reachOf(one), reachOf(other)];
  return first !== undefined && first.kind === second?.kind && first.address === second.address;
}

/** What staff call somebody: by their name, or by where they are reached where they gave none. */
export const askerName = (contact: AskerContact): string => fullName(contact) || (reachOf(contact)?.address ?? '');

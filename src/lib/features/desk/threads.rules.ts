/** Decisions about threads: what can be done to them, and what an answer begins with. Pure, browser-safe. */
import { enquirySources, enquiryTeams } from '#lib/features/enquiries/enquiries.schema.ts';
import type { Enquiry, EnquiryCursor, EnquiryFilter, EnquiryOrder } from '#lib/features/enquiries/enquiries.schema.ts';
import { dayMs, formatAge } from '#lib/dates/dates.ts';
import type { T } from '#lib/i18n/t.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, EnquiryId, StaffId, SupplierId } from '#lib/ids/ids.ts';
import type { EnquiryThread } from '#lib/features/enquiries/enquiries.schema.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { fullName } from '#lib/features/enquiries/enquiries.rules.ts';
import { actLabels } from './threads.words.ts';
import { inboxAges, inboxLanguages, inboxTabs, inboxWhose, mostCounted, searchLength, statesOf } from './threads.schema.ts';
import type { InboxTab, ThreadAct } from './threads.schema.ts';

/** What one member of staff can do to a thread by a press of a button. */
export function plainActsFor({ state, staffId, mergedInto }: Pick<Enquiry, 'state' | 'staffId' | 'mergedInto'>, me: StaffId): readonly ThreadAct[] {
  if (mergedInto !== undefined) return [];
  if (state === 'closed' || state === 'spam') return ['reopen'];
  const taking: readonly ThreadAct[] = staffId === undefined ? ['claim'] : staffId === me ? ['release'] : [];
  const waiting: readonly ThreadAct[] = state === 'waiting' ? [] : ['wait'];
  return [...taking, ...waiting, 'close', 'spam'];
}

/** The keys of buttons, for who has script. */
export const actKeys: Readonly<Partial<Record<ThreadAct, string>>> = { claim: 'c', close: 'e', reopen: 'e' };

/** The keys that do something in a thread, with what they do. */
export function keysOf(enquiry: Parameters<typeof plainActsFor>[0], me: StaffId, t: T): readonly { readonly key: string; readonly does: string }[] {
  const acts = plainActsFor(enquiry, me).flatMap((act) => (actKeys[act] === undefined ? [] : [{ key: actKeys[act], does: t(actLabels[act]) }]));
  const answering = enquiry.mergedInto === undefined ? [{ key: 'r', does: t('desk.write') }] : [];
  return [...answering, ...acts, { key: 'u', does: t('desk.key_back') }];
}

/** What was asked for, as far as there is such a thing. */
export type InboxQuestion = {
  readonly tab: InboxTab;
  /** `all`, `mine`, `nobody`, or the number of a colleague. */
  readonly whose: string;
  readonly order: EnquiryOrder;
  readonly team: string;
  readonly language: string;
  readonly source: string;
  /** The number of a city. */
  readonly city: string;
  /** The number of a provider. */
  readonly provider: string;
  /** Days. */
  readonly age: string;
  /** What is searched for; then state and order count for nothing. */
  readonly q: string;
};

/** What can be asked of a tab: nothing is due where nobody waits. */
export const ordersOf = (tab: InboxTab): readonly EnquiryOrder[] => (tab === 'due' ? ['due', 'recent'] : ['recent', 'longest']);
const orderOf = (tab: InboxTab, asked: string | null): EnquiryOrder => ordersOf(tab).find((one) => one === asked) ?? (tab === 'due' ? 'due' : 'recent');

/** The question that an address of the inbox asks. */
export function readInbox(query: URLSearchParams): InboxQuestion {
  const tab = inboxTabs.find((one) => one === query.get('tab')) ?? 'due';
  return {
    tab,
    whose: inboxWhose.find((one) => one === query.get('whose')) ?? String(parseId(query.get('whose')) ?? 'all'),
    order: orderOf(tab, query.get('order')),
    team: enquiryTeams.find((one) => one === query.get('team')) ?? '',
    language: inboxLanguages.find((one) => one === query.get('language')) ?? '',
    source: enquirySources.find((one) => one === query.get('source')) ?? '',
    city: String(parseId(query.get('city') ?? '') ?? ''),
    provider: String(parseId(query.get('provider') ?? '') ?? ''),
    q: (query.get('q') ?? '').trim().slice(0, searchLength),
    age: String(inboxAges.find((one) => String(one) === query.get('age')) ?? ''),
  };
}

/** The threads that a member of staff asks for. */
export const inboxFilter = ({ tab, whose, team, language, source, city, provider, age, q }: InboxQuestion, me: StaffId, now: Date): EnquiryFilter => ({
  states: q === '' ? statesOf[tab] : undefined,
  staff: whose === 'mine' ? me : whose === 'nobody' ? 'none' : parseId<StaffId>(whose),
  supplierId: parseId<SupplierId>(provider),
  team: enquiryTeams.find((one) => one === team),
  language: language || undefined,
  source: enquirySources.find((one) => one === source),
  cityId: parseId<CityId>(city),
  openedBefore: age === '' ? undefined : new Date(now.getTime() - Number(age) * dayMs),
});

/** Where a page of a list ended, as it stands in an address. @example cursorText({ at: new Date(1_000), id: 7 }) // '1000-7' */
export const cursorText = ({ at, id }: { readonly at: Date; readonly id: number }): string => `${at.getTime()}-${id}`;

/** @example readCursor('1000-7')?.id // 7 */
export function readCursor(text: string | null): EnquiryCursor | undefined {
  const [, at = '', id = ''] = /^(\d{1,14})-([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return id === '' ? undefined : { at: new Date(Number(at)), id: asId<EnquiryId>(Number(id)) };
}

/** What a thread is called: who asks and about which home or place; by its number where neither is known. */
export function threadTitle(
  { enquiry, contact, house }: Pick<EnquiryThread, 'enquiry' | 'contact'> & { readonly house: { readonly house: HouseNames } | undefined },
  locale: Locale,
): string {
  const about = house ? nameFor(house.house, locale) : enquiry.place.words;
  const title = [contact ? fullName(contact) : '', about].filter((one) => one !== '').join(' · ');
  return title === '' ? enquiry.reference : title;
}

/** The address of the inbox for a question; what is as it usually is does not stand in it. */
export function inboxHref(path: string, question: Readonly<Record<string, string>>, after?: string): string {
  const usual: Readonly<Record<string, string>> = { tab: 'due', whose: 'all', order: question['tab'] === 'due' ? 'due' : 'recent' };
  const query = new URLSearchParams(Object.entries(question).filter(([name, value]) => value !== '' && value !== usual[name]));
  if (after !== undefined) query.set('after', after);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A count as a tab shows it. @example countedText(1_000) // '999+' */
export const countedText = (count: number): string => (count >= mostCounted ? `${mostCounted - 1}+` : String(count));

/** Where the threads of a question are to be had as CSV. */
export const inboxCsvHref = (question: InboxQuestion, personal: boolean): string => {
  const path = inboxHref('/staff/threads.csv', question);
  return personal ? `${path}${path.includes('?') ? '&' : '?'}personal=yes` : path;
};

/** Until when an answer is due, or since when it has been. */
export function dueText(t: T, due: Date, now: Date, intl: string): string {
  if (due < now) return t('desk.late_since', { age: formatAge(due, now, intl) });
  return t('desk.due_in', { time: minutesText((due.getTime() - now.getTime()) / 60_000, intl) });
}

/** A span of time in the unit that says it best. @example minutesText(150, 'en-GB') // '3 hours' */
export function minutesText(minutes: number, intl: string): string {
  const [value, unit] = minutes < 90 ? [minutes, 'minute'] : minutes < 36 * 60 ? [minutes / 60, 'hour'] : [minutes / 1_440, 'day'];
  return new Intl.NumberFormat(intl, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, Math.round(value)));
}

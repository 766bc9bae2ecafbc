/** What staff do with what people ask. Browser-safe. */
import type { EnquiryState } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** What can be done to a thread besides answering it. */
export const threadActs = ['claim', 'release', 'wait', 'close', 'reopen', 'spam', 'give', 'team', 'merge'] as const;
export type ThreadAct = (typeof threadActs)[number];

/** Those that need nothing else to be said. */
export const plainActs = ['claim', 'release', 'wait', 'close', 'reopen', 'spam'] as const satisfies readonly ThreadAct[];

/** What staff look at: what somebody waits for, what waits for somebody, what is over. */
export const inboxTabs = ['due', 'waiting', 'closed', 'spam'] as const;
export type InboxTab = (typeof inboxTabs)[number];

/** Longest text to search for, in characters. */
export const searchLength = 100;

/** Up to how many a tab counts: one that has more says so. */
export const mostCounted = 1_000;

/** Notes that somebody is mentioned in, on a page. */
export const mentionsPage = 30;

/** Days that figures can look back. */
export const figureDays = [7, 30, 90] as const;

/** Days for which threads have been open, at least. */
export const inboxAges = [1, 3, 7, 30] as const;

/** Whose threads. */
export const inboxWhose = ['all', 'mine', 'nobody'] as const;
export type InboxWhose = (typeof inboxWhose)[number];

/** Languages that people write in, as threads have them. */
export const inboxLanguages = ['zh-Hans', 'zh-Hant', 'en', 'vi'] as const;

export const statesOf: Readonly<Record<InboxTab, readonly EnquiryState[]>> = {
  due: ['new', 'open'],
  waiting: ['waiting'],
  closed: ['closed'],
  spam: ['spam'],
};

/** An answer that staff have ready; a language that is missing is written in none of the others. */
export type DeskTemplate = { readonly id: number; readonly name: string; readonly texts: Readonly<Partial<Record<Locale, string>>> };

/**
 * What a template leaves to be filled in, written in square brackets. `place`: the home, else where somebody wants to go; `rent` to
 * `deposit`: of the lease that was asked about, as it is now; `rent-from`: the lowest rent of the home now.
 */
export const templatePlaces = [
  'name',
  'home',
  'place',
  'address',
  'city',
  'provider',
  'room',
  'rent',
  'rent-from',
  'move-in',
  'move-out',
  'lease',
  'total',
  'deposit',
  'link',
  'reference',
  'hours',
  'staff',
] as const;
export type TemplatePlace = (typeof templatePlaces)[number];

/** Most templates there are. */
export const mostTemplates = 200;
/** Longest text of a template. */
export const templateLength = 3_000;

/** A member of staff to whom a thread can be given. */
export type Colleague = { readonly id: StaffId; readonly name: string };

/** A thread whose answer is late. */
export type LateThread = { readonly id: EnquiryId; readonly dueAt: Date };

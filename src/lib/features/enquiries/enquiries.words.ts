/** A question in words, for whoever runs the site. */
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { fullName } from './enquiries.rules.ts';
import type { EnquiryState, NewEnquiry } from './enquiries.schema.ts';

/** What a note to the operator says: who asks, about what, and the page of the home. The reader's own words stay as they are. */
export function enquiryNote(
  t: T,
  paths: Pick<Paths, 'house'>,
  { enquiry, reference, house }: { readonly enquiry: NewEnquiry; readonly reference: string; readonly house: House | undefined },
): { readonly about: string; readonly facts: [string, string][]; readonly path?: string } {
  const { contact, place, text } = enquiry;
  const about = house ? t('enquiries.note_home', { home: house.name }) : t('enquiries.note');
  const facts: [string, string][] = [
    [t('enquiries.reference'), reference],
    ...(fullName(contact) === '' ? [] : [[t('enquiries.by'), fullName(contact)] satisfies [string, string]]),
    ...(contact.email === undefined ? [] : [[t('enquiries.email'), contact.email] satisfies [string, string]]),
    ...(contact.phone === undefined ? [] : [[t('enquiries.mobile'), contact.phone] satisfies [string, string]]),
    ...(place.words === '' ? [] : [[t('enquiries.location'), place.words] satisfies [string, string]]),
    [t('enquiries.content'), text.slice(0, 2_000)],
  ];
  return { about: about.slice(0, 120), facts, ...(house ? { path: paths.house(house) } : {}) };
}

/** What a note to the operator says of what somebody wrote next. */
export const replyNote = (
  t: T,
  paths: Pick<Paths, 'to'>,
  { id, reference, text }: { readonly id: number; readonly reference: string; readonly text: string },
): { readonly about: string; readonly facts: [string, string][]; readonly path: string } => ({
  about: t('enquiries.note_reply', { reference }),
  facts: [[t('enquiries.content'), text.slice(0, 2_000)]],
  path: paths.to('staff_thread', { thread: String(id) }),
});

/** That a question was answered, in the words of whoever asked. */
export const sayEnquiryNews: SayNews = ({ code, what }, { t, paths }) =>
  what === 'answered'
    ? { title: t('enquiries.news_answered'), text: t('enquiries.thread_title', { reference: code }), href: paths.to('own_enquiry', { reference: code }) }
    : undefined;

/** States as whoever asked is told them: who of us has a thread is none of their business. */
export const threadStateLabels = {
  new: 'enquiries.state_sent',
  open: 'enquiries.state_sent',
  spam: 'enquiries.state_sent',
  waiting: 'enquiries.state_waiting',
  closed: 'enquiries.state_closed',
} as const satisfies Record<EnquiryState, MessageKey>;

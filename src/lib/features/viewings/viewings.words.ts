/** What is said of video viewings. Browser-safe. */
import { readerZones } from '#lib/dates/reader-zones.ts';
import { dateTimeFormat } from '#lib/i18n/formats.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { nameOfFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { ViewingState } from './viewings.process.rules.ts';

export const viewingStateLabels = {
  to_pay: 'viewings.state_to_pay',
  booked: 'viewings.state_booked',
  done: 'viewings.state_done',
  missed: 'viewings.state_missed',
  cancelled: 'viewings.state_cancelled',
  refunding: 'viewings.state_refunding',
  refunded: 'viewings.state_refunded',
  expired: 'viewings.state_expired',
} as const satisfies Record<ViewingState, MessageKey>;

/** What comes next, in a sentence. */
export const viewingNextWords = {
  to_pay: 'viewings.next_to_pay',
  booked: 'viewings.next_booked',
  done: 'viewings.next_done',
  missed: 'viewings.next_missed',
  cancelled: 'viewings.next_cancelled',
  refunding: 'viewings.next_refunding',
  refunded: 'viewings.next_refunded',
  expired: 'viewings.next_expired',
} as const satisfies Record<ViewingState, MessageKey>;

const ownTimes: Readonly<Partial<Record<Locale, MessageKey>>> = {
  'zh-cn': 'viewings.beijing_time',
  'zh-hk': 'viewings.hong_kong_time',
  'zh-tw': 'viewings.taipei_time',
  'vi-vn': 'viewings.vietnam_time',
};

/** A moment as clocks of a zone show it, with the day of the week. */
export const timeIn = (at: Date, timeZone: string, locale: Locale): string =>
  dateTimeFormat(localeFacts[locale].intl, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);

/** A moment where the home is and, for readers of a language that has one, at home. */
export function momentWords(at: Date, home: { readonly timeZone: string; readonly city: string }, locale: Locale, t: T): string {
  const there = t('viewings.local_time', { when: timeIn(at, home.timeZone, locale), city: home.city });
  const [zone, own] = [readerZones[locale], ownTimes[locale]];
  return zone && own ? t('viewings.two_times', { there, own: t(own, { when: timeIn(at, zone, locale) }) }) : there;
}

/** What its reader is told of, in the messages and by mail. */
export const viewingNewsWords = {
  booked: { subject: 'mail.viewingBookedSubject', text: 'mail.viewingBookedText' },
  moved: { subject: 'mail.viewingMovedSubject', text: 'mail.viewingMovedText' },
  rescheduled: { subject: 'mail.viewingRescheduledSubject', text: 'mail.viewingRescheduledText' },
  day: { subject: 'mail.viewingDaySubject', text: 'mail.viewingDayText' },
  hour: { subject: 'mail.viewingHourSubject', text: 'mail.viewingHourText' },
  done: { subject: 'mail.viewingDoneSubject', text: 'mail.viewingDoneText' },
  missed: { subject: 'mail.viewingMissedSubject', text: 'mail.viewingMissedText' },
  cancelled: { subject: 'mail.viewingCancelledSubject', text: 'mail.viewingCancelledText' },
  refunded: { subject: 'mail.viewingRefundedSubject', text: 'mail.viewingRefundedText' },
  expired: { subject: 'mail.viewingExpiredSubject', text: 'mail.viewingExpiredText' },
  'dispute-open': { subject: 'orders.news_dispute_open', text: 'mail.viewingDisputeOpenText' },
  'dispute-won': { subject: 'orders.news_dispute_won', text: 'orders.news_dispute_won_text' },
  'dispute-lost': { subject: 'orders.news_dispute_lost', text: 'mail.viewingDisputeLostText' },
  'dispute-closed': { subject: 'orders.news_dispute_closed', text: 'orders.news_dispute_closed_text' },
} as const satisfies Record<string, Record<'subject' | 'text', MessageKey>>;
export type ViewingNews = keyof typeof viewingNewsWords;
const isNews = (what: string): what is ViewingNews => what in viewingNewsWords;

/** Those that say when it is, and change what stands in a calendar. */
export const newsWithTime: ReadonlySet<ViewingNews> = new Set(['booked', 'moved', 'rescheduled', 'day', 'hour']);
export const newsOfCalendar: ReadonlySet<ViewingNews> = new Set(['booked', 'moved', 'rescheduled', 'cancelled', 'missed']);

/** What happened to a viewing, in a reader's words; `placeOf` knows the city that the facts name. */
export const viewingNewsSayer =
  (placeOf: (cityId: string, locale: Locale) => { readonly timeZone: string; readonly city: string } | undefined): SayNews =>
  ({ code, what, facts }, { t, paths, locale }) => {
    if (!isNews(what)) return undefined;
    const { subject, text } = viewingNewsWords[what];
    const place = placeOf(facts['city'] ?? '', locale);
    const when = place && newsWithTime.has(what) ? momentWords(new Date(facts['at'] ?? 0), place, locale, t) : '';
    return {
      title: t(subject, { home: nameOfFacts(facts, locale) }),
      text: [when, t(text)].filter(Boolean).join(' · '),
      href: `${paths.to('viewing_pay')}?${new URLSearchParams({ code })}`,
    };
  };

/** Where a viewing's calendar file is. */
export const calendarPath = (code: string, locale: Locale): string => `/users/viewings/${locale}/${code}.ics`;

/**
 * News: a line in the messages of somebody about what happened to something of theirs. Features tell it in the transaction in which it
 * happens, and say in the reader's words what it is when it is read. Browser-safe.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { NewsId, UserId } from '#lib/ids/ids.ts';
import type { Paths } from '#lib/paths.ts';

/** Kinds whose mails are chosen apart: of orders what asks for something to be done, and what only says that it was. */
export const newsKinds = ['order-todo', 'order-done', 'viewing', 'viewing-soon', 'rent', 'enquiry', 'waiting'] as const;
export type NewsKind = (typeof newsKinds)[number];

/** Of homes that somebody saved: its mails are chosen with all mails about homes, apart from these (`shortlist/notices.schema.ts`). */
export const savedKind = 'homes';
export const everyNewsKind = [...newsKinds, savedKind] as const;
export type EveryNewsKind = (typeof everyNewsKind)[number];

/** Whose words say what it is. */
export const newsAbout = ['order', 'group', 'viewing', 'rent', 'enquiry', 'waiting', 'homes'] as const;
export type NewsAbout = (typeof newsAbout)[number];

export type NewNews = {
  readonly userId: UserId;
  readonly kind: EveryNewsKind;
  readonly about: NewsAbout;
  /** Of what it is about. */
  readonly code: string;
  readonly what: string;
  readonly facts: Readonly<Record<string, string>>;
  /** Names the one thing that happened: it is told once, however often this is called. */
  readonly once: string;
};

/** What features ask of news, as part of their transactions. */
export type Telling = {
  /** Returns whether it goes by mail too, which is the caller's to send: not where it was told before, nor where somebody wants no such mails. */
  readonly tell: (tx: DbTransaction, news: NewNews, now: Date) => Promise<{ readonly byMail: boolean }>;
};

export type News = Omit<NewNews, 'userId' | 'once'> & { readonly id: NewsId; readonly toldAt: Date; readonly isRead: boolean };

/** What a reader sees of it. */
export type NewsWords = { readonly title: string; readonly text: string; readonly href: string };
export type SayNews = (news: News, reader: { readonly t: T; readonly paths: Paths; readonly intl: string; readonly locale: Locale }) => NewsWords | undefined;

/** Days for which news are kept, and how many of them a page shows. */
export const newsDays = 400;
export const mostNews = 60;

/** All up to one are read; what came since stays new. */
export const readNewsForm = formDefinition({
  id: 'news-read',
  fields: [{ kind: 'hidden', name: 'up_to', label: 'news.title', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] }],
  submit: 'news.read_all',
});

export const newsChoicesForm = formDefinition({
  id: 'news-choices',
  fields: [
    { kind: 'checkbox', name: 'order_todo', label: 'news.kind_todo', hint: 'news.kind_todo_hint' },
    { kind: 'checkbox', name: 'order_done', label: 'news.kind_done', hint: 'news.kind_done_hint' },
    { kind: 'checkbox', name: 'viewing', label: 'news.kind_viewing', hint: 'news.kind_viewing_hint' },
    { kind: 'checkbox', name: 'viewing_soon', label: 'news.kind_soon', hint: 'news.kind_soon_hint' },
    { kind: 'checkbox', name: 'rent', label: 'news.kind_rent', hint: 'news.kind_rent_hint' },
    { kind: 'checkbox', name: 'enquiry', label: 'news.kind_enquiry', hint: 'news.kind_enquiry_hint' },
    { kind: 'checkbox', name: 'waiting', label: 'news.kind_waiting', hint: 'news.kind_waiting_hint' },
  ],
  submit: 'news.save',
});

/** The field of a kind. */
export const newsFields = {
  'order-todo': 'order_todo',
  'order-done': 'order_done',
  viewing: 'viewing',
  'viewing-soon': 'viewing_soon',
  rent: 'rent',
  enquiry: 'enquiry',
  waiting: 'waiting',
} as const satisfies Record<NewsKind, string>;

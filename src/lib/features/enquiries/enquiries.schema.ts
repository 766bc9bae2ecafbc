/** What people ask, and the conversation that follows. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { CityId, EnquiryId, HouseId, SchoolId, StaffId, SupplierId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Money } from '#lib/money/money.ts';

/** Where on the site somebody asked; on the wire a number of `data_sources` (`enquiries.rules.ts`). */
export const enquirySources = ['page', 'house-auto-open', 'unit-part', 'list-auto-open', 'front-page', 'list', 'house', 'ask-me', 'get-in-touch'] as const;
export type EnquirySource = (typeof enquirySources)[number];

/** What it is about. */
export const enquiryTopics = ['home', 'question', 'feedback', 'partner', 'career'] as const;
export type EnquiryTopic = (typeof enquiryTopics)[number];

/** Who answers. */
export const enquiryTeams = ['advice', 'service', 'partners', 'careers'] as const;
export type EnquiryTeam = (typeof enquiryTeams)[number];

/** `new`: nobody has taken it; `open`: an answer of ours is due; `waiting`: for the student. */
export const enquiryStates = ['new', 'open', 'waiting', 'closed', 'spam'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

/** `system` tells both sides what happened; `note` is for staff alone. */
export const messageSenders = ['student', 'staff', 'system', 'note'] as const;
export type MessageSender = (typeof messageSenders)[number];

/** What became of a thread, for its history. */
export const enquiryEventKinds = [
  'asked',
  'claimed',
  'assigned',
  'answered',
  'replied',
  'closed',
  'reopened',
  'waiting',
  'put-back',
  'spam',
  'merged',
] as const;
export type EnquiryEventKind = (typeof enquiryEventKinds)[number];

/**
 * What was agreed to: the version of the wording, `client` where an older client has asked for it with words of its own, null where
 * it was not. `terms`: privacy policy and terms; `report`: that the question and contact may be passed on to who lets the home, whose
 * wording says the former too, so that nobody is asked for both;
 * `recommend`: that the answer may suggest other homes.
 */
export type ConsentsGiven = { readonly terms: string | null; readonly report: string | null; readonly recommend: string | null };

/** Version of the wording of these consents; it changes whenever one of them does. */
export const askConsentVersion = '2026-12-01';

/** R9.58: who asks about a home in one of these countries also agrees to what is passed on to who lets it (ISO numbers). */
export const reportCountries: readonly string[] = ['840', '826'];

/** The campaign that somebody came by, as its links say; each at most 80 characters. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type Utm = Readonly<Partial<Record<(typeof utmNames)[number], string>>>;

/** How somebody can be reached, as they choose. */
export const reachKinds = ['email', 'phone'] as const;

/** How somebody is reached: by mail, by phone, or by both. */
export type AskerContact = {
  /** Empty where nobody said. */
  readonly firstName: string;
  readonly lastName: string;
  /** In its one written form; undefined where none was given. */
  readonly email: string | undefined;
  /** `+` and digits; undefined where none was given. */
  readonly phone: string | undefined;
};

/** The lease they looked at, as it was when they asked. */
export type AskedLease = { readonly tenancyId: TenancyId; readonly moveIn: string; readonly moveOut: string; readonly total: Money };

/** What it is about. */
export type AskedPlace = {
  readonly houseId: HouseId | undefined;
  readonly unitId: UnitId | undefined;
  readonly cityId: CityId | undefined;
  readonly schoolId: SchoolId | undefined;
  /** Where they are going to, in their own words; empty where one of the above says it. */
  readonly words: string;
};

/** What somebody asks. */
export type NewEnquiry = {
  readonly topic: EnquiryTopic;
  readonly source: EnquirySource;
  readonly contact: AskerContact;
  readonly place: AskedPlace;
  readonly tenancyId: TenancyId | undefined;
  /** The order of theirs that it is about, if any. */
  readonly orderCode?: string | undefined;
  /** 1 to `messageLength` characters. */
  readonly text: string;
  /** Path of the page, with its query; empty where it is not known. */
  readonly page: string;
  readonly locale: Locale;
  readonly consents: ConsentsGiven;
  readonly utm: Utm;
};

/** Longest text of one message, in characters. */
export const messageLength = 5_000;
/** Longest text of the form. */
export const questionLength = 2_000;
/** Minutes in which the same person's same text about the same home is one enquiry. */
export const samenessMinutes = 10;
/** Days for which a link to a thread works; every mail brings a new one. */
export const linkDays = 60;
/** Days after its end for which a closed thread is kept. */
export const keptDays = 730;
/** Days after which a thread that was answered is closed where its student has not written again. */
export const silentDays = 60;

/** A thread without what is said in it. */
export type Enquiry = {
  readonly id: EnquiryId;
  readonly reference: string;
  readonly topic: EnquiryTopic;
  readonly source: EnquirySource;
  readonly userId: UserId | undefined;
  readonly page: string;
  readonly locale: Locale;
  readonly language: string;
  readonly place: AskedPlace;
  readonly lease: AskedLease | undefined;
  readonly orderCode: string | undefined;
  readonly consents: ConsentsGiven;
  readonly utm: Utm;
  readonly state: EnquiryState;
  readonly team: EnquiryTeam;
  readonly staffId: StaffId | undefined;
  readonly openedAt: Date;
  readonly lastAt: Date;
  readonly firstAnsweredAt: Date | undefined;
  readonly dueAt: Date | undefined;
  readonly closedAt: Date | undefined;
  readonly mergedInto: EnquiryId | undefined;
};

export type EnquiryMessage = {
  readonly id: number;
  readonly sender: MessageSender;
  readonly text: string;
  readonly language: string;
  readonly at: Date;
  readonly staffId: StaffId | undefined;
};

export type EnquiryEvent = { readonly kind: EnquiryEventKind; readonly at: Date; readonly staffId: StaffId | undefined; readonly about: string };

/** A thread as staff see it: with who asks, and with notes. */
export type EnquiryThread = {
  readonly enquiry: Enquiry;
  /** Undefined where it was encrypted with a secret that is gone. */
  readonly contact: AskerContact | undefined;
  readonly messages: readonly EnquiryMessage[];
  readonly events: readonly EnquiryEvent[];
};

/** Which threads staff look at. What is left out is not asked for. */
export type EnquiryFilter = {
  readonly states?: readonly EnquiryState[] | undefined;
  readonly team?: EnquiryTeam | undefined;
  /** `none`: taken by nobody. */
  readonly staff?: StaffId | 'none' | undefined;
  readonly cityId?: CityId | undefined;
  readonly houseId?: HouseId | undefined;
  /** Of the home that a thread is about. */
  readonly supplierId?: SupplierId | undefined;
  /** These alone: what a search found. */
  readonly ids?: readonly EnquiryId[] | undefined;
  readonly language?: string | undefined;
  readonly source?: EnquirySource | undefined;
  readonly openedBefore?: Date | undefined;
};

/** `due`: what is owed to somebody, the most urgent first; `recent`: what was said last, first; `longest`: what was said last, last. */
export type EnquiryOrder = 'due' | 'recent' | 'longest';

/** What of a thread staff decide on, at one moment: two that are equal have nothing between them. `event`: the latest of its history. */
export type ThreadMark = {
  readonly state: EnquiryState;
  readonly team: EnquiryTeam;
  readonly staffId: StaffId | null;
  readonly dueAt: string | null;
  readonly closedAt: string | null;
  readonly lastAt: string;
  readonly event: number;
};

/** Where a page of a list ended. */
export type EnquiryCursor = { readonly at: Date; readonly id: EnquiryId };

/** A thread in a list, with the beginning of what was said last. */
export type ListedEnquiry = Enquiry & { readonly preview: string };
export type EnquiryPage = { readonly enquiries: readonly ListedEnquiry[]; readonly next: EnquiryCursor | undefined };

/** What the desk has done lately, over threads opened since a day. */
export type EnquiryFigures = {
  readonly open: number;
  readonly overdue: number;
  /** Threads that were answered. */
  readonly answered: number;
  /** Minutes in which half and nine of ten of all threads, without spam, had a first answer; undefined where fewer have one. */
  readonly medianMinutes: number | undefined;
  readonly slowMinutes: number | undefined;
  readonly bySource: readonly { readonly source: EnquirySource; readonly count: number }[];
};

/** Weeks that the desk looks back over, one by one. */
export const figureWeeks = 13;

/** A week of the office, which begins on Monday, over threads opened in it; spam and what was merged are left out. */
export type EnquiryWeek = {
  /** The Monday. */
  readonly from: string;
  readonly asked: number;
  readonly answered: number;
  /** Minutes in which half of them had a first answer; undefined where fewer have one. */
  readonly medianMinutes: number | undefined;
  /** Threads, whenever they were opened, that had no answer yet when the week ended, or now. */
  readonly unanswered: number;
  readonly bySource: Readonly<Partial<Record<EnquirySource, number>>>;
};

/**
 * Letters of any script with a blank, hyphen, point or apostrophe between them; no digits (R5.28, R5.29).
 * @example namePattern.test("Mai-Anh O'Brien") // true
 */
export const namePattern = /^\p{L}[\p{L}\p{M}]*(?:[ .'’·-]{1,2}\p{L}[\p{L}\p{M}]*)*\.?$/u;
const nameRules = [{ kind: 'reg', pattern: namePattern }] as const;
const id = { rules: [{ kind: 'reg', pattern: idDigits }], maxLength: 10 } as const;
const elsewhere = { field: 'house_id', is: '' } as const;

/**
 * The form of a question (R3.20): the words, one way to be reached, one thing to agree to. What its link says is hidden: a home, its
 * room and lease, the country it is in, where it was asked. `known`: which contacts the server has of who is signed in, and does not ask
 * for; what a client says there counts for nothing. `lastname` comes from clients that ask for it; the page asks what to call somebody.
 */
export const askForm = formDefinition({
  id: 'ask-form',
  fields: [
    { kind: 'hidden', name: 'house_id', label: 'enquiries.about', ...id },
    { kind: 'hidden', name: 'unit_id', label: 'enquiries.about', ...id },
    { kind: 'hidden', name: 'tenancy_id', label: 'enquiries.about', ...id },
    { kind: 'hidden', name: 'order_code', label: 'enquiries.about', maxLength: 9 },
    { kind: 'hidden', name: 'country_id', label: 'enquiries.about', maxLength: 3 },
    { kind: 'hidden', name: 'data_sources', label: 'enquiries.about', maxLength: 3 },
    { kind: 'hidden', name: 'page', label: 'enquiries.about', maxLength: 500 },
    { kind: 'hidden', name: 'utm_source', label: 'enquiries.about', maxLength: 80 },
    { kind: 'hidden', name: 'utm_medium', label: 'enquiries.about', maxLength: 80 },
    { kind: 'hidden', name: 'utm_campaign', label: 'enquiries.about', maxLength: 80 },
    { kind: 'hidden', name: 'utm_term', label: 'enquiries.about', maxLength: 80 },
    { kind: 'hidden', name: 'utm_content', label: 'enquiries.about', maxLength: 80 },
    { kind: 'hidden', name: 'known', label: 'enquiries.about', maxLength: 5 },
    { kind: 'hidden', name: 'lastname', label: 'enquiries.lastname', rules: nameRules, maxLength: 60 },
    { kind: 'textarea', name: 'content', label: 'enquiries.content', required: true, maxLength: questionLength, rows: 4 },
    { kind: 'text', name: 'location', label: 'enquiries.location', hint: 'enquiries.location_hint', required: true, when: elsewhere, maxLength: 120 },
    {
      kind: 'radio',
      name: 'reach',
      label: 'enquiries.reach',
      choices: [
        { value: 'email', label: 'enquiries.reach_email' },
        { value: 'phone', label: 'enquiries.reach_phone' },
      ],
      required: true,
      when: { field: 'known', is: '' },
    },
    { kind: 'email', name: 'email', label: 'enquiries.email', hint: 'enquiries.email_hint', required: true, when: { field: 'reach', is: 'email' } },
    {
      kind: 'phone',
      name: 'mobile',
      country: 'country_code',
      label: 'enquiries.mobile',
      hint: 'enquiries.mobile_hint',
      required: true,
      when: { field: 'reach', is: 'phone' },
    },
    { kind: 'text', name: 'firstname', label: 'enquiries.firstname', autocomplete: 'given-name', rules: nameRules, maxLength: 60 },
  ],
  consents: [
    // One of these two, whose wording says what the other does.
    { id: 'terms', version: askConsentVersion, text: 'enquiries.consent_terms', required: true, when: { field: 'country_id', isNot: reportCountries } },
    { id: 'report', version: askConsentVersion, text: 'enquiries.consent_report', required: true, when: { field: 'country_id', is: reportCountries } },
    { id: 'recommend', version: askConsentVersion, text: 'enquiries.consent_recommend', when: elsewhere },
  ],
  submit: 'enquiries.submit',
});

/** What a student does in a thread: writes back, or closes it. */
export const replyForm = formDefinition({
  id: 'enquiry-reply',
  fields: [
    { kind: 'hidden', name: 'token', label: 'enquiries.reference', maxLength: 220 },
    { kind: 'hidden', name: 'reference', label: 'enquiries.reference', maxLength: 9 },
    { kind: 'hidden', name: 'act', label: 'enquiries.reply', maxLength: 5 },
    {
      kind: 'textarea',
      name: 'text',
      label: 'enquiries.reply',
      hint: 'enquiries.reply_hint',
      required: { field: 'act', is: ['', 'reply'] },
      maxLength: questionLength,
      rows: 4,
    },
  ],
  submit: 'enquiries.reply_submit',
  answers: ['enquiries.thread_full'],
});

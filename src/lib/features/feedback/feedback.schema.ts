/** What readers tell us about the site, and the form they tell it in. */
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export const feedbackKinds = ['problem', 'idea', 'praise', 'other'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

export const feedbackForm = formDefinition({
  id: 'feedback',
  fields: [
    { kind: 'hidden', name: 'page', label: 'reports.feedback_page', maxLength: 500 },
    {
      kind: 'radio',
      name: 'kind',
      label: 'reports.feedback_kind',
      required: true,
      choices: [
        { value: 'problem', label: 'reports.feedback_problem' },
        { value: 'idea', label: 'reports.feedback_idea' },
        { value: 'praise', label: 'reports.feedback_praise' },
        { value: 'other', label: 'reports.other' },
      ],
    },
    { kind: 'textarea', name: 'text', label: 'reports.feedback_text', hint: 'reports.feedback_text_hint', required: true, maxLength: 2_000 },
    { kind: 'file', name: 'screenshot', purpose: 'screenshot', label: 'reports.feedback_screenshot' },
    { kind: 'email', name: 'email', label: 'reports.email', hint: 'reports.email_hint' },
  ],
  consents: [
    {
      id: 'reply',
      version: '2026-12-01',
      text: 'reports.feedback_reply_consent',
      required: { field: 'email', given: true },
      when: { field: 'email', given: true },
    },
  ],
  submit: 'reports.feedback_submit',
  answers: fileMessages,
});

export type NewFeedback = {
  readonly kind: FeedbackKind;
  readonly text: string;
  /** Path of the page of ours that it is about; empty when nobody knows. */
  readonly page: string;
  /** Names a file of the sender's. */
  readonly screenshot: string | undefined;
  /** Where an answer may be sent, with the version of the wording that was agreed to. */
  readonly reply: { readonly email: string; readonly consent: string } | undefined;
  readonly locale: Locale;
};

export type StoredFeedback = NewFeedback & { readonly reference: string; readonly createdAt: Date };

/** Feedback as staff see it. */
export type SeenFeedback = StoredFeedback & {
  readonly id: number;
  /** Set once staff have seen to it. */
  readonly settled: { readonly at: Date; readonly by: StaffId } | undefined;
};

/** Which feedback staff look at; `before`: that with a lower number. */
export type FeedbackFilter = {
  readonly settled: boolean;
  readonly kind?: FeedbackKind | undefined;
  readonly locale?: Locale | undefined;
  readonly before?: number | undefined;
};

/** In a day (UTC). `unproven`, `unverified`: of an address, without a captcha solved, or with a ticket for one. */
export const dailyFeedback = { visitor: 5, address: 25, unproven: 3, unverified: 8 } as const;
/** Days for which an address to answer to, a screenshot, and the digests that tell senders apart are kept. */
export const keptDays = 180;

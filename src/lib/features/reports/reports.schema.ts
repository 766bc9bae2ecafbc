/** What readers tell us is wrong with a home, and the form they tell it in. */
import type { DailySender } from '#lib/daily-senders.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { HouseId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export const reportReasons = ['wrong-price', 'gone', 'scam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportForm = formDefinition({
  id: 'report-listing',
  fields: [
    { kind: 'hidden', name: 'house_id', label: 'reports.reason', required: true, rules: [{ kind: 'reg', pattern: idDigits }], maxLength: 10 },
    {
      kind: 'radio',
      name: 'reason',
      label: 'reports.reason',
      required: true,
      choices: [
        { value: 'wrong-price', label: 'reports.wrong_price' },
        { value: 'gone', label: 'reports.gone' },
        { value: 'scam', label: 'reports.scam' },
        { value: 'other', label: 'reports.other' },
      ],
    },
    {
      kind: 'select',
      name: 'unit_id',
      label: 'reports.unit',
      none: 'reports.whole_home',
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: idDigits }],
    },
    { kind: 'textarea', name: 'details', label: 'reports.details', hint: 'reports.details_hint', required: { field: 'reason', is: 'other' }, maxLength: 2_000 },
    { kind: 'email', name: 'email', label: 'reports.email', hint: 'reports.email_hint' },
  ],
  consents: [
    { id: 'reply', version: '2026-12-01', text: 'reports.reply_consent', required: { field: 'email', given: true }, when: { field: 'email', given: true } },
  ],
  submit: 'reports.submit',
});

/** What somebody reports. */
export type NewReport = {
  readonly houseId: HouseId;
  /** The room it is about; undefined for the whole home. */
  readonly unitId: UnitId | undefined;
  readonly reason: ReportReason;
  /** Empty when nothing was written. */
  readonly details: string;
  /** Where an answer may be sent, with the version of the wording that was agreed to. */
  readonly reply: { readonly email: string; readonly consent: string } | undefined;
  readonly locale: Locale;
};

/** Whose report it is, as far as the server sees; kept as digests that hold for a day. */
export type ReportSender = DailySender & {
  /** Who is signed in: with their account, the address to answer to goes. */
  readonly userId?: UserId | undefined;
};

export type StoredReport = NewReport & {
  /** What the sender is given to name it by. */
  readonly reference: string;
  readonly createdAt: Date;
};

/** A report as staff see it. */
export type SeenReport = StoredReport & {
  readonly id: number;
  /** What came of it and when; undefined while nobody has seen to it. */
  readonly settled: { readonly outcome: string; readonly at: Date } | undefined;
};

/** Reports of a home in figures, for staff. */
export type ReportCount = { readonly total: number; readonly byReason: Readonly<Record<ReportReason, number>> };

/**
 * Reports that one visitor may send in a day (UTC), and all visitors behind one address: a hall of residence may share one.
 * `unproven`: of an address, before one has to show to be a person; `unverified`: with a ticket for a captcha that could not be loaded.
 */
export const dailyReports = { visitor: 5, address: 25, unproven: 3, unverified: 8 } as const;

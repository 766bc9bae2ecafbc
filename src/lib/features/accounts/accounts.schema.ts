/** What an account is, and what is told of it. Browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';

export const contactKinds = ['email', 'phone'] as const;
export type ContactKind = (typeof contactKinds)[number];

/** A mail address or a number in its one written form: lower-case domain, `+` and digits. */
export type Contact = { readonly kind: ContactKind; readonly address: string };

/** A change to how somebody signs in or is reached: they are told of it, and the audit log keeps it. */
export type AccountChange =
  | { readonly means: 'password'; readonly change: 'set' | 'changed' }
  | { readonly means: 'passkey' | 'third-party'; readonly change: 'set' | 'taken' }
  | { readonly contact: ContactKind };

/** What a code is for (R7.081). */
export const codeEvents = ['login', 'verify_code', 'forget', 'active'] as const;
export type CodeEvent = (typeof codeEvents)[number];

/**
 * `terms`: the agreement and the processing it needs; `transfer`: data go abroad, to who lets the home; `marketing`: news by mail;
 * `realname`: a card's name and number are compared and kept.
 */
export const consentKinds = ['terms', 'transfer', 'marketing', 'realname'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** Version of the wording of the consents; it changes whenever one of them does. */
export const consentVersion = '2026-12';

/** A person with an account. */
export type User = {
  readonly id: UserId;
  readonly identity: number;
  readonly partnerStatus: number;
  /** Empty until they give one. */
  readonly nickname: string;
  readonly locale: Locale;
  readonly currency: string | undefined;
  readonly countryCode: string | undefined;
  readonly createdAt: Date;
  /** When they signed in last. */
  readonly signedInAt: Date;
  /** Names the file of their picture; undefined while they have given none. */
  readonly picture: string | undefined;
  readonly isLocked: boolean;
  /** When the account will be gone, while it is to be deleted. */
  readonly eraseAfter: Date | undefined;
};

/** A session as its owner sees it. */
export type Device = {
  readonly id: number;
  /** Browser and system. @example 'Firefox, Windows' */
  readonly name: string;
  /** Two letters; undefined where nobody found it out. */
  readonly country: string | undefined;
  readonly since: Date;
  readonly usedAt: Date;
  /** The one that asks. */
  readonly isThis: boolean;
};

/** Why a password did not sign in, beside the error: it is wrong, or too many were tried (R8.11). */
export const passwordFailures = { wrong: 12_108, tooMany: 12_109 } as const;

/** Codes live five minutes and five tries; what a right one is exchanged for, fifteen minutes. */
export const codeLife = { seconds: 300, tries: 5, ticketSeconds: 900 } as const;
/** Seconds before another code is sent to the same recipient (R4.036, R9.15). */
export const resendAfter = 60;
/** Milliseconds for which it is said beside a box that it has to be ticked (R9.12). */
export const agreeTip = 1_500;
/** Days a session lives (R9.02), and its marker in between two calls (R9.04). */
export const sessionDays = { token: 30, marker: 7 } as const;
/** Hours before a contact takes the place of another, which can stop it until then. */
export const contactChangeHours = 72;
/** Days in which deleting an account is taken back by signing in. */
export const eraseDays = 14;

/** The cookie that scripts may see while somebody is signed in; it is the token of their writes, and no proof of anything else (R3.06). */
export const markerCookie = 'access_token';

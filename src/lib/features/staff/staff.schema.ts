/** Who operates a site, and what they do to people's accounts. Browser-safe. */
import type { StaffRole } from '#lib/access.ts';
import type { StaffId, StaffPasskeyId } from '#lib/ids/ids.ts';
import type { Passkey } from '#lib/passkeys/passkey.schema.ts';

/** Hours a session of staff lives, however much it is used. */
export const sessionHours = 12;
/** Minutes without use after which it ends before that. */
export const idleMinutes = 30;
/** Hours in which a new member of staff has to come in for the first time. */
export const ticketHours = 24;
/** Minutes in which the browser that took the link of a first visit sets up password and device. */
export const firstVisitMinutes = 60;

/** Passkeys one member may have. */
export const mostPasskeys = 10;
/** Longest name of a passkey, in characters. */
export const passkeyNameLength = 60;

export type StaffMember = {
  readonly id: StaffId;
  readonly name: string;
  readonly role: StaffRole;
  readonly createdAt: Date;
  /** When they set their password and showed that their device makes the right codes; undefined until then. */
  readonly enrolledAt: Date | undefined;
  readonly endedAt: Date | undefined;
};

/** `number`: what pages and the database call it; `id` is the browser's. */
export type StoredStaffPasskey = Passkey & {
  readonly number: StaffPasskeyId;
  readonly staffId: StaffId;
  readonly name: string;
  readonly madeAt: Date;
  readonly usedAt: Date | undefined;
};

/** What staff do to somebody's account. */
export const personActions = ['lock', 'unlock', 'sign-out'] as const;
export type PersonAction = (typeof personActions)[number];

/** Why: words alone, because the audit log keeps them for good. */
export const personReasons = ['asked', 'fraud', 'abuse', 'lost', 'mistake', 'law'] as const;
export type PersonReason = (typeof personReasons)[number];

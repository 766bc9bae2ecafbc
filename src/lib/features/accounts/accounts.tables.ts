/** Rows of accounts. */
import type { PartnerRole } from '#lib/access.ts';
import type { Generated, Instant, Later } from '#lib/db/columns.ts';
import type { CodeEvent, ConsentKind, ContactKind } from './accounts.schema.ts';
import type { ClaimState } from './contact-claims.schema.ts';
import type { ThirdParty } from './third-parties.schema.ts';

type UsersTable = {
  id: Generated<number>;
  /** Who somebody is besides a renter: 3 a partner, 4 a publisher, 6 a consultant, 8 a university, 9 a live host; 0 a renter. */
  identity: Generated<number>;
  /** 1 and 2 are approved (R3.03). */
  partner_status: Generated<number>;
  /** What they may do in the name of their partner. */
  partner_role: Generated<PartnerRole>;
  nickname: Generated<string>;
  locale: string;
  currency: string | null;
  country_code: string | null;
  /** When they declared to be 16 or older. */
  age_declared_at: Instant;
  created_at: Instant;
  /** When they signed in last; null for whoever has not since this is kept. */
  signed_in_at: Later;
  locked_at: Instant | null;
  /** Set while the account is to be deleted; signing in before takes it back. */
  erase_after: Instant | null;
  /** An upload. */
  picture: Generated<string | null>;
  /** What browsers keep of a sign-in is good while it has this number. */
  browsers_epoch: Generated<number>;
};

type UserContactsTable = {
  id: Generated<number>;
  user_id: number;
  kind: ContactKind;
  /** Keyed digest of the contact in its one written form. */
  digest: string;
  /** The contact itself, encrypted. */
  sealed: string;
  verified_at: Instant;
};

/** `hash`: argon2id over what browsers make of the password, with the pepper that it names. */
type UserPasswordsTable = { user_id: number; hash: string; set_at: Instant };

type UserSessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the token. */
  digest: string;
  user_id: number;
  created_at: Instant;
  used_at: Instant;
  expires_at: Instant;
  /** When they last showed that it is them: for what asks for it anew. */
  proved_at: Instant;
  device: string;
  country: string | null;
};

type UserConsentsTable = {
  id: Generated<number>;
  user_id: number;
  kind: ConsentKind;
  /** Of the wording. */
  version: string;
  given_at: Instant;
  withdrawn_at: Instant | null;
};

type LoginCodesTable = {
  id: Generated<number>;
  event: CodeEvent;
  /** Keyed digest of whom it was sent to. */
  recipient: string;
  /** Digest of the visit or session whose it is. */
  owner: string;
  /** Digest of what the visit was called that asked for it. Null in rows of before. */
  asked_by: string | null;
  /** Keyed digest of the code. */
  digest: string;
  tries: Generated<number>;
  sent_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  /** Digest of the ticket that the right code was exchanged for. */
  ticket: string | null;
  ticket_used_at: Instant | null;
};

/** What somebody without script has told in an earlier step, encrypted. */
type LoginAttemptsTable = { owner: string; sealed: string; expires_at: Instant };

type UserIdentitiesTable = {
  id: Generated<number>;
  user_id: number;
  provider: ThirdParty;
  /** Enough of an address or name to know it again, encrypted. */
  label: string;
  linked_at: Instant;
  used_at: Instant;
};

/** Who somebody is at a third party, as a keyed digest: one row for each name they have there. */
type IdentitySubjectsTable = { provider: ThirdParty; digest: string; identity_id: number };

type UserPasskeysTable = {
  /** As the browser names it. */
  id: string;
  user_id: number;
  handle: string;
  domain: string;
  /** COSE, in base64url. */
  public_key: string;
  counter: number;
  /** Separated by commas. */
  transports: string;
  is_synced: boolean;
  /** Where it was made. */
  device: string;
  made_at: Instant;
  used_at: Instant | null;
};

/** What a browser has begun, encrypted; `id` is the digest of the secret that it has. */
type LoginChallengesTable = { id: string; sealed: string; expires_at: Instant };

/** A code that a desk shows and a phone scans. `browser` and `code`: digests of what the browser keeps and of what the code holds. */
type LoginScansTable = {
  browser: string;
  code: string;
  /** What the code holds, and where its reader goes afterwards; encrypted. */
  asked: string;
  device: string;
  country: string | null;
  asked_at: Instant;
  /** Who confirmed it, encrypted; null until then. */
  person: string | null;
  expires_at: Instant;
};

/** A contact that takes the place of another on a day to come. `sealed`: encrypted; `token`: digest of what stops it. */
type ContactChangesTable = { user_id: number; kind: ContactKind; sealed: string; token: string; asked_at: Instant; due_at: Instant };

/**
 * A contact of the holder that the claimant has proved by now. `sealed`: encrypted; `token`: digest of what keeps it where it is.
 */
type ContactClaimsTable = {
  id: Generated<number>;
  holder_id: number;
  claimant_id: number;
  kind: ContactKind;
  digest: string;
  sealed: string;
  state: ClaimState;
  token: string | null;
  asked_at: Instant;
  due_at: Instant | null;
};

type AccountsTables = {
  users: UsersTable;
  user_contacts: UserContactsTable;
  user_passwords: UserPasswordsTable;
  user_sessions: UserSessionsTable;
  user_consents: UserConsentsTable;
  login_codes: LoginCodesTable;
  login_attempts: LoginAttemptsTable;
  user_identities: UserIdentitiesTable;
  identity_subjects: IdentitySubjectsTable;
  user_passkeys: UserPasskeysTable;
  login_challenges: LoginChallengesTable;
  login_scans: LoginScansTable;
  contact_changes: ContactChangesTable;
  contact_claims: ContactClaimsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends AccountsTables {}
}

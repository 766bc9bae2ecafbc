/** Rows of staff. */
import type { StaffRole } from '#lib/access.ts';
import type { Generated, Instant, Stamp } from '#lib/db/columns.ts';

type StaffMembersTable = {
  id: Generated<number>;
  name: string;
  role: StaffRole;
  /** Keyed digest of the mail address, by which they sign in. */
  email_digest: string;
  email_sealed: string;
  /** Null until they came in for the first time. */
  password_hash: string | null;
  /** The secret that their device makes codes with, encrypted. */
  totp_sealed: string;
  /** Step of the last code that was taken: a code counts once. */
  totp_step: Generated<bigint>;
  created_at: Instant;
  enrolled_at: Instant | null;
  ended_at: Instant | null;
  /** IANA name of the zone whose clocks they read the desk by; null until they choose one. */
  zone: Generated<string | null>;
};

/** `digest`: SHA-256 of the ticket: of the link until that is taken, then of what one browser keeps; `shown_at`: when that saw the device's key. */
type StaffTicketsTable = { staff_id: number; digest: string; expires_at: Instant; taken_at: Instant | null; shown_at: Instant | null };

type StaffSessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the token. */
  digest: string;
  staff_id: number;
  device: string;
  country: string | null;
  created_at: Instant;
  expires_at: Instant;
  proved_at: Instant;
  /** When it was last used, to the minute. */
  seen_at: Stamp;
};

/** What signs them in besides; a table of its own, so that nobody's passkey is one at the other entrance. */
type StaffPasskeysTable = {
  id: Generated<number>;
  /** As the browser names it. */
  credential: string;
  staff_id: number;
  handle: string;
  domain: string;
  public_key: string;
  counter: number;
  /** Joined by commas. */
  transports: string;
  is_synced: boolean;
  name: string;
  made_at: Instant;
  used_at: Instant | null;
};

type StaffTables = {
  staff_members: StaffMembersTable;
  staff_tickets: StaffTicketsTable;
  staff_sessions: StaffSessionsTable;
  staff_passkeys: StaffPasskeysTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends StaffTables {}
}

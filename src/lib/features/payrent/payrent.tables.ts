/** Rows of rent that is paid to landlords outside of the site. */
import type { Day, Generated, Instant } from '#lib/db/columns.ts';
import type { RentState } from './payrent.process.rules.ts';
import type { RentPayoutState } from './payrent.schema.ts';

type RentsTable = {
  id: Generated<number>;
  code: string;
  user_id: number | null;
  state: RentState;
  kind: string;
  country: string;
  locale: string;
  currency: string | null;
  rent_minor: bigint | null;
  fee_minor: bigint | null;
  from_day: Day | null;
  to_day: Day | null;
  /** Who lives where, and who lets; encrypted. */
  sealed: string | null;
  /** The landlord's account, encrypted. */
  bank: string | null;
  /** The tenancy agreement, and what shows a transfer: files of uploads. */
  lease: string | null;
  voucher: string | null;
  consent: string | null;
  made_at: Instant;
  pay_until: Instant | null;
  paid_at: Instant | null;
  ended_at: Instant | null;
  payout: string | null;
  paid_out_by: number | null;
  remind_day: number | null;
  remind_on: Day | null;
};

type RentNotesTable = { id: Generated<number>; rent_id: number; made_by: number; sealed: string; made_at: Instant };

/** Every time that a provider was asked to bring rent to a landlord. */
type RentPayoutsTable = {
  id: Generated<number>;
  rent_id: number;
  reference: string;
  provider: string;
  provider_ref: string | null;
  is_company: boolean;
  state: RentPayoutState;
  begun_by: number;
  begun_at: Instant;
  seen_at: Instant;
};

type PayrentTables = { rents: RentsTable; rent_notes: RentNotesTable; rent_payouts: RentPayoutsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends PayrentTables {}
}

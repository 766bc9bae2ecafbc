/** Rows of orders, of what happened to them, and of what people say of themselves in applications. */
import type { StoredQuote } from '#lib/features/quotes/quote.schema.ts';
import type { Day, Generated, Instant, Json, Later } from '#lib/db/columns.ts';
import type { GiveBack } from '#lib/features/quotes/letting-law.schema.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import type { ArrearsDeed, ArrearsStep } from './arrears.schema.ts';
import type { DepositActor, DepositEvent, DepositState } from './deposits.process.rules.ts';
import type { DeductionReason, DepositAnswer, ProposalKind } from './deposits.schema.ts';
import type { CancellationEvent, ClaimState } from './claims.schema.ts';
import type { ContractWord } from './supplier-signing.schema.ts';
import type { DeskList } from './order-desk.schema.ts';
import type { OrderHome } from './orders.schema.ts';
import type { EdgeTime, OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';

type OrdersTable = {
  id: Generated<number>;
  code: string;
  /** Null where the account was erased. */
  user_id: number | null;
  house_id: number;
  unit_id: number;
  tenancy_id: number;
  period_from: Day;
  period_to: Day | null;
  state: Generated<OrderState>;
  /** How it came to its state: the database lets it go along an edge of the graph alone. */
  moved_event: OrderEvent | null;
  moved_by: OrderActor | null;
  plan: string;
  quote: Json<StoredQuote>;
  /** What of the home is told and reckoned with as it was when it began. */
  home: Json<OrderHome>;
  /** What the link that it began with asked for. */
  asked: Json<Readonly<Record<string, string>>>;
  locale: string;
  template: string;
  /** What the applicant said, encrypted. */
  sealed: string | null;
  deadline: Instant | null;
  /** What that was before it waited for staff to look for a transfer. */
  pay_by: Later;
  kept_terms: Generated<string | null>;
  /** Who of the staff sees to it. */
  staff_id: number | null;
  created_at: Instant;
  moved_at: Instant;
  hidden_at: Instant | null;
  /** The one that it takes up again. */
  again_of: number | null;
  /** When somebody was reminded, in this state, that its time runs out or that they have not said that they moved in. */
  reminded_at: Instant | null;
  /** Parts of the price asked for after the one that books. */
  asked_dues: Generated<number>;
  /** Filled by the database: the desk's list it is on (null for drafts), whose home it is, in which city, and rent, fees and deposit in whole units. */
  desk_list: Generated<DeskList | null>;
  supplier_id: Generated<number | null>;
  city_id: Generated<number | null>;
  amount: Generated<string | null>;
};

type OrderEventsTable = {
  id: Generated<number>;
  order_id: number;
  event: string;
  from_state: OrderState;
  to_state: OrderState;
  actor: OrderActor;
  staff_id: number | null;
  note: string;
  /** For staff alone. */
  is_internal: boolean;
  at: Instant;
};

type OrderContractsTable = {
  id: Generated<number>;
  order_id: number;
  signer: 'applicant' | 'guardian';
  /** What was signed, encrypted: it names who signed. */
  document: string;
  document_hash: string;
  binding_language: string;
  signed_at: Instant;
  /** Name and network address of who signed, encrypted. */
  sealed: string;
  /** The PDF as it was made on signing, in base64, encrypted. */
  file: string | null;
};

/** What a supplier says of a contract that was signed. */
type ContractWordsTable = {
  id: Generated<number>;
  order_id: number;
  /** What the applicant signed. */
  contract_id: number;
  document_hash: string;
  word: ContractWord;
  /** Null where it was signed on paper. */
  link_id: number | null;
  /** Who of the staff noted that it was signed on paper. */
  staff_id: number | null;
  /** Who signed, as what and from where, or why not, encrypted. */
  sealed: string;
  /** The PDF with all signatures, in base64, encrypted; of what was signed by a link alone. */
  file: string | null;
  at: Instant;
};

type OrderEdgesTable = { from_state: OrderState; event: OrderEvent; actor: OrderActor; to_state: OrderState; timing: Generated<EdgeTime> };
type OrderFilesTable = { order_id: number; kind: string; file: string; added_at: Instant };
type SponsorLinksTable = {
  id: Generated<number>;
  order_id: number;
  user_id: number;
  digest: string;
  /** How the sponsor knows who asks, encrypted. */
  sealed: string;
  locale: string;
  shows_price: boolean;
  made_at: Instant;
  expires_at: Instant;
  ended_at: Instant | null;
  used_at: Instant | null;
};
/** What is owed to a supplier who collects. */
type SupplierDuesTable = {
  id: Generated<number>;
  order_id: number;
  /** `booking`, or a day. */
  due_on: string;
  currency: string;
  minor: bigint;
  due_at: Instant;
  state: Generated<'open' | 'received' | 'withdrawn'>;
  proof: string | null;
  /** Null where there is none, or staff have looked at it. */
  proof_at: Instant | null;
  received_at: Instant | null;
  /** Who of the staff recorded the supplier's word; null where the supplier said it by a link. */
  received_by: number | null;
  received_by_link: Generated<boolean>;
};
/** What a supplier who collects owes back. */
type SupplierReturnsTable = {
  id: Generated<number>;
  order_id: number;
  currency: string;
  minor: bigint;
  owed_at: Instant;
  returned_at: Instant | null;
  /** How the supplier says that they sent it. */
  note: string | null;
  recorded_by: number | null;
};
/** Why an order was cancelled, where it was not a change of mind, and what comes back once it is proven. */
type OrderClaimsTable = {
  order_id: number;
  event: CancellationEvent;
  currency: string;
  minor: bigint;
  /** Kinds of proof with commas between them. */
  proof: string;
  proof_until: Day | null;
  told_at: Instant;
  state: ClaimState;
  decided_at: Instant | null;
  decided_by: number | null;
};
/** What staff decided about a part of the price that was not paid by its day; one of the two names it. */
type ArrearsDecisionsTable = {
  id: Generated<number>;
  order_id: number;
  request_id: number | null;
  due_id: number | null;
  deed: ArrearsDeed;
  was_due_at: Instant;
  until: Day | null;
  note: string;
  staff_id: number;
  decided_at: Instant;
};
/** By which mails somebody was reminded of such a part. */
type ArrearsRemindersTable = {
  order_id: number;
  request_id: number | null;
  due_id: number | null;
  was_due_at: Instant;
  step: ArrearsStep;
  sent_at: Instant;
};
/** A deposit to give back; once the stay is over. */
type DepositReturnsTable = {
  order_id: number;
  currency: string;
  minor: bigint;
  taken_by: Collector;
  over_on: Day;
  law: string | null;
  law_days: number | null;
  law_from: GiveBack['from'] | null;
  due_on: Day | null;
  state: Generated<DepositState>;
  moved_event: DepositEvent | null;
  moved_by: DepositActor | null;
  moved_at: Instant;
  proposal_id: Generated<number | null>;
  given_on: Generated<Day | null>;
};
type DepositProposalsTable = {
  id: Generated<number>;
  order_id: number;
  kind: ProposalKind;
  note: string;
  /** Who of the staff said it, or by which link the provider did. */
  staff_id: number | null;
  link_id: Generated<number | null>;
  made_at: Instant;
};
type DepositDeductionsTable = { proposal_id: number; number: number; reason: DeductionReason; minor: bigint; note: string; evidence: number | null };
type DepositAnswersTable = { proposal_id: number; user_id: number; answer: DepositAnswer; note: string; answered_at: Instant };
type ApplicationProfilesTable = { user_id: number; sealed: string; saved_at: Instant };

export type OrdersTables = {
  orders: OrdersTable;
  order_edges: OrderEdgesTable;
  order_events: OrderEventsTable;
  order_contracts: OrderContractsTable;
  contract_words: ContractWordsTable;
  order_files: OrderFilesTable;
  order_claims: OrderClaimsTable;
  arrears_decisions: ArrearsDecisionsTable;
  arrears_reminders: ArrearsRemindersTable;
  deposit_returns: DepositReturnsTable;
  deposit_proposals: DepositProposalsTable;
  deposit_deductions: DepositDeductionsTable;
  deposit_answers: DepositAnswersTable;
  application_profiles: ApplicationProfilesTable;
  sponsor_links: SponsorLinksTable;
  supplier_dues: SupplierDuesTable;
  supplier_returns: SupplierReturnsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends OrdersTables {}
}

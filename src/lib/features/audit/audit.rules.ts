/**
 * What may be written into the audit log: actions and the facts each carries, as data. A fact is a number, a flag, or one of
 * some words; there is no room for text, so that no name, address or secret can get in.
 */

/** `id`, `count`: whole numbers below 2³¹. `minor`: money in minor units. A list: one of these words. */
export type FactKind = 'id' | 'count' | 'minor' | 'flag' | readonly string[];

type ActionDefinition = { readonly summary: string; readonly facts: Readonly<Record<string, FactKind>> };

const identities = ['partner', 'staff'] as const;
const means = ['password', 'code', 'third-party', 'ticket', 'passkey', 'password-and-code'] as const;
/** Why staff did something to an account; `staff.schema.ts` has the same words. */
const reasons = ['asked', 'fraud', 'abuse', 'lost', 'mistake', 'law'] as const;
/** Why a home was hidden, what came of a report, and what was checked how; `desk.schema.ts` and `listings.schema.ts` have the same words. */
const hideReasons = ['wrong-price', 'gone', 'scam', 'duplicate', 'law', 'other'] as const;
const reportOutcomes = ['nothing-wrong', 'corrected', 'told', 'hidden'] as const;
const checkedFacts = ['address', 'owner', 'photos', 'price', 'safety-certificate'] as const;
const checkMethods = ['visit', 'video-call', 'documents', 'register'] as const;
const threadDeeds = ['answer', 'note', 'claim', 'release', 'close', 'reopen', 'spam', 'give', 'team', 'merge', 'wait', 'put-back'] as const;
const submissionDeeds = ['settle', 'reopen', 'remove'] as const;
const formDeeds = ['make', 'change', 'field'] as const;
const paymentDeeds = ['confirm', 'refuse', 'book', 'return', 'close', 'refund', 'bank-won', 'bank-lost'] as const;
const rentDeeds = ['send', 'pay-out', 'refund', 'keep', 'note'] as const;
const reviewDeeds = ['publish', 'note', 'remove', 'reply', 'show-answer', 'refuse-answer', 'ask'] as const;
const orderDeeds = [
  'take',
  'give-back',
  'keep-terms',
  'hand-over',
  'note',
  'ask-again',
  'give-all-back',
  'breaks-seen',
  'supplier-paid',
  'supplier-refused',
  'supplier-returned',
  'claim-give',
  'claim-refuse',
  'ask-provider',
  'provider-paper',
] as const;
/** `arrears.schema.ts` has the same words. */
const arrearsDeeds = ['more-time', 'arranged', 'end'] as const;
/** `deposits.schema.ts` has the same words. */
const depositDeeds = ['propose', 'whole', 'decided', 'us', 'provider', 'again'] as const;
const staffRoles = ['support', 'finance', 'editor', 'admin'] as const;

export const auditActions = {
  'signed-in': { summary: 'A person signed in', facts: { means } },
  'sign-in-refused': { summary: 'A sign-in was refused', facts: { means, why: ['unknown', 'wrong', 'limit', 'closed'], tries: 'count' } },
  'session-ended': { summary: 'A session was ended before its time', facts: { why: ['logout', 'reset', 'erase', 'staff'] } },
  'means-changed': { summary: 'A way to sign in was set, changed or taken away', facts: { means, change: ['set', 'changed', 'taken'] } },
  'contact-changed': { summary: 'A mail address or phone was changed', facts: { which: ['mail', 'phone'] } },
  'contact-claimed': { summary: 'A contact of an account was proved by another', facts: { other: 'id', state: ['waiting', 'case'] } },
  'contact-kept': { summary: 'A contact that another account asked for was kept', facts: {} },
  'contact-given': { summary: 'A contact went to the account that had proved it', facts: { other: 'id', which: ['mail', 'phone'] } },
  'claim-decided': {
    summary: 'A member of staff decided whose a contact is',
    facts: { other: 'id', decision: ['give', 'keep'], reason: ['shown', 'agreed', 'unused', 'doubt', 'law'] },
  },
  'accounts-joined': { summary: 'Another account of the same person was joined with theirs', facts: { other: 'id' } },
  'identity-given': { summary: 'A person was made partner or staff', facts: { identity: identities } },
  'identity-taken': { summary: 'A person is partner or staff no longer', facts: { identity: identities } },
  'desk-searched': { summary: 'A member of staff searched what people told us', facts: { found: 'count' } },
  'person-sought': { summary: 'A member of staff looked for an account', facts: { found: 'flag' } },
  'person-seen': { summary: 'A member of staff looked at a person’s account', facts: {} },
  'name-by-hand': { summary: 'A member of staff had a name confirmed by hand, agreed to it, or took it back', facts: { deed: ['ask', 'agree', 'end'] } },
  'person-locked': { summary: 'An account was locked', facts: { reason: reasons, sessions: 'count' } },
  'person-unlocked': { summary: 'An account was unlocked', facts: { reason: reasons } },
  'person-signed-out': { summary: 'A person was signed out everywhere', facts: { reason: reasons, sessions: 'count' } },
  'proved-again': { summary: 'A member of staff showed once more that it is them', facts: { means } },
  'staff-added': { summary: 'A member of staff was added', facts: { role: staffRoles } },
  'staff-changed': { summary: 'A member of staff got another role', facts: { role: staffRoles } },
  'staff-ended': { summary: 'A member of staff left', facts: {} },
  'person-exported': { summary: 'A person’s data were given out', facts: { rows: 'count' } },
  'person-erased': { summary: 'A person’s data were erased', facts: {} },
  'enquiry-seen': { summary: 'A member of staff read what somebody asked', facts: {} },
  'enquiry-changed': { summary: 'A member of staff did something to a thread', facts: { deed: threadDeeds } },
  'threads-changed': { summary: 'A member of staff did something to many threads at once', facts: { deed: threadDeeds, threads: 'count' } },
  'threads-exported': { summary: 'A member of staff exported threads', facts: { personal: 'flag' } },
  'resume-seen': { summary: 'A member of staff read an application', facts: {} },
  'resume-changed': { summary: 'A member of staff did something to an application', facts: { deed: submissionDeeds } },
  'form-changed': { summary: 'A member of staff made or changed a form', facts: { deed: formDeeds } },
  'answer-seen': { summary: 'A member of staff read what somebody sent with a form', facts: {} },
  'answer-changed': { summary: 'A member of staff did something to what somebody sent with a form', facts: { deed: submissionDeeds } },
  'answers-exported': { summary: 'A member of staff exported what was sent with a form', facts: {} },
  'feedback-seen': { summary: 'A member of staff read feedback', facts: {} },
  'feedback-changed': { summary: 'A member of staff did something to feedback', facts: { deed: submissionDeeds } },
  'file-seen': { summary: 'A member of staff fetched a file that somebody sent', facts: {} },
  'home-hidden': { summary: 'A home was taken from all pages', facts: { reason: hideReasons } },
  'home-restored': { summary: 'A home is shown again', facts: {} },
  'home-checked': { summary: 'Something about a home was checked', facts: { fact: checkedFacts, method: checkMethods } },
  'report-settled': { summary: 'A report about a home was seen to', facts: { report: 'id', outcome: reportOutcomes } },
  'provider-terms-changed': {
    summary: 'Who collects for a provider, where, or how long their orders wait was set',
    facts: { collects: ['operator', 'supplier'], hours: 'count', lines: 'flag' },
  },
  'provider-party-changed': { summary: 'Who a provider is in law was set', facts: { fields: 'count' } },
  'provider-change': {
    summary: 'A change of what counts of a provider was asked for, agreed to, confirmed, taken back, or came to count',
    facts: { kind: ['address', 'terms'], deed: ['ask', 'agree', 'confirm', 'withdraw', 'count'] },
  },
  'provider-contact-changed': { summary: 'The address a provider is told at was set', facts: {} },
  'supplier-link-changed': {
    summary: 'A provider was sent a link, or one was ended',
    facts: { deed: ['send', 'end'], purpose: ['condition', 'review', 'payment', 'contract', 'deposit'] },
  },
  'stock-case-settled': { summary: 'A lease that was sold more often than it is left was seen to', facts: {} },
  'viewing-slots-changed': { summary: 'Times of video viewings were opened or closed', facts: { deed: ['open', 'close'], count: 'count' } },
  'viewing-moved': { summary: 'A member of staff gave a video viewing another time', facts: {} },
  'viewing-reported': { summary: 'A member of staff said what came of a video viewing', facts: { outcome: ['done', 'missed'] } },
  'rent-bank-seen': { summary: 'A member of staff looked at the account that a rent goes to', facts: {} },
  'rent-changed': { summary: 'A member of staff did something to a payment of rent', facts: { deed: rentDeeds, amount: 'minor' } },
  'review-seen': { summary: 'A member of staff read a review that is not shown', facts: {} },
  'review-decided': { summary: 'A member of staff decided about a review', facts: { deed: reviewDeeds } },
  'catalogue-imported': { summary: 'A supplier’s feed was taken in', facts: { houses: 'count', changed: 'count', removed: 'count', refused: 'count' } },
  'payment-changed': { summary: 'A member of staff did something to a payment', facts: { deed: paymentDeeds, amount: 'minor' } },
  'refund-decided': {
    summary: 'A member of staff decided about a refund',
    facts: { deed: ['agree', 'refuse', 'again', 'by-bank', 'sent', 'seen', 'unsent', 'drop'], amount: 'minor' },
  },
  'orders-exported': { summary: 'A member of staff exported orders', facts: {} },
  'payments-exported': { summary: 'A member of staff exported payments', facts: {} },
  'payout-asked': { summary: 'A member of staff asked that money be passed on, for a second person to do', facts: { amount: 'minor' } },
  'payout-recorded': { summary: 'Money that is held for a provider was passed on to them', facts: { amount: 'minor' } },
  'statement-taken': { summary: 'A statement of our bank was taken in', facts: { read: 'count', added: 'count' } },
  'statement-explained': {
    summary: 'A member of staff said what a movement of our bank was',
    facts: { was: ['bank-charge', 'settlement', 'own', 'unknown'], amount: 'minor' },
  },
  'coupon-changed': { summary: 'A member of staff made or ended a coupon, or gave one back', facts: { deed: ['make', 'end', 'give-back'] } },
  'order-seen': { summary: 'A member of staff looked at an order', facts: {} },
  'contract-seen': { summary: 'A member of staff fetched a contract that was signed', facts: {} },
  'contract-answered': { summary: 'A provider signed a contract by a link, or declined it', facts: { word: ['signed', 'declined'] } },
  'order-changed': { summary: 'A member of staff did something to an order', facts: { deed: orderDeeds } },
  'arrears-decided': {
    summary: 'A member of staff decided about a part of a price that was not paid by its day',
    facts: { deed: arrearsDeeds, amount: 'minor' },
  },
  'deposit-decided': {
    summary: 'Staff, or a provider by a link, said how much of a deposit goes back, or it was given back',
    facts: { deed: depositDeeds, amount: 'minor' },
  },
  'own-fee-withdrawn': { summary: 'A person withdrew from the operator’s own service in an order', facts: { amount: 'minor' } },
  'order-moved': { summary: 'An order went to another state by hand', facts: { from: 'id', to: 'id' } },
  'money-moved': {
    summary: 'Money was moved by hand',
    facts: { amount: 'minor', currency: ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'KRW', 'MYR', 'NZD', 'SGD', 'THB', 'USD'] },
  },
  'key-changed': { summary: 'A key of the installation was replaced', facts: { key: ['seal', 'app', 'audit'] } },
} as const satisfies Record<string, ActionDefinition>;
export type AuditAction = keyof typeof auditActions;

type FactOf<Kind> = Kind extends 'flag' ? boolean : Kind extends readonly (infer Word)[] ? Word : number;
type Facts<A extends AuditAction> = (typeof auditActions)[A]['facts'];

/** The facts of an action: each of them, and no other. */
export type FactsOf<A extends AuditAction> = { readonly [Name in keyof Facts<A>]: FactOf<Facts<A>[Name]> };

/** Who did it: a person, a member of staff, or a part of the program (`job:expire-holds`, `command:import`). */
export type Actor = `person:${number}` | `staff:${number}` | `job:${string}` | `command:${string}` | 'nobody';

/** What it was done to, by kind and id: `order:12`. */
export type Subject = `${string}:${number}`;

export type AuditEntry<A extends AuditAction = AuditAction> = {
  readonly actor: Actor;
  readonly action: A;
  readonly subject: Subject;
  readonly data: FactsOf<A>;
};

/** An entry that says what the log must not hold. The message names the field, never its value. */
export class AuditRefusedError extends Error {
  override name = 'AuditRefusedError';
}

const mostId = 2 ** 31 - 1;
const actorPattern = /^(?:(?:person|staff):[1-9]\d{0,9}|(?:job|command):[a-z][a-z-]{0,40}|nobody)$/;
const subjectPattern = /^[a-z][a-z-]{0,30}:[1-9]\d{0,9}$/;

function fits(kind: FactKind, value: unknown): boolean {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'id':
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= mostId;
    case 'minor':
      return Number.isSafeInteger(value);
    default:
      return typeof value === 'string' && kind.includes(value);
  }
}

/** A text whose number stays below 2³¹: longer ones may be a phone's or a card's. */
const isSmall = (text: string): boolean => Number(text.split(':')[1] ?? 0) <= mostId || !/\d/.test(text);

/**
 * The entry, if everything in it may be kept. Types see to it where the code is ours; this does so where values come from elsewhere.
 * @throws {AuditRefusedError}
 */
export function checkedEntry(entry: {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}): void {
  if (!Object.hasOwn(auditActions, entry.action)) throw new AuditRefusedError('action: the audit log knows no such action; add it to audit.rules.ts');
  if (!actorPattern.test(entry.actor) || !isSmall(entry.actor)) throw new AuditRefusedError('actor: neither a person, staff, a job, a command nor nobody');
  if (!subjectPattern.test(entry.subject) || !isSmall(entry.subject)) throw new AuditRefusedError('subject: not a kind and an id');
  const facts: Readonly<Record<string, FactKind>> = auditActions[entry.action as AuditAction].facts;
  for (const name of Object.keys(entry.data))
    if (!Object.hasOwn(facts, name)) throw new AuditRefusedError(`data: ${entry.action} has no fact of the name ${JSON.stringify(name.slice(0, 40))}`);
  for (const [name, kind] of Object.entries(facts))
    if (!fits(kind, entry.data[name])) throw new AuditRefusedError(`data.${name}: not what ${entry.action} says it is`);
}

/** What the hash before the first row is. */
export const noHash = '0'.repeat(64);

/** A row as it is hashed: `at` and `data` as the database writes them, so that no edit hides in how they are read. */
export type HashedRow = {
  readonly id: bigint;
  /** In UTC, to the microsecond. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly data: string;
  readonly prev_hash: string;
};

/**
 * One text for one row.
 * @example canonical({ id: 12n, at: '2026-11-22T10:00Z', actor: 'job:x', action: 'moved', subject: 'order:1', data: '{}', prev_hash: '0' }) // '["audit-1","12","2026-11-22T10:00Z","job:x","moved","order:1","{}","0"]'
 */
export function canonical({ id, at, actor, action, subject, data, prev_hash }: HashedRow): string {
  return JSON.stringify(['audit-1', id.toString(), at, actor, action, subject, data, prev_hash]);
}

/** `edited`: the row is not as it was written. `missing`: it is gone. `inserted`: it does not follow from the row before. */
export type Fault = 'edited' | 'missing' | 'inserted';

export type Verdict =
  | { readonly kind: 'whole'; readonly rows: number; readonly last: { readonly id: bigint; readonly hash: string } | undefined }
  | { readonly kind: 'broken'; readonly id: bigint; readonly fault: Fault };

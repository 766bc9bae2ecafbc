/**
 * Somebody licensed who brings money that is held here to a bank account of somebody else. Without one staff make the transfer at their
 * own bank and write its reference down.
 */
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';

/** Whose account it is, as the tenant wrote it. `bankCode`: a sort code, BSB or BIC without blanks, or nothing. */
export type Payee = {
  readonly holder: string;
  readonly isCompany: boolean;
  readonly account: string;
  readonly bankCode: string;
};

export type NewPayout = {
  /** Ours, a UUID; under one of them money is sent once, however often it is asked for. */
  readonly reference: string;
  readonly amount: Money;
  readonly payee: Payee;
  /** What the payee reads on the statement. */
  readonly message: string;
};

/**
 * `refused`: nothing was sent and nothing will be. `wrong-name`: the payee's bank knows the account under another name. `unreachable`:
 * nobody can tell now; it is asked for again.
 */
export type PayoutAnswer = { readonly ok: true; readonly providerRef: string } | { readonly ok: false; readonly why: 'refused' | 'wrong-name' | 'unreachable' };

/** `waiting`: somebody must release it at the provider. `returned`: the money is with us again, or never left. */
export type PayoutState = 'waiting' | 'under-way' | 'sent' | 'returned';

export type PayoutProvider = {
  readonly name: 'wise';
  /** As readers may see it. */
  readonly title: string;
  /** Whether an account can be reached with what is known of it. */
  reaches(currency: CurrencyCode, payee: Pick<Payee, 'account' | 'bankCode'>): boolean;
  /** May be asked again for the same reference: it is sent once. Never throws. */
  send(payout: NewPayout): Promise<PayoutAnswer>;
  /** What became of it; undefined when nobody can tell now. Never throws. */
  query(providerRef: string): Promise<PayoutState | undefined>;
  /** Whether real money moves. */
  readonly isLive: boolean;
};

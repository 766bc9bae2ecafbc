/** Payments of tests, at the embedded provider. */
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import type { PayableRef } from '#lib/features/payments/payments.schema.ts';
import { createSandboxRepository } from '#lib/features/payments/sandbox.repository.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { sandboxMessage } from '#lib/ports/payment/sandbox.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';

export const paymentsOf = (desk: AccountsDesk) => known(desk.on.services.people).payments;
export const userOf = async (by: Browser): Promise<UserId> => asId<UserId>((await by.call(sessionContract)).data.cust_id);

/** Begins to pay by card; by number where their session has ended meanwhile. Returns the payment's reference. */
export async function beginToPay(desk: AccountsDesk, by: Browser | UserId, ref: PayableRef): Promise<string> {
  const userId = typeof by === 'number' ? by : await userOf(by);
  const begun = await paymentsOf(desk).begin(ref, { method: 'card', userId, locale: 'en-us' }, desk.clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.value.reference;
}

/** The message by which the embedded provider tells that a payment was made. */
export async function paidMessage(desk: AccountsDesk, reference: string): Promise<{ readonly headers: Headers; readonly body: Buffer }> {
  const { payment } = known(await paymentsOf(desk).find(reference));
  await createSandboxRepository(desk.on.base.db).choose(reference, 'succeeded', desk.clock.now);
  const told = { id: `evt_${reference}`, reference, state: 'succeeded', minor: String(payment.amount.minor), currency: payment.amount.currency } as const;
  return sandboxMessage(desk.secrets.keyFor('payments'), told, desk.clock.now);
}

/** What the embedded provider tells once somebody has paid there. */
export async function tellPaid(desk: AccountsDesk, reference: string): Promise<string> {
  const { headers, body } = await paidMessage(desk, reference);
  return paymentsOf(desk).hear('sandbox', headers, body, desk.clock.now);
}

/** What the embedded provider tells of a dispute of somebody's bank. @param minor what it takes of the payment; all of it where it is not said. */
export async function tellDispute(
  desk: AccountsDesk,
  reference: string,
  state: 'chargeback' | 'chargeback-won' | 'chargeback-lost',
  minor?: bigint,
): Promise<string> {
  const { payment } = known(await paymentsOf(desk).find(reference));
  const { minor: whole, currency } = payment.amount;
  const told = { id: `evt_${reference}_${state}`, reference, state, dispute: `dp_${reference}`, minor: String(minor ?? whole), currency } as const;
  const { headers, body } = sandboxMessage(desk.secrets.keyFor('payments'), told, desk.clock.now);
  return paymentsOf(desk).hear('sandbox', headers, body, desk.clock.now);
}

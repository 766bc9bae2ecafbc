/** Transfers that wait for staff: those whose thing is paid for hear when one begins to wait, and what became of it. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import { isLookedInto } from './payments.rules.ts';
import type { Looked, Payable, PayableKind, PayableRef } from './payments.schema.ts';

type Parts = {
  readonly repository: Pick<PaymentsRepository, 'paymentsOf' | 'requestsOf' | 'setDue'>;
  /** Asked when something happens: features that are paid for are made after this one. */
  readonly payables: () => Record<PayableKind, Payable | undefined>;
};

export type Looking = ReturnType<typeof createLooking>;

export function createLooking({ repository, payables }: Parts) {
  /** Whether any transfer for what is still to be paid waits for staff. */
  async function waits(ref: PayableRef, tx?: DbTransaction): Promise<boolean> {
    for (const { id, state } of await repository.requestsOf(ref, tx))
      if ((state === 'open' || state === 'part_paid') && (await repository.paymentsOf(id, tx)).some(isLookedInto)) return true;
    return false;
  }

  return {
    waits,

    /** As part of the transaction that makes it true. What is asked for is due when the thing is lost. */
    async looked(tx: DbTransaction, ref: PayableRef, what: Looked, now: Date): Promise<void> {
      const until = await payables()[ref.kind]?.looked?.(tx, ref.code, { ...what, waits: await waits(ref, tx) }, now);
      if (until) await repository.setDue(tx, ref, until);
    },
  };
}

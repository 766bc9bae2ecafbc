import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { SandboxLine, SandboxPayment } from './payments.schema.ts';

export type SandboxRepository = ReturnType<typeof createSandboxRepository>;

/** The books of the provider where no money moves. */
export function createSandboxRepository(db: Db) {
  type Row = { reference: string; minor: bigint; currency: string; outcome: 'succeeded' | 'failed' | null; tells_at: Date | null };
  const paymentOf = ({ reference, minor, currency, outcome, tells_at }: Row): SandboxPayment | undefined =>
    isCurrency(currency) ? { reference, amount: { minor, currency }, outcome: outcome ?? undefined, tellsAt: tells_at ?? undefined } : undefined;
  const columns = ['reference', 'minor', 'currency', 'outcome', 'tells_at'] as const;

  const book = {
    async open({ reference, amount }: { readonly reference: string; readonly amount: Money }, now: Date): Promise<void> {
      await db
        .insertInto('sandbox_payments')
        .values({ reference, minor: amount.minor, currency: amount.currency, back_minor: 0n, created_at: now })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .execute();
    },

    async find(reference: string): Promise<SandboxPayment | undefined> {
      const row = await db.selectFrom('sandbox_payments').select(columns).where('reference', '=', reference).executeTakeFirst();
      return row && paymentOf(row);
    },

    sendBack: (reference: string, refund: string, amount: Money): Promise<boolean> =>
      transact(
        db,
        async (tx) => {
          const row = await tx.selectFrom('sandbox_payments').select(['minor', 'back_minor', 'outcome']).where('reference', '=', reference).executeTakeFirst();
          if (row?.outcome !== 'succeeded') return false;
          // Asked again for the same refund, it says the same.
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto('sandbox_payments')
            .values({ reference: `refund ${refund}`, minor: amount.minor, currency: amount.currency, back_minor: 0n, created_at: new Date() })
            .onConflict((conflict) => conflict.column('reference').doNothing())
            .executeTakeFirst();
          if (!numInsertedOrUpdatedRows) return true;
          if (row.back_minor + amount.minor > row.minor) throw new TypeError('more goes back than came');
          await tx
            .updateTable('sandbox_payments')
            .set({ back_minor: row.back_minor + amount.minor })
            .where('reference', '=', reference)
            .execute();
          return true;
        },
        { lockOf: `sandbox:${reference}` },
      ),

    async list(from: Date, to: Date): Promise<readonly SandboxLine[]> {
      const rows = await db
        .selectFrom('sandbox_payments')
        .select([...columns, 'created_at'])
        .where((eb) =>
          eb.or([
            eb.and([eb('outcome', '=', 'succeeded'), eb('tells_at', '>=', from), eb('tells_at', '<', to)]),
            eb.and([eb('reference', 'like', 'refund %'), eb('created_at', '>=', from), eb('created_at', '<', to)]),
          ]),
        )
        .execute();
      return rows.map(({ reference, minor, currency }): SandboxLine => {
        const isRefund = reference.startsWith('refund ');
        const own = isRefund ? reference.slice('refund '.length) : reference;
        return { kind: isRefund ? 'refund' : 'payment', reference: own, providerRef: `sandbox_${own}`, amount: { minor, currency } };
      });
    },
  };

  return {
    book,

    /** Keeps what was chosen, once. Returns whether nothing had been chosen before. */
    async choose(reference: string, outcome: 'succeeded' | 'failed', tellsAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sandbox_payments')
        .set({ outcome, tells_at: tellsAt })
        .where('reference', '=', reference)
        .where('outcome', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async toTell(now: Date): Promise<readonly SandboxPayment[]> {
      const rows = await db.selectFrom('sandbox_payments').select(columns).where('tells_at', '<=', now).where('told_at', 'is', null).limit(200).execute();
      return rows.flatMap((row) => paymentOf(row) ?? []);
    },

    async told(reference: string, now: Date): Promise<void> {
      await db.updateTable('sandbox_payments').set({ told_at: now }).where('reference', '=', reference).execute();
    },
  };
}

import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { SandboxDispute, SandboxLine, SandboxPayment } from './payments.schema.ts';

/** Lines of one list. */
const mostLines = 2_000;

export type SandboxRepository = ReturnType<typeof createSandboxRepository>;

/** The books of the provider where no money moves. */
export function createSandboxRepository(db: Db) {
  type Row = { reference: string; minor: bigint; currency: string; outcome: 'succeeded' | 'failed' | null; tells_at: Date | null };
  const paymentOf = ({ reference, minor, currency, outcome, tells_at }: Row): SandboxPayment | undefined =>
    isCurrency(currency) ? { reference, amount: { minor, currency }, outcome: outcome ?? undefined, tellsAt: tells_at ?? undefined } : undefined;
  const disputeColumns = ['reference', 'minor', 'currency', 'dispute', 'disputes_at'] as const;
  const disputeOf = (row: { reference: string; minor: bigint; currency: string; dispute: SandboxDispute['dispute'] | null; disputes_at: Date | null }) => {
    const { reference, minor, currency, dispute, disputes_at: disputesAt } = row;
    return dispute && disputesAt && isCurrency(currency) ? { reference, amount: { minor, currency }, dispute, disputesAt } : undefined;
  };
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

    async list(from: Date, to: Date): Promise<{ readonly lines: readonly SandboxLine[]; readonly isWhole: boolean }> {
      const isWithin = (at: Date | null): at is Date => at !== null && at >= from && at < to;
      const rows = await db
        .selectFrom('sandbox_payments')
        .select([...columns, 'created_at', 'dispute', 'disputes_at', 'dispute_ended_at'])
        .where((eb) =>
          eb.or(
            (['tells_at', 'created_at', 'disputes_at', 'dispute_ended_at'] as const).map((column) => eb.and([eb(column, '>=', from), eb(column, '<', to)])),
          ),
        )
        .orderBy('created_at')
        .orderBy('reference')
        .limit(mostLines + 1)
        .execute();
      const lines = rows.slice(0, mostLines).flatMap((row): readonly SandboxLine[] => {
        const {
          reference,
          minor,
          currency,
          outcome,
          created_at: createdAt,
          tells_at: toldAt,
          dispute,
          disputes_at: disputesAt,
          dispute_ended_at: endedAt,
        } = row;
        const isRefund = reference.startsWith('refund ');
        const own = isRefund ? reference.slice('refund '.length) : reference;
        const line = { reference: own, amount: { minor, currency } };
        if (isRefund) return isWithin(createdAt) ? [{ ...line, kind: 'refund', at: createdAt }] : [];
        return [
          ...(outcome === 'succeeded' && isWithin(toldAt) ? [{ ...line, kind: 'payment' as const, at: toldAt }] : []),
          ...(isWithin(disputesAt) ? [{ ...line, kind: 'dispute' as const, at: disputesAt }] : []),
          ...(dispute === 'won' && isWithin(endedAt) ? [{ ...line, kind: 'dispute-back' as const, at: endedAt }] : []),
        ];
      });
      return { lines, isWhole: rows.length <= mostLines };
    },

    async disputed(from: Date, to: Date): Promise<readonly SandboxDispute[]> {
      const rows = await db
        .selectFrom('sandbox_payments')
        .select(disputeColumns)
        .where('disputes_at', '>=', from)
        .where('disputes_at', '<', to)
        .orderBy('disputes_at')
        .limit(200)
        .execute();
      return rows.flatMap((row) => disputeOf(row) ?? []);
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

    /** From then on the payer's bank has taken the money back; once. */
    async dispute(reference: string, at: Date): Promise<void> {
      await db
        .updateTable('sandbox_payments')
        .set({ dispute: 'open', disputes_at: at })
        .where('reference', '=', reference)
        .where('outcome', '=', 'succeeded')
        .where('dispute', 'is', null)
        .execute();
    },

    /** What the bank decides. Returns whether it was open. */
    async decide(reference: string, outcome: 'won' | 'lost', now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sandbox_payments')
        .set({ dispute: outcome, dispute_ended_at: now })
        .where('reference', '=', reference)
        .where('dispute', '=', 'open')
        .where('disputes_at', '<=', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Disputes of which the last was not told yet. */
    async disputesToTell(now: Date): Promise<readonly SandboxDispute[]> {
      const rows = await db
        .selectFrom('sandbox_payments')
        .select(disputeColumns)
        .where('disputes_at', '<=', now)
        .where((eb) => eb.or([eb('dispute_told', 'is', null), eb('dispute_told', '<>', eb.ref('dispute'))]))
        .limit(200)
        .execute();
      return rows.flatMap((row) => disputeOf(row) ?? []);
    },

    async disputeTold(reference: string, told: SandboxDispute['dispute']): Promise<void> {
      await db.updateTable('sandbox_payments').set({ dispute_told: told }).where('reference', '=', reference).execute();
    },
  };
}

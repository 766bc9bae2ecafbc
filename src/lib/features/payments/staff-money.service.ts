/** What staff do about money. Each deed stands in the audit log, in the same transaction. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentDeed, RefundDeed } from './payments-forms.schema.ts';
import { isNameOf } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';
import type { PaymentsService } from './payments.service.ts';
import type { SandboxService } from './sandbox.service.ts';

type Parts = {
  readonly payments: PaymentsService;
  readonly sandbox: Pick<SandboxService, 'decide'> | undefined;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type StaffMoneyService = ReturnType<typeof createStaffMoneyService>;

export function createStaffMoneyService({ payments, sandbox, audit, transact }: Parts) {
  return {
    async see(
      reference: string,
      { deed, sum, reason }: { readonly deed: PaymentDeed; readonly sum: string; readonly reason: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<undefined, 'unknown' | 'not-now' | 'no-sum' | 'more-than-paid' | 'passed-on' | 'same-person'>> {
      const known = await payments.find(reference);
      if (!known) return refused('unknown');
      const { payment, request } = known;
      const amount = readAmount(sum, payment.amount.currency);
      const needsSum = deed === 'confirm' || deed === 'refund';
      if (needsSum && (!amount || amount.minor === 0n)) return refused('no-sum');
      const moved = amount ?? { minor: 0n, currency: payment.amount.currency };
      const write = (tx: DbTransaction) => {
        const data = { deed, amount: Number(needsSum ? moved.minor : 0n) };
        return audit.append(tx, { actor: `staff:${by}`, action: 'payment-changed', subject: `payment:${payment.id}`, data });
      };
      if (deed === 'bank-won' || deed === 'bank-lost') {
        // At the provider where no money moves staff play the bank: it tells as any other, in a transaction of its own.
        if (payment.provider !== 'sandbox' || !sandbox) return refused('not-now');
        const decided = await sandbox.decide(reference, deed === 'bank-won' ? 'won' : 'lost', now);
        if (decided.ok) await transact(request, write);
        return decided;
      }
      return transact(request, async (tx) => {
        const outcome = await (async () => {
          switch (deed) {
            case 'confirm':
              return payments.confirmTransfer(tx, reference, moved, now);
            case 'refuse':
              return payments.refuseTransfer(tx, reference, now);
            case 'return':
              return payments.giveStrayBack(tx, reference, by, now);
            case 'book':
              // By another session, and of the same currency; else an amount that is not what was asked.
              return payment.held?.why === 'reference' ? payments.bookStray(tx, reference, by, now) : payments.resolve(tx, reference, deed, now);
            case 'close':
              return payments.resolve(tx, reference, deed, now);
            case 'refund':
              if (await payments.passedOn(request, tx)) return refused('passed-on');
              return payments.collecting.refund(tx, request, { amount: moved, reason, by }, now);
          }
        })();
        if (!outcome.ok) return outcome;
        await write(tx);
        return done(undefined);
      });
    },

    /** Returns the number of the payment that it belongs to. */
    async decide(
      id: number,
      { deed, why, holder }: { readonly deed: RefundDeed; readonly why: string; readonly holder: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<string, 'unknown' | 'not-now' | 'same-person' | 'no-reason' | 'other-name'>> {
      const known = await payments.ofRefund(id);
      if (!known) return refused('unknown');
      const { refund, payment, request } = known;
      const write = (tx: DbTransaction) =>
        audit.append(tx, { actor: `staff:${by}`, action: 'refund-decided', subject: `refund:${id}`, data: { deed, amount: Number(refund.amount.minor) } });
      if (deed === 'seen') {
        if (refund.state !== 'by-hand' || !refund.sent) return refused('not-now');
        if (refund.sent.by === by) return refused('same-person');
        if (!(await payments.sentByHand(id, now, write))) return refused('not-now');
        return done(payment.reference);
      }
      if (deed === 'sent' || deed === 'unsent') {
        // What somebody paid for another by a link goes back to whom we know at most as they call themselves.
        const names = payment.link === undefined ? await payments.payerNames(request) : [];
        if (deed === 'sent' && names.length > 0 && !isNameOf(holder, names)) return refused('other-name');
        return transact(request, async (tx) => {
          if (!(await payments.noteSent(tx, id, deed === 'sent' ? { by, at: now } : undefined))) return refused('not-now');
          await write(tx);
          return done(payment.reference);
        });
      }
      if (deed === 'again' || deed === 'by-bank')
        return transact(request, async (tx) => {
          if (!(await payments.decideRefusal(tx, id, deed))) return refused('not-now');
          await write(tx);
          return done(payment.reference);
        });
      if (deed === 'drop' && why === '') return refused('no-reason');
      return transact(request, async (tx) => {
        const outcome = deed === 'drop' ? await payments.dropRefund(tx, id, why, now) : await payments.decideRefund(tx, id, by, deed === 'agree');
        if (!outcome.ok) return outcome;
        await write(tx);
        return done(payment.reference);
      });
    },
  };
}

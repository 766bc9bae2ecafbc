/** Proofs of transfers: a payer brings one, staff confirm the transfer against it. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner, Upload } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { PaymentId, UserId } from '#lib/ids/ids.ts';
import type { TransferMethod } from '#lib/money/payment-methods.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Looking } from './looking.service.ts';
import type { PaymentOf, PaymentsRepository } from './payments.repository.ts';
import { takesVoucher, voucherDays } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly uploads: Pick<UploadsService, 'claim' | 'find' | 'release' | 'describe'>;
  readonly looked: Looking['looked'];
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type VouchersService = ReturnType<typeof createVouchersService>;

export function createVouchersService({ repository, uploads, looked, transact }: Parts) {
  const own = async (reference: string, userId: UserId, tx?: DbTransaction): Promise<PaymentOf | undefined> => {
    const known = await repository.payment(tx, { reference });
    return known && known.request.userId === userId ? known : undefined;
  };

  return {
    /** Takes a proof in the place of the one before, which goes. */
    async bring(
      reference: string,
      file: string,
      owner: FileOwner & { readonly userId: UserId },
      now: Date,
    ): Promise<Outcome<TransferMethod, 'unknown' | 'not-now' | 'no-file'>> {
      const seen = await own(reference, owner.userId);
      if (!seen) return refused('unknown');
      return transact(seen.request, async (tx) => {
        const { payment } = (await own(reference, owner.userId, tx)) ?? seen;
        const { method } = payment;
        if (!isTransfer(method) || !takesVoucher(payment)) return refused('not-now');
        if (payment.voucher === file) return done(method);
        const until = new Date(now.getTime() + voucherDays * dayMs);
        if (!(await uploads.claim(tx, file, 'voucher', owner, now, until))) return refused('no-file');
        if (payment.voucher !== undefined) await uploads.release(tx, payment.voucher, now);
        await repository.setPayment(tx, payment.id, { voucher: file, voucher_at: now });
        await looked(tx, seen.request, { what: 'proof', reference }, now);
        return done(method);
      });
    },

    /** What the payer brought, as they see it; undefined for who has brought none. */
    async ofPayer({ voucher }: PaymentOf['payment'], userId: UserId, now: Date): Promise<Upload | undefined> {
      return voucher === undefined ? undefined : uploads.find(voucher, { userId, visit: undefined }, now);
    },

    /** What it is, for staff; its bytes are opened apart, and that is written down. */
    async forStaff({ voucher }: PaymentOf['payment'], now: Date): Promise<Upload | undefined> {
      return voucher === undefined ? undefined : uploads.describe(voucher, now);
    },

    /** The payment that a file is the proof of. */
    ofFile: (file: string): Promise<PaymentId | undefined> => repository.ofVoucher(file),
  };
}

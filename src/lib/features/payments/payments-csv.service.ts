/** Gives payments out as CSV, some at a time, the latest first: what was asked, what came and what went back, and nobody's name. */
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import { csvMark, csvRow } from '#lib/csv.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { PaymentOf, PaymentsRepository } from './payments.repository.ts';

export type PaymentsCsv = ReturnType<typeof paymentsCsv>;

/** Payments of one export. */
const most = 20_000;

const columns = [
  ['payment', ({ payment }) => payment.reference],
  ['for', ({ request }) => request.kind],
  ['code', ({ request }) => request.code],
  ['provider', ({ payment }) => payment.provider],
  ['method', ({ payment }) => payment.method],
  ['state', ({ payment }) => payment.state],
  ['currency', ({ payment }) => payment.amount.currency],
  ['asked', ({ payment }) => toDecimal(payment.amount)],
  ['came', ({ payment }) => toDecimal(payment.received)],
  ['went_back', ({ payment }) => toDecimal(payment.back)],
  ['begun_at', ({ payment }) => payment.createdAt.toISOString()],
  ['came_at', ({ payment }) => payment.settledAt?.toISOString() ?? ''],
] as const satisfies readonly (readonly [string, (one: PaymentOf) => string])[];

type Parts = {
  readonly repository: Pick<PaymentsRepository, 'queue'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function paymentsCsv({ repository, audit, transact }: Parts) {
  return {
    /** @returns undefined for who does not see to money. */
    async export(
      _: URLSearchParams,
      { staffId, standing }: { readonly staffId: StaffId; readonly standing: Standing },
    ): Promise<AsyncGenerator<string> | undefined> {
      if (refusalOf('staff-money', standing) !== undefined) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'payments-exported', subject: `staff:${staffId}`, data: {} }));
      return (async function* pieces() {
        // The mark by which spreadsheets know UTF-8.
        yield csvMark + csvRow(columns.map(([name]) => name));
        let before: number | undefined;
        for (let count = 0; count < most; ) {
          const some = await repository.queue('all', before);
          if (some.length === 0) return;
          yield some.map((one) => csvRow(columns.map(([, read]) => read(one)))).join('');
          count += some.length;
          before = some.at(-1)?.payment.id;
        }
        yield csvRow([`Cut: only the latest ${most} payments are here.`]);
      })();
    },
  };
}

/** Invoices and credit notes that were issued. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { PaymentRequestId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { invoiceText } from './invoices.rules.ts';
import type { FeeTax, InvoiceKind } from './invoices.rules.ts';
import { moneyOf } from './payment-rows.repository.ts';

export type Issued = {
  readonly id: number;
  readonly kind: InvoiceKind;
  /** As it stands on it. */
  readonly text: string;
  readonly subject: string;
  readonly amount: Money;
  readonly issuedAt: Date;
  readonly tax: (FeeTax & { readonly amount: Money }) | undefined;
};

type Row = {
  id: number;
  operator: string;
  year: number;
  kind: InvoiceKind;
  number: number;
  subject: string;
  minor: bigint;
  currency: string;
  issued_at: Date;
  tax_number: string | null;
  tax_bp: number | null;
  tax_minor: bigint | null;
};

const issuedOf = (row: Row): Issued => ({
  id: row.id,
  kind: row.kind,
  text: invoiceText(row),
  subject: row.subject,
  amount: moneyOf(row.minor, row.currency),
  issuedAt: row.issued_at,
  tax:
    row.tax_bp === null || row.tax_minor === null || row.tax_number === null
      ? undefined
      : { number: row.tax_number, basisPoints: row.tax_bp, amount: moneyOf(row.tax_minor, row.currency) },
});

export function createInvoicesRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    /** Gives it the next number of its operator, year and kind; one that was issued keeps its own. */
    async issueInvoice(
      tx: DbTransaction,
      {
        operator,
        kind,
        subject,
        requestId,
        amount,
      }: { readonly operator: string; readonly kind: InvoiceKind; readonly subject: string; readonly requestId: PaymentRequestId; readonly amount: Money },
      at: Date,
    ): Promise<Issued> {
      const known = await tx.selectFrom('invoices').selectAll().where('kind', '=', kind).where('subject', '=', subject).executeTakeFirst();
      if (known) return issuedOf(known);
      const year = at.getUTCFullYear();
      // The row stays locked until the transaction ends: whoever comes next gets the next number, or this one where nothing came of it.
      const { last } = await tx
        .insertInto('invoice_counters')
        .values({ operator, year, kind, last: 1 })
        .onConflict((conflict) => conflict.columns(['operator', 'year', 'kind']).doUpdateSet({ last: sql<number>`invoice_counters.last + 1` }))
        .returning('last')
        .executeTakeFirstOrThrow();
      const row = await tx
        .insertInto('invoices')
        .values({ operator, year, kind, number: last, subject, request_id: requestId, minor: amount.minor, currency: amount.currency, issued_at: at })
        .returningAll()
        .executeTakeFirstOrThrow();
      return issuedOf(row);
    },

    /** What was issued for a request, in the order of its numbers. */
    async issuedFor(requestId: PaymentRequestId, tx?: DbTransaction): Promise<readonly Issued[]> {
      const rows = await from(tx).selectFrom('invoices').selectAll().where('request_id', '=', requestId).orderBy('id').execute();
      return rows.map(issuedOf);
    },

    /** Which tax is in it; once said, it stays. */
    async sayTax(
      tx: DbTransaction,
      id: number,
      { country, number, basisPoints, amount }: FeeTax & { readonly country: string; readonly amount: Money },
    ): Promise<void> {
      const tax = { tax_country: country, tax_number: number, tax_bp: basisPoints, tax_minor: amount.minor };
      await tx.updateTable('invoices').set(tax).where('id', '=', id).where('tax_bp', 'is', null).execute();
    },
  };
}

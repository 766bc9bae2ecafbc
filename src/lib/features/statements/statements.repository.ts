/** Movements of our bank, and postings of ours on its account. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { OpenLine, OpenPosting } from './statements.rules.ts';
import type { Explanation, StatementEntry } from './statements.schema.ts';

/** Rows that are looked at in one go. */
const most = 20_000;

export type BankLine = {
  readonly id: number;
  readonly account: string;
  readonly on: string;
  readonly amount: Money;
  readonly party: string;
  readonly said: string;
  readonly effect: string | undefined;
  readonly explainedAs: Explanation | undefined;
  readonly note: string | undefined;
};

/** What is on both sides in one currency. */
export type BankSum = { readonly currency: string; readonly statement: bigint; readonly open: bigint; readonly ours: bigint };

export type StatementsRepository = ReturnType<typeof createStatementsRepository>;

type Row = {
  id: number;
  account: string;
  booked_on: string;
  minor: bigint;
  currency: string;
  party: string;
  said: string;
  effect: string | null;
  explained_as: Explanation | null;
  note: string | null;
};

export function createStatementsRepository(db: Db) {
  const lineOf = (row: Row): readonly BankLine[] =>
    isCurrency(row.currency)
      ? [
          {
            id: row.id,
            account: row.account,
            on: String(row.booked_on).slice(0, 10),
            amount: { minor: row.minor, currency: row.currency },
            party: row.party,
            said: row.said,
            effect: row.effect ?? undefined,
            explainedAs: row.explained_as ?? undefined,
            note: row.note ?? undefined,
          },
        ]
      : [];

  return {
    /** Returns whether it was not known. */
    async add(tx: DbTransaction, account: string, { on, amount, party, said }: StatementEntry, fingerprint: string, at: Date): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('bank_lines')
        .values({ fingerprint, account, booked_on: on, minor: amount.minor, currency: amount.currency, party, said, added_at: at })
        .onConflict((conflict) => conflict.column('fingerprint').doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async line(tx: DbTransaction | undefined, id: number): Promise<BankLine | undefined> {
      const row = await (tx ?? db).selectFrom('bank_lines').selectAll().where('id', '=', id).executeTakeFirst();
      return row && lineOf(row)[0];
    },

    /** Movements that are no posting yet, oldest first. */
    async open(tx: DbTransaction | undefined, limit = most): Promise<readonly BankLine[]> {
      const rows = await (tx ?? db).selectFrom('bank_lines').selectAll().where('effect', 'is', null).orderBy('booked_on').orderBy('id').limit(limit).execute();
      return rows.flatMap(lineOf);
    },

    openLine: ({ id, on, amount, party, said }: BankLine): OpenLine => ({ id, on, ...amount, said: `${said} ${party}` }),

    /** What stands on the account of our bank and on no statement, oldest first. */
    async postings(tx: DbTransaction | undefined, limit = most): Promise<readonly OpenPosting[]> {
      const { rows } = await sql<{ effect: string; at: Date; minor: string; currency: string; reference: string | null }>`
        select t.effect, t.at, sum(e.minor)::text as minor, e.currency,
          (select p.reference from supplier_payouts p where t.effect = 'payout:' || p.id) as reference
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.name = 'bank' and not exists (select 1 from bank_lines l where l.effect = t.effect)
        group by t.id, t.effect, t.at, e.currency
        order by t.id limit ${limit}`.execute(tx ?? db);
      return rows.map(({ effect, at, minor, currency, reference }) => ({
        effect,
        on: new Date(at).toISOString().slice(0, 10),
        minor: BigInt(minor),
        currency,
        names: [...effect.split(':').slice(1), ...(reference === null ? [] : [reference])],
      }));
    },

    async match(tx: DbTransaction, id: number, effect: string, at: Date): Promise<void> {
      await tx.updateTable('bank_lines').set({ effect, matched_at: at }).where('id', '=', id).where('effect', 'is', null).execute();
    },

    async explain(
      tx: DbTransaction,
      id: number,
      { as, note, by }: { readonly as: Explanation; readonly note: string; readonly by: StaffId },
      effect: string,
      at: Date,
    ): Promise<void> {
      await tx.updateTable('bank_lines').set({ effect, matched_at: at, explained_as: as, note, explained_by: by }).where('id', '=', id).execute();
    },

    /** Takes names, texts and notes off movements of before a day; sums, and what they were in our books, stay. Returns how many. */
    async forgetNames(before: string): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('bank_lines')
        .set({ party: '', said: '', note: null })
        .where('booked_on', '<', before)
        .where(({ or, eb }) => or([eb('party', '<>', ''), eb('said', '<>', ''), eb('note', 'is not', null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** What the statements say in all, what of it is no posting yet, and what our books say of the bank, by currency. */
    async sums(): Promise<readonly BankSum[]> {
      const { rows } = await sql<{ currency: string; statement: string; open: string; ours: string }>`
        with theirs as (
          select currency, sum(minor) as statement, coalesce(sum(minor) filter (where effect is null), 0) as open from bank_lines group by currency
        ), ours as (
          select e.currency, sum(e.minor) as ours from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.name = 'bank' group by e.currency
        )
        select coalesce(theirs.currency, ours.currency) as currency, coalesce(statement, 0)::text as statement, coalesce(open, 0)::text as open, coalesce(ours, 0)::text as ours
        from theirs full join ours on ours.currency = theirs.currency order by 1`.execute(db);
      return rows.map(({ currency, statement, open, ours }) => ({ currency, statement: BigInt(statement), open: BigInt(open), ours: BigInt(ours) }));
    },
  };
}

import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { LedgerAccount, LedgerEntry, LedgerLine } from './ledger.schema.ts';

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;

export function createLedgerRepository(db: Db) {
  async function idOf(tx: DbTransaction, name: LedgerAccount): Promise<number> {
    const known = await tx.selectFrom('ledger_accounts').select('id').where('name', '=', name).executeTakeFirst();
    if (known) return known.id;
    await tx
      .insertInto('ledger_accounts')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return (await tx.selectFrom('ledger_accounts').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  }

  const linesOn = (account: LedgerAccount) =>
    db
      .selectFrom('ledger_entries')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
      .select(['effect', 'minor', 'currency', 'at'])
      .where('ledger_accounts.name', '=', account)
      .orderBy('ledger_transactions.id');
  const lineOf = ({ effect, minor, currency, at }: { effect: string; minor: bigint; currency: string; at: Date }): readonly LedgerLine[] =>
    isCurrency(currency) ? [{ effect, amount: { minor, currency }, at }] : [];

  return {
    async lines(account: LedgerAccount, since: Date, until: Date, most: number): Promise<readonly LedgerLine[]> {
      const rows = await linesOn(account).where('at', '>=', since).where('at', '<', until).limit(most).execute();
      return rows.flatMap(lineOf);
    },

    async linesNamed(account: LedgerAccount, effects: readonly string[]): Promise<readonly LedgerLine[]> {
      const found: LedgerLine[] = [];
      for (let from = 0; from < effects.length; from += 1_000)
        found.push(
          ...(
            await linesOn(account)
              .where('effect', 'in', effects.slice(from, from + 1_000))
              .execute()
          ).flatMap(lineOf),
        );
      return found;
    },

    /** Lets work on these accounts go one after the other until the transaction ends, in one order for everybody. */
    async inTurn(tx: DbTransaction, accounts: readonly LedgerAccount[]): Promise<void> {
      for (const name of [...new Set(accounts)].sort()) await lockFor(tx, `ledger ${name}`);
    },

    /** Returns its number; undefined where the effect stands there already. */
    async begin(tx: DbTransaction, effect: string, at: Date): Promise<bigint | undefined> {
      const row = await tx
        .insertInto('ledger_transactions')
        .values({ effect, at })
        .onConflict((conflict) => conflict.column('effect').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id;
    },

    async add(tx: DbTransaction, transactionId: bigint, entries: readonly LedgerEntry[]): Promise<void> {
      const rows: { transaction_id: bigint; account_id: number; currency: string; minor: bigint }[] = [];
      for (const { account, amount } of entries)
        rows.push({ transaction_id: transactionId, account_id: await idOf(tx, account), currency: amount.currency, minor: amount.minor });
      await tx.insertInto('ledger_entries').values(rows).execute();
    },

    async balance(account: LedgerAccount, currency: Money['currency'], tx: Db | DbTransaction = db): Promise<Money> {
      const row = await tx
        .selectFrom('ledger_entries')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
        .select(sql<string>`coalesce(sum(minor), 0)::text`.as('minor'))
        .where('name', '=', account)
        .where('currency', '=', currency)
        .executeTakeFirst();
      return { minor: BigInt(row?.minor ?? '0'), currency };
    },

    /** Everything an account has, by currency; currencies that come to nothing are left out. */
    async balancesOf(tx: DbTransaction, account: LedgerAccount): Promise<readonly Money[]> {
      const rows = await tx
        .selectFrom('ledger_entries')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
        .select(['currency', sql<string>`sum(minor)::text`.as('minor')])
        .where('name', '=', account)
        .groupBy('currency')
        .execute();
      return rows.flatMap(({ currency, minor }) => (isCurrency(currency) && minor !== '0' ? [{ minor: BigInt(minor), currency }] : []));
    },
  };
}

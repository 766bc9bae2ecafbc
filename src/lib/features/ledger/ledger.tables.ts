/** Rows of the ledger. */
import type { Generated, Instant } from '#lib/db/columns.ts';

type LedgerAccountsTable = { id: Generated<number>; name: string };
/** `made_in`: the database's own number of the transaction that wrote it; entries come with it or never. */
type LedgerTransactionsTable = { id: Generated<bigint>; effect: string; at: Instant; made_in: Generated<string> };
type LedgerEntriesTable = { id: Generated<bigint>; transaction_id: bigint; account_id: number; currency: string; minor: bigint };

type LedgerTables = {
  ledger_accounts: LedgerAccountsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends LedgerTables {}
}

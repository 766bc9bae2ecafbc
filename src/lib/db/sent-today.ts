/** How much of a kind was sent today without an account: digests of senders change with the day, so all that stands under them is of today. */
import { sql } from 'kysely';
import type { DbTransaction } from './database.ts';

/** Tables whose rows stand under the digests of who sent them. */
type Sent = 'reports' | 'feedback' | 'resumes' | 'custom_answers';

/** What one visitor has sent today, and all behind one address. */
export async function sentToday(
  tx: DbTransaction,
  table: Sent,
  { visitor, address }: { readonly visitor: string; readonly address: string },
): Promise<{ readonly visitor: number; readonly address: number }> {
  const { rows } = await sql<{ readonly visitor: number; readonly address: number }>`
    select count(*) filter (where visitor = ${visitor})::int as visitor, count(*) filter (where address = ${address})::int as address
    from ${sql.table(table)} where visitor = ${visitor} or address = ${address}`.execute(tx);
  return rows[0] ?? { visitor: 0, address: 0 };
}

/** Addresses that readers leave to be answered at, sealed in the tables of what they wrote. */
import type { Secrets } from '#lib/secrets.ts';
import type { Db } from './database.ts';

/** None for commands, which take nothing from readers: an address would not be kept. */
export type ReplySecrets = Pick<Secrets, 'encrypt' | 'decrypt'> | undefined;

/** @param row an address may lie in the clear where the version before wrote it. */
export function replyAddressOf(secrets: ReplySecrets, row: { readonly email: string | null; readonly email_sealed: string | null }): string | undefined {
  return row.email_sealed === null ? (row.email ?? undefined) : secrets?.decrypt('reply-addresses', row.email_sealed);
}

export const sealedReply = (secrets: ReplySecrets, email: string | undefined): string | null =>
  email === undefined || !secrets ? null : secrets.encrypt('reply-addresses', email);

/** Seals what lies in the clear, a bounded number at a time. Returns how many. */
export async function sealReplies(db: Db, secrets: ReplySecrets, table: 'reports' | 'feedback'): Promise<number> {
  if (!secrets) return 0;
  const rows = await db.selectFrom(table).select(['id', 'email']).where('email', 'is not', null).limit(500).execute();
  for (const { id, email } of rows)
    await db
      .updateTable(table)
      .set({ email: null, email_sealed: sealedReply(secrets, email ?? undefined) })
      .where('id', '=', id)
      .where('email', '=', email)
      .execute();
  return rows.length;
}

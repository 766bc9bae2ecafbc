/** Letters as rows of the transaction that causes them, as the mailer's jobs are: what is undone was never sent. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { openAccountsDesk } from './accounts-desk.ts';

type OnLetter = NonNullable<NonNullable<Parameters<typeof openAccountsDesk>[0]>['onLetter']>;

export const keepLetters = (db: Db) =>
  sql`create table kept_letters (id integer generated always as identity primary key, address text not null, name text not null, once text unique)`.execute(db);

export const onLetter: OnLetter = (tx, { to, name, once }) =>
  sql`insert into kept_letters (address, name, once) values (${to}, ${name}, ${once === undefined ? null : `${name} ${once}`}) on conflict do nothing`.execute(
    tx,
  );

/** Names of the letters that went to an address, in their order. */
export async function keptLetters(db: Db, address: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kept_letters where address = ${address} order by id`.execute(db);
  return rows.map(({ name }) => name);
}

/** All rows of some tables as one text, so that two moments can be compared. */
export async function rowsOf(db: Db, tables: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ all: string }>`
      select coalesce(string_agg(row::text, chr(10) order by row::text), '') as all from (select * from ${sql.table(table)}) as row`.execute(db);
    texts.push(`${table}\n${rows[0]?.all ?? ''}`);
  }
  return texts.join('\n\n');
}

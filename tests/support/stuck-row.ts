/** A row that cannot be changed while something runs, as one that a defect of ours has broken. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';

export async function whileStuck<T>(db: Db, table: 'orders' | 'rents', code: string, work: () => Promise<T>): Promise<T> {
  await sql`create function stuck() returns trigger language plpgsql as $$ begin raise exception 'a row of ours is broken'; end $$`.execute(db);
  await sql`create trigger stuck before update on ${sql.table(table)} for each row when (old.code = ${sql.lit(code)}) execute function stuck()`.execute(db);
  try {
    return await work();
  } finally {
    await sql`drop function stuck() cascade`.execute(db);
  }
}

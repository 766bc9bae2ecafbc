/** What an installation mixes into digests, so that nobody else can make the same ones. Kept in the database: all nodes share it. */
import type { Db } from './database.ts';

/**
 * The salt of this name: the first that was proposed on any node.
 * @returns undefined while nobody has proposed one.
 */
export function installationSalt(db: Db, name: string, proposed: string): Promise<string>;
export function installationSalt(db: Db, name: string, proposed?: string): Promise<string | undefined>;
export async function installationSalt(db: Db, name: string, proposed?: string): Promise<string | undefined> {
  if (proposed !== undefined) {
    await db
      .insertInto('settings')
      .values({ key: name, value: JSON.stringify(proposed) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  }
  const row = await db.selectFrom('settings').select('value').where('key', '=', name).executeTakeFirst();
  return row && String(row.value);
}

/** The database of the site that browser tests ask, for what takes months, or somebody else, to come about. */
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';

export async function onSiteDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig({ ...process.env, DATA_DIR: process.env['SITE_DATA_DIR'], DATABASE_URL: '' });
  const database = await openDatabase(config, 'beside');
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/**
 * A process that has the data folder in DATA_DIR, lends its database, says `open`, and lets go when it is told to end. Asked for its
 * `memory`, it says how much it takes, in MB, once it has asked its database something.
 */
import '#lib/private-files.ts';
import { sql } from 'kysely';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';

const database = await openDatabase(readConfig(process.env), 'alone');
const end = (): void => void database.close().then(() => process.exit());
process.once('SIGTERM', end);
process.once('disconnect', end);
process.on('message', async () => {
  await sql`select 1`.execute(database.db);
  process.send?.(process.memoryUsage.rss() / 1_048_576);
});
process.send?.('open');

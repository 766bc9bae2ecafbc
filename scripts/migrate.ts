/** Brings the database's schema and places up to date. The server does so at its start too; this is for doing it beforehand. */
import '#lib/private-files.ts';
import { pino } from 'pino';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';

try {
  const database = await openDatabase(readConfig(process.env), 'beside');
  try {
    const applied = await migrate(database.db);
    // The tables of the job queue have migrations of their own.
    await (await openJobStore(database, pino({ level: 'error' }, pino.destination(2)))).close();
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date');
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

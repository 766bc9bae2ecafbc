/** `npm run migrate`: the database's schema and places. The server does so at its start too; this is for doing it beforehand. */
import { command } from './command.ts';

await command({
  name: 'npm run migrate',
  says: 'Brings the schema of the database up to date, before a new version starts. Works beside a running server.',
  examples: ['npm run migrate', 'DATABASE_URL=postgres://user:password@host/loftling npm run migrate'],
  async run() {
    await import('#lib/private-files.ts');
    const { readConfig } = await import('#lib/config.ts');
    const { openDatabase } = await import('#lib/db/database.ts');
    const { migrate } = await import('#lib/db/migrate.ts');
    const { openJobStore } = await import('#lib/jobs/job-store.ts');
    const { pino } = await import('pino');
    const database = await openDatabase(readConfig(process.env), 'beside');
    try {
      const applied = await migrate(database.db);
      // The tables of the job queue have migrations of their own.
      await (await openJobStore(database, pino({ level: 'error' }, pino.destination(2)))).close();
      console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date');
    } finally {
      await database.close();
    }
  },
});

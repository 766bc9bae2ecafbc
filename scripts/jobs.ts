/** `npm run jobs`: what waits, runs and failed in the queue of jobs; puts dead jobs back. */
import { MisuseError, command } from './command.ts';

await command({
  name: 'npm run jobs',
  says: 'Shows every queue: jobs waiting, under way and dead, and the last error. Lists the dead jobs of one, or puts them back. Works beside a running server.',
  options: {
    dead: { value: 'NAME', says: 'list the dead jobs of a queue, newest first' },
    retry: { value: 'NAME|ID', says: 'put all dead jobs of a queue back, 1,000 at a time, or one by its id' },
  },
  examples: ['npm run jobs', 'npm run jobs -- --dead mail.send', 'npm run jobs -- --retry mail.send'],
  check({ options }) {
    if (options.dead !== undefined && options.retry !== undefined) throw new MisuseError('--dead or --retry, not both.');
  },
  async run({ options }) {
    await import('#lib/private-files.ts');
    const { pino } = await import('pino');
    const { readConfig } = await import('#lib/config.ts');
    const { openDatabase } = await import('#lib/db/database.ts');
    const { migrate } = await import('#lib/db/migrate.ts');
    const { openJobStore } = await import('#lib/jobs/job-store.ts');
    const { carryOut } = await import('./job-queues.ts');
    const database = await openDatabase(readConfig(process.env), 'beside');
    try {
      await migrate(database.db);
      const store = await openJobStore(database, pino({ level: 'error' }, pino.destination(2)));
      try {
        await carryOut(store, options);
      } finally {
        await store.close();
      }
    } finally {
      await database.close();
    }
  },
});

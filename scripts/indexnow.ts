/**
 * `npm run indexnow`: notices of changed house pages. Needs INDEXNOW_KEY and a public SITE_URL. Exit status 1 when the
 * endpoint refused, so that the scheduler notices.
 */
import { command } from './command.ts';

await command({
  name: 'npm run indexnow',
  says: 'Tells search engines which house pages changed since the last run (IndexNow). Run it every few minutes from the scheduler of the system; it works beside a running server and needs INDEXNOW_KEY and a public SITE_URL.',
  examples: ['INDEXNOW_KEY=0123456789abcdef SITE_URL=https://homes.example.org npm run indexnow'],
  async run() {
    await import('#lib/private-files.ts');
    const { SettingError, readConfig } = await import('#lib/config.ts');
    const { createIndexNowRepository } = await import('#lib/features/indexnow/indexnow.repository.ts');
    const { createIndexNow } = await import('#lib/features/indexnow/indexnow.service.ts');
    const { openLoftling } = await import('#lib/open.ts');
    const config = readConfig(process.env);
    if (!config.indexNow) throw new SettingError('INDEXNOW_KEY is not set, so there is nothing to sign notices with. See docs/operations.md.');
    const { database, geo, site, close } = await openLoftling(config, 'beside');
    try {
      const outcome = await createIndexNow({ repository: createIndexNowRepository(database.db), geo, site, ...config.indexNow }).run();
      console.log(JSON.stringify(outcome));
      return outcome.kind === 'failed' ? 1 : 0;
    } finally {
      await close();
    }
  },
});

/**
 * Tells search engines which house pages changed since the last run (IndexNow). Run it every few minutes from the
 * system's scheduler: `node scripts/indexnow.ts`. Needs INDEXNOW_KEY and a public SITE_URL; works beside a running
 * server. Exit status 1 when the endpoint refused, so that the scheduler notices.
 */
import '#lib/private-files.ts';
import { SettingError, readConfig } from '#lib/config.ts';
import { createIndexNowRepository } from '#lib/features/indexnow/indexnow.repository.ts';
import { createIndexNow } from '#lib/features/indexnow/indexnow.service.ts';
import { openLoftling } from '#lib/open.ts';

try {
  const config = readConfig(process.env);
  if (!config.indexNow) throw new SettingError('INDEXNOW_KEY is not set, so there is nothing to sign notices with. See docs/operations.md.');
  const { database, geo, site, close } = await openLoftling(config, 'beside');
  try {
    const outcome = await createIndexNow({ repository: createIndexNowRepository(database.db), geo, site, ...config.indexNow }).run();
    console.log(JSON.stringify(outcome));
    if (outcome.kind === 'failed') process.exitCode = 1;
  } finally {
    await close();
  }
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exitCode = 1;
}

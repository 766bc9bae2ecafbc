/** A server that is killed while it writes, again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { startSite } from '#tests/support/site.ts';
import { recordVisit } from './visits.ts';

const kills = 8;

test(`killed ${kills} times under writes, the site is ready again each time and has lost nothing that it acknowledged`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-killed-'));
  try {
    let acknowledged = 0;
    for (let round = 0; round < kills; round++) {
      // The folder still names the holder that died.
      const site = await startSite({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' }, folder);
      expect((await fetch(`${site.baseUrl}/readyz`)).status).toBe(200);
      const over = new AbortController();
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let count = 0; !over.signal.aborted; count++) {
          const done = await recordVisit(site.baseUrl, `visit-${round}-${writer}-${count}`).catch(() => undefined);
          if (done?.recorded === 1) acknowledged++;
        }
      });
      await new Promise((resolve) => void setTimeout(resolve, 300 + round * 90));
      await site.stop('SIGKILL');
      over.abort();
      await Promise.all(writers);
    }
    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from track_events`.execute(database.db);
    await database.close();
    expect(acknowledged).toBeGreaterThan(kills);
    expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

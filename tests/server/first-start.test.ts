/** The first start over an empty folder: the sample is written without complaint, what changes afterwards makes jobs due, the next start is quicker. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import { startSite } from '#tests/support/site.ts';

test('nothing is complained of while the sample is written, what was compiled is kept for the next start, and a change of a city is looked at by a job', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-first-'));
  const compiled = mkdtempSync(join(tmpdir(), 'loftling-compiled-'));
  const site = await startSite({ SAMPLE_CATALOGUE: 'on', NODE_COMPILE_CACHE: compiled }, folder);
  try {
    // One file for each module; it is written once the server answers, and not when it ends.
    await expect.poll(() => readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(500);
    expect(site.output()).toMatch(/sample catalogue: \d+ homes/);
    expect(site.output()).not.toMatch(/queue|once a day/);
    const beside = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'beside');
    try {
      const jobs = async (): Promise<unknown> =>
        (await sql<{ data: unknown }>`select data from pgboss.job where name = 'shortlist.look'`.execute(beside.db)).rows;
      expect(await jobs()).toEqual([]);
      await beside.db.transaction().execute((tx) => announceChange(tx, ['city:1']));
      await expect.poll(jobs, { timeout: 20_000 }).toEqual([{ data: { city: 1 } }]);
    } finally {
      await beside.close();
    }
  } finally {
    await site.stop();
    for (const scratch of [folder, compiled]) rmSync(scratch, { recursive: true, force: true });
  }
});

/** A feed as browser tests need it: imported by command while the site runs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asCsv, feedHouseWith } from './feed-files.ts';

/** Imports a feed of which every home is refused, so that nothing changes for readers. */
export function importRefused(supplier: string): void {
  const file = join(mkdtempSync(join(tmpdir(), 'feed-')), 'autumn-rooms.csv');
  writeFileSync(file, asCsv([feedHouseWith('H1', { rent_amount: 'on request' }), feedHouseWith('H2', { city: 'Atlantis', country: 'XX' })]));
  const { stderr, status } = spawnSync(process.execPath, ['scripts/import.ts', file, '--supplier', supplier], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: process.env['SITE_DATA_DIR'], DATABASE_URL: '' },
  });
  if (status !== 1) throw new Error(`the feed was not refused: ${status}\n${stderr}`);
}

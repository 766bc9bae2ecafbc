/** The catalogue's pages as files beside the prerendered ones, by as many processes as the machine has cores. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cataloguePages } from '#lib/features/sitemaps/catalogue-pages.service.ts';
import { createSitemapRepository } from '#lib/features/sitemaps/sitemaps.repository.ts';
import { exportPages } from '#server/pages/export.ts';
import type { ExportReport } from '#server/pages/export.ts';
import { openExport } from './export-setup.ts';
import { startParts } from './export-parts.ts';

/** A fingerprint of the built pages' code: other code, other pages. */
function codeVersion(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.mjs') || name.endsWith('.js')) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('base64url');
}

function tell({ written, unchanged, seconds }: ExportReport): void {
  process.stderr.write(
    `  ${written} written, ${unchanged} unchanged, ${Math.round(written / Math.max(seconds, 0.001))} pages/s, ${Math.round(process.memoryUsage.rss() / 1_048_576)} MB\n`,
  );
}

/** Pages under way in each process: enough that one renders while others wait for the database. */
const widthOfPart = 6;

/** Writes what changed since the last run, and tells of it on the way. Gives the exit status. */
export async function exportCatalogue(): Promise<number> {
  const { config, services, writer, close } = await openExport();
  const count = availableParallelism();
  // One core gains nothing by a second process.
  const parts = count > 1 ? await startParts(join(import.meta.dirname, 'export-part.ts'), count) : undefined;
  try {
    const { geo, site, database } = services;
    const rates = await database.db
      .selectFrom('rates')
      .select(({ fn }) => fn.max('as_of').as('asOf'))
      .executeTakeFirst();
    const server = join(config.buildDir, 'server');
    const report = await exportPages({
      write: parts?.write ?? writer,
      folder: join(config.buildDir, 'client'),
      width: count * widthOfPart,
      progress: tell,
      pages: cataloguePages({ repository: createSitemapRepository(database.db), geo, site, base: `${codeVersion(server)}|${rates?.asOf ?? ''}` }),
    });
    tell(report);
    for (const { path, status } of report.failed.slice(0, 20)) process.stderr.write(`  not written: ${path} (${status})\n`);
    return report.failed.length > 0 ? 1 : 0;
  } finally {
    parts?.close();
    await close();
  }
}

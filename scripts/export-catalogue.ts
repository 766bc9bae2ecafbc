/** The catalogue's pages as files beside the prerendered ones, by as many processes as the machine has cores. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { cataloguePages } from '#lib/features/sitemaps/catalogue-pages.service.ts';
import { createSitemapRepository } from '#lib/features/sitemaps/sitemaps.repository.ts';
import { ExportError, exportPages, needOf } from '#server/pages/export.ts';
import type { ExportNeed, ExportReport } from '#server/pages/export.ts';
import { openExport, processorUsed } from './export-setup.ts';
import { startParts } from './export-parts.ts';
import type { Parts } from './export-parts.ts';

/** A fingerprint of the built pages' code: other code, other pages. */
function codeVersion(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.mjs') || name.endsWith('.js')) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('base64url');
}

/** @param used microseconds of the processor, of all processes since the pages were counted. */
function tell({ written, unchanged, seconds }: ExportReport, used: number): void {
  const [speed, each] = [Math.round(written / Math.max(seconds, 0.001)), (used / 1_000 / Math.max(written, 1)).toFixed(1)];
  process.stderr.write(
    `  ${written} written, ${unchanged} unchanged, ${speed} pages/s, ${each} ms of processor a page, ${Math.round(process.memoryUsage.rss() / 1_048_576)} MB\n`,
  );
}

/** Pages under way in each process: enough that one renders while others wait for the database. */
const widthOfPart = 6;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`;

export type ExportChoice = { /** Also pages that are not for search engines. */ readonly all: boolean; readonly onlySay: boolean };

/** Says what is going to be written. @throws {ExportError} when the disk has not the room. */
async function sayNeed(folder: string, { pages, bytes, missingBytes }: ExportNeed, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  process.stderr.write(
    `  ${pages} pages, about ${gigabytes(bytes)} with their pictures, ${gigabytes(missingBytes)} of it new; the disk has ${gigabytes(free)} free\n`,
  );
  if (missingBytes + reserve > free)
    throw new ExportError(
      `The pages need about ${gigabytes(missingBytes)} more in ${folder}, and its disk has ${gigabytes(free)} free, of which ${gigabytes(reserve)} are to stay so (DISK_RESERVE_MB).\nFree some space, or build into another folder with BUILD_DIR. Nothing was written.`,
    );
}

/** Writes what changed since the last run, and tells of it on the way. Gives the exit status. @throws {ExportError} */
export async function exportCatalogue({ all, onlySay }: ExportChoice): Promise<number> {
  const { config, services, census, writer, close } = await openExport(all);
  let parts: Parts | undefined;
  try {
    const { geo, site, database, editorial } = services;
    const rates = await database.db
      .selectFrom('rates')
      .select(({ fn }) => fn.max('as_of').as('asOf'))
      .executeTakeFirst();
    const base = `${codeVersion(join(config.buildDir, 'server'))}|${rates?.asOf ?? ''}`;
    const folder = join(config.buildDir, 'client');
    const pages = () => cataloguePages({ repository: createSitemapRepository(database.db), geo, site, census, editorial, all, base });
    await sayNeed(folder, await needOf(folder, pages(), writer.weigh), config.diskReserveBytes);
    if (onlySay) return 0;
    const count = availableParallelism();
    // One core gains nothing by a second process.
    // All of them write the pages of one build.
    const settings = { BUILD_DIR: config.buildDir };
    parts = count > 1 ? await startParts(join(import.meta.dirname, 'export-part.ts'), count, all ? ['--all'] : [], settings) : undefined;
    // What starting and counting took is not of the pages.
    const before = processorUsed();
    const tellSoFar = (report: ExportReport): void => tell(report, processorUsed() - before + (parts?.used() ?? 0));
    const report = await exportPages({ write: parts?.write ?? writer.write, folder, width: count * widthOfPart, progress: tellSoFar, pages: pages() });
    tellSoFar(report);
    for (const { path, status } of report.failed.slice(0, 20)) process.stderr.write(`  not written: ${path} (${status})\n`);
    return report.failed.length > 0 ? 1 : 0;
  } finally {
    parts?.close();
    await close();
  }
}

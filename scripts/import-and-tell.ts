/** Imports a supplier's listing feed and tells of it on the way (docs/recipes/import-a-feed.md). */
import '#lib/private-files.ts';
import { readConfig } from '#lib/config.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';
import { analyze } from '#lib/db/migrate.ts';
import { problemLine } from '#lib/features/feeds/feed-report.files.ts';
import { importFeed } from '#lib/features/feeds/feeds.service.ts';
import type { FeedResult } from '#lib/features/feeds/feeds.service.ts';
import { openCatalogue } from '#lib/compose-catalogue.ts';

const shownProblems = 40;

export type FeedOrder = {
  readonly file: string;
  readonly supplier: string;
  readonly kind: 'operator' | 'landlord' | 'homestay-host';
  readonly dryRun: boolean;
  readonly full: boolean;
  readonly closeAnyway: boolean;
  readonly verbose: boolean;
};

/** One line on a terminal, a line every five seconds in a log. */
function progressTo(stream: NodeJS.WriteStream): { show(houses: number, share: number): void; end(): void } {
  let last = 0;
  return {
    show(houses, share) {
      const now = Date.now();
      if (now - last < (stream.isTTY ? 100 : 5_000)) return;
      last = now;
      const text = `${houses.toLocaleString('en')} houses, ${Math.floor(share * 100)}% of the file`;
      stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end: () => void (stream.isTTY && stream.write('\r\u001b[K')),
  };
}

function summary(result: FeedResult, isDry: boolean): string {
  const { added, changed, unchanged, refusedHouses, closed, problems, report, remark, isComplete, keptOpenBecause } = result;
  const lines = [`${isDry ? 'would be ' : ''}added ${added}, changed ${changed}, unchanged ${unchanged}, refused ${refusedHouses}, closed ${closed} houses`];
  if (remark !== undefined) lines.push(remark);
  if (problems.dropped + problems.mended > 0)
    lines.push(`${problems.mended} values were mended and ${problems.dropped} left out; what was known in place of what cannot be read stays`);
  if (problems.noticed > 0) lines.push(`${problems.noticed} homes seem to be offered by other suppliers too`);
  if (!isComplete) lines.push('the file was not read to its end');
  if (keptOpenBecause) lines.push(`no house was closed, because ${keptOpenBecause}`);
  if (report) lines.push(`report: ${report}`);
  return lines.join('\n');
}

/** How far an import came: houses handed to the database, and those known to be in it, for a batch is under way while the next is read. */
type Way = { handed: number; written: number; share: number };

function stoppedLine({ handed, written, share }: Way, isDry: boolean): string {
  if (handed === 0) return 'The import stopped before anything was written.';
  const part = `${written.toLocaleString('en')} of about ${Math.round(handed / Math.max(share, 0.001)).toLocaleString('en')} houses`;
  return isDry ? `The look at the file stopped after ${part}; nothing was written.` : `The import stopped after ${part}. They stay; run it again for the rest.`;
}

/** Gives the exit status: 0 everything was taken, 1 something was refused, 2 it had to stop. The first Ctrl-C ends it after a batch. */
export async function importAndTell(order: FeedOrder): Promise<number> {
  const way: Way = { handed: 0, written: 0, share: 0 };
  try {
    return await importAll(order, way);
  } catch (error) {
    const why = explainDatabaseError(error);
    if (why === undefined) throw error;
    console.error(`${why}\n${stoppedLine(way, order.dryRun)}`);
    return 2;
  }
}

async function importAll({ file, supplier, kind, dryRun, full, closeAnyway, verbose }: FeedOrder, way: Way): Promise<number> {
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
    console.error('\nstopping after this batch; press again to stop at once');
  });
  const config = readConfig(process.env);
  const services = await openCatalogue(config, (line) => console.error(line));
  const progress = progressTo(process.stderr);
  let shown = 0;
  let hidden = 0;
  try {
    const result = await importFeed(
      {
        db: services.database.db,
        engine: services.database.engine,
        catalogue: services.catalogue.service,
        geo: services.geo,
        now: new Date(),
        photographs: services.photographs.service,
        dataDir: config.dataDir,
        diskReserve: config.diskReserveBytes,
      },
      {
        file,
        supplier,
        kind,
        dryRun,
        full,
        closeAnyway,
        isStopped: () => isStopped,
        onProgress({ houses, share }) {
          Object.assign(way, { written: way.handed, handed: houses, share });
          progress.show(houses, share);
        },
        onProblem(problem) {
          if (verbose || (problem.severity === 'refused' && shown < shownProblems)) {
            progress.end();
            console.log(problemLine(problem));
            shown++;
          } else if (problem.severity === 'refused') hidden++;
        },
      },
    );
    progress.end();
    if (hidden > 0) console.log(`… and ${hidden} more refusals, in the report`);
    console.log(summary(result, dryRun));
    const { waiting } = await services.photographs.service.counts();
    if (!dryRun && waiting > 0) console.log(`${waiting} photographs are waiting to be fetched; the server does it by itself, and npm run photos tells of them`);
    // Many new rows change what the planner should expect.
    if (!dryRun && result.added + result.changed > 500) await analyze(services.database.db);
    return result.problems.refused > 0 || !result.isComplete || result.keptOpenBecause !== undefined ? 1 : 0;
  } finally {
    await services.database.close();
  }
}

/**
 * Imports a supplier's listing feed (docs/recipes/import-a-feed.md).
 * `npm run import -- FILE --supplier NAME [--dry-run] [--full] [--verbose] [--kind operator|landlord|homestay-host]`
 * Exit status: 0 everything was taken, 1 something was refused, 2 the command cannot be carried out.
 */
import '../src/lib/private-files.ts';
import { parseArgs } from 'node:util';
import { readConfig, SettingError } from '../src/lib/config.ts';
import { analyze } from '../src/lib/db/migrate.ts';
import { explainDatabaseError } from '../src/lib/db/explain.ts';
import { problemLine } from '#lib/features/feeds/feed-report.files.ts';
import { FeedFileError } from '#lib/features/feeds/feed-source.files.ts';
import { importFeed } from '../src/lib/features/feeds/feeds.service.ts';
import type { FeedResult } from '../src/lib/features/feeds/feeds.service.ts';
import { StorageError } from '#lib/ports/storage/storage.ts';
import { openLoftling } from '#lib/open.ts';

const usage = 'npm run import -- FILE --supplier NAME [--dry-run] [--full] [--verbose] [--kind operator|landlord|homestay-host]';
const shownProblems = 40;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        supplier: { type: 'string' },
        kind: { type: 'string', default: 'operator' },
        'dry-run': { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

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
  const { added, changed, unchanged, refusedHouses, closed, problems, report, isComplete, keptOpenBecause } = result;
  const lines = [`${isDry ? 'would be ' : ''}added ${added}, changed ${changed}, unchanged ${unchanged}, refused ${refusedHouses}, closed ${closed} houses`];
  if (problems.dropped + problems.mended > 0) lines.push(`${problems.mended} values were mended and ${problems.dropped} left out`);
  if (!isComplete) lines.push('the file was not read to its end');
  if (keptOpenBecause) lines.push(`no house was closed, because ${keptOpenBecause}`);
  if (report) lines.push(`report: ${report}`);
  return lines.join('\n');
}

const { values, positionals } = readArguments();
const [file, ...others] = positionals;
const supplier = values.supplier?.trim();
const kind = (['operator', 'landlord', 'homestay-host'] as const).find((one) => one === values.kind);
if (!file || others.length > 0) fail(`one file is expected\n${usage}`);
if (!supplier) fail(`--supplier NAME is missing: whose homes are these?\n${usage}`);
if (!kind) fail(`--kind ${values.kind} is not operator, landlord or homestay-host`);

/** Houses handed to the database, and those of them that are known to be in it: a batch is under way while the next is read. */
let handed = 0;
let written = 0;
let share = 0;

function stoppedLine(): string {
  if (handed === 0) return 'The import stopped before anything was written.';
  const part = `${written.toLocaleString('en')} of about ${Math.round(handed / Math.max(share, 0.001)).toLocaleString('en')} houses`;
  return values['dry-run']
    ? `The look at the file stopped after ${part}; nothing was written.`
    : `The import stopped after ${part}. They stay; run it again for the rest.`;
}

let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
  console.error('\nstopping after this batch; press again to stop at once');
});

try {
  const config = readConfig(process.env);
  const services = await openLoftling({ ...config, sampleCatalogue: false }, 'beside', (line) => console.error(line));
  const progress = progressTo(process.stderr);
  let shown = 0;
  let hidden = 0;
  try {
    const result = await importFeed(
      {
        db: services.database.db,
        catalogue: services.catalogue.service,
        geo: services.geo,
        now: new Date(),
        storage: services.storage,
        dataDir: config.dataDir,
      },
      {
        file,
        supplier,
        kind,
        dryRun: values['dry-run'],
        full: values.full,
        isStopped: () => isStopped,
        onProgress(now) {
          [written, handed, share] = [handed, now.houses, now.share];
          progress.show(now.houses, now.share);
        },
        onProblem(problem) {
          if (values.verbose || (problem.severity === 'refused' && shown < shownProblems)) {
            progress.end();
            console.log(problemLine(problem));
            shown++;
          } else if (problem.severity === 'refused') hidden++;
        },
      },
    );
    progress.end();
    if (hidden > 0) console.log(`… and ${hidden} more refusals, in the report`);
    console.log(summary(result, values['dry-run']));
    // Many new rows change what the planner should expect.
    if (!values['dry-run'] && result.added + result.changed > 500) await analyze(services.database.db);
    process.exitCode = result.problems.refused > 0 || !result.isComplete ? 1 : 0;
  } finally {
    await services.close();
  }
} catch (error) {
  if (error instanceof FeedFileError || error instanceof SettingError || error instanceof StorageError) fail(error.message);
  const why = explainDatabaseError(error);
  if (why) fail(`${why}\n${stoppedLine()}`);
  throw error;
}

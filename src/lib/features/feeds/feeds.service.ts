/** Imports a supplier's feed: reads, checks, writes batch by batch and reports. Memory stays flat whatever the file's size. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseDraft, SupplierKind, WriteOutcome } from '#lib/features/catalogue/catalogue.schema.ts';
import type { Twin } from '#lib/features/catalogue/twins.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { createPlaceMatcher } from './city-matcher.rules.ts';
import { BrokenFeedError } from './feed.schema.ts';
import type { Problem, RawHouse } from './feed.schema.ts';
import { noteFields, readerOf, unknownFieldNotes } from './feed-formats.files.ts';
import { readHouse } from './feed-house.files.ts';
import type { FeedContext } from './feed-house.files.ts';
import { openReport, reportPath } from './feed-report.files.ts';
import type { FeedReport } from './feed-report.files.ts';
import type { FeedRunCounts } from './feed-runs.schema.ts';
import type { Photographs } from '#lib/features/photographs/photographs.service.ts';
import { createFeedRunsRepository } from './feed-runs.repository.ts';
import { createFeedRuns } from './feed-runs.service.ts';
import type { OpenFeedRun } from './feed-runs.service.ts';
import { openFeedSource, ownText } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';
import { keepLastFeed, lastFeed, placeNames, ratesPerPound } from './feeds.repository.ts';

export type FeedServices = {
  readonly db: Db;
  readonly engine: keyof typeof batches;
  readonly catalogue: Catalogue;
  readonly geo: GeoIndex;
  readonly now: Date;
  readonly photographs: Pick<Photographs, 'keepFile' | 'missing'>;
  /** For reports, and for rows that do not fit into memory. */
  readonly dataDir: string;
  /** Bytes of its disk that stay free. */
  readonly diskReserve: number;
};

export type FeedRequest = {
  readonly file: string;
  readonly supplier: string;
  /** What a supplier is that nobody knows yet. */
  readonly kind?: SupplierKind;
  readonly dryRun?: boolean;
  /** The feed is all the supplier has: houses that it does not name are closed. */
  readonly full?: boolean;
  /** With `full`: closes them even when much of the file was refused, or most of what the supplier has would go. */
  readonly closeAnyway?: boolean;
  readonly batchSize?: number;
  /** What rows of houses that are not complete may weigh in memory, about in characters. */
  readonly mostAside?: number;
  readonly onProblem?: (problem: Problem) => void;
  readonly onProgress?: (progress: { readonly houses: number; readonly share: number }) => void;
  /** Asked between batches; true stops the import there. */
  readonly isStopped?: () => boolean;
};

export type FeedResult = WriteOutcome & {
  readonly refusedHouses: number;
  readonly closed: number;
  readonly problems: Readonly<Record<Problem['severity'], number>>;
  /** Where the report lies; undefined when there was nothing to report. */
  readonly report: string | undefined;
  /** How the file was read where it is not what it is expected to be: its encoding, its packing. */
  readonly remark: string | undefined;
  /** Whether the file could be read to its end. */
  readonly isComplete: boolean;
  /** Why houses that the feed does not name were not closed although that was asked for. */
  readonly keptOpenBecause: string | undefined;
};

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Reads a house. One that is beyond what a machine can put together is refused as a whole; the rest goes on. */
async function readWithin(raw: RawHouse, context: FeedContext): ReturnType<typeof readHouse> {
  try {
    return await readHouse(raw, context);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const ref = (raw.fields.get('house_ref') ?? '').slice(0, 100);
    return {
      house: undefined,
      ref,
      problems: [{ severity: 'refused', line: raw.line(), houseRef: ref, field: '', value: '', reason: 'is too large to be read' }],
    };
  }
}

type Totals = Record<'added' | 'changed' | 'unchanged' | 'refusedHouses', number>;

class BatchWriter {
  readonly #totals: Totals;
  readonly #catalogue: Catalogue;
  readonly #now: Date;
  readonly #isDry: boolean;
  readonly #onProblem: (problem: Problem) => void;

  constructor(catalogue: Catalogue, now: Date, isDry: boolean, totals: Totals, onProblem: (problem: Problem) => void) {
    this.#totals = totals;
    this.#catalogue = catalogue;
    this.#now = now;
    this.#isDry = isDry;
    this.#onProblem = onProblem;
  }

  async write(batch: readonly { readonly house: HouseDraft; readonly line: number }[]): Promise<void> {
    if (batch.length === 0) return;
    const houses = batch.map(({ house }) => house);
    try {
      const done = this.#isDry ? await this.#catalogue.compareHouses(houses, this.#now) : await this.#catalogue.writeHouses(houses, this.#now);
      for (const key of ['added', 'changed', 'unchanged'] as const) this.#totals[key] += done[key];
    } catch (error) {
      const [only] = batch;
      // Classes 21 to 23 are the database's objections to data; anything else is no fault of the feed.
      if (!only || !/^2[123]/.test((error as { code?: string }).code ?? '')) throw error;
      if (batch.length > 1) {
        for (const one of batch) await this.write([one]);
        return;
      }
      this.#totals.refusedHouses++;
      this.#onProblem({
        severity: 'refused',
        line: only.line,
        houseRef: only.house.ref,
        field: '',
        value: '',
        reason: `the database refuses it: ${(error as Error).message}`,
      });
    }
  }
}

/**
 * Houses and lease options that are written at a time. On the embedded database readers wait for the batch that is under way, which takes a
 * fraction of a second; on Postgres nobody does, and each statement is planned once for more of them.
 */
const batches = { pglite: { houses: 150, options: 600 }, postgres: { houses: 500, options: 2_400 } } as const;
/** Rows of houses in a CSV file that are not complete: with those beyond, the heap that `npm run import` has would not do. */
const mostRowsAside = 24_000_000;
/** Homes that other suppliers seem to offer too, of which one import tells. */
const mostTwins = 200;

const alikeBy = { name: 'name', address: 'address', both: 'name and address' } as const;

/** Of the houses that a full feed names, the part that has to be taken before the others are closed. */
const safeShare = 0.8;
/** From so many on, a full feed that leaves out more than half of what the supplier has is rather a part than the whole. */
const manyHouses = 10;

/** Points out homes of the file that others seem to offer too, each with one of them. @param refs lines of the homes. */
function noteTwins(twins: readonly Twin[], refs: ReadonlyMap<string, number>, onProblem: (problem: Problem) => void): void {
  const told = new Set<string>();
  for (const { ref, address, alike, other } of twins) {
    const line = refs.get(ref);
    if (line === undefined || told.has(ref) || told.size >= mostTwins) continue;
    told.add(ref);
    const reason = `the same ${alikeBy[alike]} has “${other.name}” of ${other.supplier}, within 200 m: if both are one home, it is shown twice`;
    onProblem({ severity: 'noticed', line, houseRef: ref, field: 'address', value: address, reason });
  }
}

/** Why the houses that a full feed does not name stay open; undefined when they are closed. */
function whyNothingIsClosed(seen: {
  readonly isComplete: boolean;
  readonly named: number;
  readonly nameless: number;
  readonly refused: number;
  readonly missing: number;
  readonly open: number;
  readonly closeAnyway: boolean;
}): string | undefined {
  const { isComplete, named, nameless, refused, missing, open, closeAnyway } = seen;
  if (!isComplete) return 'the file was not read to its end';
  if (named === 0) return 'the file names no house';
  if (closeAnyway || missing === 0) return undefined;
  if (refused >= named) return 'none of the houses in the file was taken';
  if (nameless > 0) return nameless === 1 ? '1 record does not say which house it is' : `${nameless} records do not say which houses they are`;
  if (named - refused < named * safeShare) return `${refused} of the ${named} houses in the file were refused`;
  if (missing > open / 2 && open >= manyHouses) return `${missing} of the ${open} houses that are open would go`;
  return undefined;
}

/**
 * Imports a feed. What was refused is reported and left as it was; the rest goes in. Importing a file again changes nothing
 * of the catalogue. Staff see what became of it, unless it was a dry run.
 * @throws {FeedFileError} when the file is missing or of another kind.
 */
export async function importFeed(services: FeedServices, request: FeedRequest): Promise<FeedResult> {
  const { db, catalogue, now, dataDir } = services;
  const { supplier, dryRun = false, full = false } = request;
  const file = resolve(request.file);
  const source = await openFeedSource(file);
  const report = await openReport(await reportPath(file, dataDir));
  const known = await catalogue.findSupplier(supplier);
  const supplierId: SupplierId =
    known ?? (dryRun ? asId(0) : await catalogue.ensureSupplier({ name: supplier, kind: request.kind ?? 'operator', verifiedOn: undefined, isSample: false }));
  const run = dryRun ? undefined : await createFeedRuns(createFeedRunsRepository(db)).open({ supplierId, file: basename(file), isFull: full, at: now });
  const onProblem = (problem: Problem): void => {
    report.add(problem);
    run?.note(problem);
    request.onProblem?.(problem);
  };
  const totals: Totals = { added: 0, changed: 0, unchanged: 0, refusedHouses: 0 };
  try {
    const result = await readFeed(services, request, { file, source, report, supplierId, totals, onProblem });
    const { problems, closed, isComplete, keptOpenBecause } = result;
    await run?.end({ state: isComplete ? 'whole' : 'part', counts: { ...totals, ...problems, closed }, keptOpenBecause });
    return result;
  } catch (error) {
    await tellOfFailure(run, { ...totals, ...report.counts, closed: 0 });
    throw error;
  }
}

/** What went wrong is thrown on; where it was the database, it cannot be told of it either. */
async function tellOfFailure(run: OpenFeedRun | undefined, counts: FeedRunCounts): Promise<void> {
  await run?.end({ state: 'failed', counts, keptOpenBecause: undefined }).catch(() => undefined);
}

type Opened = {
  readonly file: string;
  readonly source: FeedSource;
  readonly report: FeedReport;
  readonly supplierId: SupplierId;
  /** Of houses; counted while they are written. */
  readonly totals: Totals;
  readonly onProblem: (problem: Problem) => void;
};

async function readFeed(
  { db, engine, catalogue, geo, now, photographs, dataDir, diskReserve }: FeedServices,
  request: FeedRequest,
  opened: Opened,
): Promise<FeedResult> {
  const { dryRun = false, full = false, closeAnyway = false, batchSize = batches[engine].houses, mostAside = mostRowsAside, onProgress } = request;
  const { file, source, report, supplierId, totals, onProblem } = opened;
  if (source.remark !== undefined) onProblem({ severity: 'mended', line: 1, houseRef: '', field: '', value: '', reason: source.remark });
  const digest = await digestOf(file);
  const last = await lastFeed(db, supplierId);
  // The same file once more confirms nothing new: it says what was known when it first came.
  const importedAt = last?.digest === digest ? last.importedAt : now;
  const context: FeedContext = {
    supplierId,
    places: createPlaceMatcher(geo, await placeNames(db)),
    photos: {
      feedFolder: dirname(file),
      keep: (bytes) => photographs.keepFile(bytes, dryRun ? 'look' : 'keep'),
      missing: new Map((await photographs.missing(supplierId)).map(({ path, reason }) => [path, reason])),
    },
    perPound: await ratesPerPound(db),
    now,
    confirmedAt: importedAt,
  };
  const unknown = unknownFieldNotes(onProblem);
  const gathering = { mostAside, store: { folder: dataDir, reserve: diskReserve } };
  const writer = new BatchWriter(catalogue, now, dryRun, totals, onProblem);
  /** With the line on which each begins. */
  const refs = new Map<string, number>();
  let bytes = 0;
  let houses = 0;
  let refusedByForm = 0;
  /** Records that do not say which house they belong to. */
  let nameless = 0;
  let options = 0;
  let batch: { house: HouseDraft; line: number }[] = [];
  let isComplete = true;
  let writing: Promise<void> = Promise.resolve();
  /** Hands a batch to the database and reads on meanwhile; at most one batch is under way. */
  async function flush(): Promise<void> {
    await writing;
    writing = writer.write(batch);
    // Its failure is met at the next await; until then it must not count as unhandled.
    writing.catch(() => undefined);
    batch = [];
    options = 0;
    onProgress?.({ houses, share: Math.min(1, bytes / source.bytes) });
  }
  try {
    for await (const raw of readerOf(source, gathering, (read) => (bytes = read), unknown)) {
      if (request.isStopped?.()) {
        isComplete = false;
        break;
      }
      if (source.format !== 'csv') noteFields(raw, unknown);
      houses++;
      const { house, ref, problems } = await readWithin(raw, context);
      problems.forEach(onProblem);
      const isRepeated = ref !== '' && refs.has(ref);
      if (isRepeated)
        onProblem({
          severity: 'refused',
          line: raw.line('house_ref'),
          houseRef: ref,
          field: 'house_ref',
          value: ref,
          reason: 'is not unique within the supplier: it came before in this file',
        });
      if (ref !== '' && !isRepeated) refs.set(ownText(ref), raw.line());
      if (house && !isRepeated) {
        batch.push({ house, line: raw.line() });
        options += house.units.reduce((sum, { tenancies }) => sum + tenancies.length, 0);
      } else if (ref !== '') refusedByForm++;
      else nameless++;
      if (batch.length >= batchSize || options >= batches[engine].options) await flush();
    }
  } catch (error) {
    if (!(error instanceof BrokenFeedError)) throw error;
    isComplete = false;
    onProblem({
      severity: 'refused',
      line: error.line,
      houseRef: error.houseRef,
      field: '',
      value: '',
      reason: `${error.message}; nothing after this was read`,
    });
  }
  await flush();
  await writing;
  totals.refusedHouses += refusedByForm;
  const missing = full ? await catalogue.countHousesMissingFrom(supplierId, [...refs.keys()]) : 0;
  const keptOpenBecause = !full
    ? undefined
    : whyNothingIsClosed({
        isComplete,
        named: refs.size,
        nameless,
        refused: totals.refusedHouses,
        missing,
        open: missing > 0 ? await catalogue.countHousesMissingFrom(supplierId, []) : 0,
        closeAnyway,
      });
  const isClosing = full && keptOpenBecause === undefined;
  const closed = isClosing && !dryRun ? await catalogue.closeHousesMissingFrom(supplierId, [...refs.keys()], now) : isClosing ? missing : 0;
  if (!dryRun) noteTwins(await catalogue.twins(supplierId, isComplete ? 'keep' : 'look'), refs, onProblem);
  if (!dryRun && isComplete) await keepLastFeed(db, supplierId, { digest, importedAt });
  await report.close();
  const { counts } = report;
  return {
    ...totals,
    closed,
    problems: { ...counts },
    report: Object.values(counts).some((count) => count > 0) ? report.path : undefined,
    remark: source.remark,
    isComplete,
    keptOpenBecause,
  };
}

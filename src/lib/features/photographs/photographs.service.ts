/** Suppliers' photographs: fetched once, made ours, kept in the storage in the widths that pages use, removed when nobody names them. */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { photographWidths, pictureFormats } from '#lib/features/pictures/picture-source.rules.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { PublicWeb, WebAnswer } from '#lib/ports/public-web/public-web.ts';
import { typeOfKey } from '#lib/ports/storage/storage.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { NoPhotographError, decodePhoto, encodeWhole, encodeWidths } from './photo-encoding.files.ts';
import type { PhotographRepository } from './photographs.repository.ts';
import { keptUnusedFor, lookAgainAfter, originalKeptFor, triedAgainAt } from './photographs.rules.ts';
import type { DuePhotograph, FetchOutcome, MissingPhotograph, PhotographCounts, PhotographRef } from './photographs.schema.ts';

export type Photographs = {
  /**
   * Checks a file beside a feed and keeps it, encoded anew, as one picture; pages show that until its widths are made.
   * @param manner `look`: only checks.
   * @throws {NoPhotographError} with why it is not taken. @throws {StorageError}
   */
  keepFile(bytes: Buffer, manner: 'keep' | 'look'): Promise<PhotographRef>;
  /**
   * Keeps a picture of somebody in the widths that pages show, and gives its path. Its name says nothing of who it is of.
   * @param of what it came with: the same picture with something else has files of its own.
   * @throws {NoPhotographError} @throws {StorageError}
   */
  keepOwn(bytes: Buffer, of: string): Promise<string>;
  /** Takes the files of pictures that `keepOwn` kept. @throws {StorageError} */
  dropOwn(paths: readonly string[]): Promise<void>;
  /**
   * Fetches those whose turn has come and keeps them. Begins none after `within` milliseconds or when the signal is aborted.
   * Two at once from a host, and none more from one that fails several times.
   */
  fetchDue(now: Date, options?: { readonly within?: number; readonly signal?: AbortSignal }): Promise<FetchOutcome>;
  /** Removes files that no home has named for two weeks. Returns how many photographs went. */
  removeUnused(now: Date): Promise<number>;
  /** Those that could not be had; at most 10,000. */
  missing(supplierId?: SupplierId): Promise<readonly MissingPhotograph[]>;
  counts(): Promise<PhotographCounts>;
};

export type PhotographParts = {
  readonly db: Db;
  readonly repository: PhotographRepository;
  readonly catalogue: Pick<Catalogue, 'photographsChanged'>;
  readonly storage: Storage;
  readonly web: PublicWeb;
};

const claimedAtOnce = 20;
const fetchedAtOnce = 4;
const perHost = 2;
/** Failures of a host after which it is left alone for the rest of the turn. */
const patience = 3;
/** Milliseconds after which photographs of such a host have their turn again. */
const rest = 10 * 60_000;
const mostListed = 10_000;

/** Hex digits of a digest in the names of files: enough that no two pictures share one. */
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);
const isStored = ({ path }: PhotographRef): boolean => path.startsWith('/photos/');
const keyOf = ({ path, suffix }: PhotographRef): string => `${path.slice(1)}${suffix}`;
const hostOf = (photograph: PhotographRef): string => (isStored(photograph) ? '' : (URL.parse(photograph.path)?.host ?? ''));

/** The keys of all files of a photograph. */
function keysOf(name: string): readonly string[] {
  const width = Number(/_(\d+)x\d+$/.exec(name)?.[1] ?? 0);
  return photographWidths(width).flatMap((wide) => pictureFormats.map((format) => `photos/${name}-${wide}.${format}`));
}

export function createPhotographs({ db, repository, catalogue, storage, web }: PhotographParts): Photographs {
  /** Encoding takes all of a core: one picture at a time leaves the other to readers. */
  const encoding = pLimit(1);

  async function bytesOf(photograph: DuePhotograph, signal: AbortSignal | undefined): Promise<WebAnswer> {
    const { name, etag, lastModified } = photograph;
    if (!isStored(photograph)) return web.fetch(photograph.path, name === undefined ? {} : { etag, lastModified }, signal);
    // Made of a file that was stored; it needs no second look.
    if (name !== undefined) return { kind: 'unchanged' };
    const found = await storage.get(keyOf(photograph));
    return found
      ? { kind: 'got', bytes: found.bytes, etag: undefined, lastModified: undefined }
      : { kind: 'refused', why: 'is not in the storage', isLasting: true };
  }

  /** Stores the picture in all widths; gives what its files are called after. */
  async function store(bytes: Buffer, digest: string): Promise<string> {
    const pixels = await decodePhoto(bytes);
    const name = `${digest}_${pixels.width}x${pixels.height}`;
    for await (const { width, format, bytes: file } of encodeWidths(pixels)) {
      const key = `photos/${name}-${width}.${format}`;
      await storage.put(key, file, { type: typeOfKey(key) });
    }
    return name;
  }

  async function take(photograph: DuePhotograph, answer: WebAnswer & { kind: 'got' }, now: Date): Promise<'kept' | 'unchanged'> {
    const lookAgainAt = new Date(now.getTime() + lookAgainAfter);
    const digest = digestOf(answer.bytes);
    if (photograph.name?.startsWith(`${digest}_`)) {
      await repository.keepAsItWas(photograph, answer, lookAgainAt);
      return 'unchanged';
    }
    const name = await encoding(() => store(answer.bytes, digest));
    await transact(db, async (tx) => {
      await repository.keep(tx, photograph, name, answer, now, lookAgainAt);
      await catalogue.photographsChanged(tx, [photograph.path], now);
    });
    return 'kept';
  }

  async function one(photograph: DuePhotograph, now: Date, signal: AbortSignal | undefined): Promise<keyof FetchOutcome> {
    const failed = async (why: string, isLasting: boolean): Promise<'missing'> => {
      await repository.fail(photograph, why, triedAgainAt(now, photograph.attempts, isLasting));
      return 'missing';
    };
    try {
      const answer = await bytesOf(photograph, signal);
      if (answer.kind === 'refused') return await failed(answer.why, answer.isLasting);
      if (answer.kind === 'got') return await take(photograph, answer, now);
      await repository.keepAsItWas(photograph, {}, new Date(now.getTime() + lookAgainAfter));
      return 'unchanged';
    } catch (error) {
      if (error instanceof NoPhotographError) return failed(error.message, true);
      if ((error as Error).name === 'StorageError') return failed('could not be stored', false);
      throw error;
    }
  }

  return {
    async keepFile(bytes, manner) {
      const ref = { path: `/photos/${digestOf(bytes)}`, suffix: '.webp' };
      const key = keyOf(ref);
      if ((await repository.isKept(ref)) || (manner === 'keep' && (await storage.head(key)))) return ref;
      const pixels = await decodePhoto(bytes);
      if (manner === 'keep') await storage.put(key, await encodeWhole(pixels), { type: typeOfKey(key) });
      return ref;
    },

    async keepOwn(bytes, of) {
      const digest = createHash('sha256').update(of).update(bytes).digest('hex').slice(0, 32);
      return `/photos/${await encoding(() => store(bytes, digest))}`;
    },

    async dropOwn(paths) {
      for (const path of paths) for (const key of keysOf(path.slice('/photos/'.length))) await storage.delete(key);
    },

    async fetchDue(now, { within = Infinity, signal } = {}) {
      const outcome = { kept: 0, unchanged: 0, missing: 0 };
      const begun = performance.now();
      const isOver = (): boolean => performance.now() - begun >= within || signal?.aborted === true;
      const fetching = pLimit(fetchedAtOnce);
      const hosts = new Map<string, { readonly inLine: LimitFunction; failures: number }>();
      while (!isOver()) {
        const due = await repository.claim(claimedAtOnce, now);
        if (due.length === 0) break;
        const turns = due.map((photograph) => {
          const name = hostOf(photograph);
          const host = hosts.get(name) ?? { inLine: pLimit(perHost), failures: 0 };
          hosts.set(name, host);
          return host.inLine(() =>
            fetching(async () => {
              if (isOver()) return repository.release(photograph, now);
              if (host.failures >= patience && name !== '') return repository.release(photograph, new Date(now.getTime() + rest));
              const became = await one(photograph, now, signal);
              host.failures = became === 'missing' ? host.failures + 1 : 0;
              outcome[became]++;
            }),
          );
        });
        const failure = (await Promise.allSettled(turns)).find((turn) => turn.status === 'rejected');
        if (failure) throw failure.reason;
      }
      return outcome;
    },

    async removeUnused(now) {
      await repository.compareWithHomes(now);
      for (const original of await repository.originals(new Date(now.getTime() - originalKeptFor), mostListed)) {
        await storage.delete(keyOf(original));
        await repository.forgetOriginal(original);
      }
      const unused = await repository.unused(new Date(now.getTime() - keptUnusedFor), mostListed);
      for (const photograph of unused) {
        if (photograph.name !== undefined && !photograph.isShared) for (const key of keysOf(photograph.name)) await storage.delete(key);
        if (isStored(photograph)) await storage.delete(keyOf(photograph));
        await repository.forget(photograph);
      }
      return unused.length;
    },

    missing: (supplierId) => repository.missing(supplierId, mostListed),
    counts: () => repository.counts(),
  };
}

/** Rows of a feed on the disk for as long as an import needs them, parted by their houses so that one part fits into memory. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { hasRoom, isFullDisk } from '#lib/db/disk-room.ts';
import { BrokenFeedError } from './feed.schema.ts';
import { textOf } from './feed-source.files.ts';

export type RowStoreLimits = {
  /** Where the files lie; made when it is not there. */
  readonly folder: string;
  /** Bytes of its disk that stay free. */
  readonly reserve: number;
};

const partCount = 64;
const megabyte = 1_048_576;

/** Files that have no name any more once they are open: no other program finds them, and they are gone with this one however it ends. */
async function openNameless(folder: string, count: number): Promise<FileHandle[]> {
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, 'feed-rows-'));
  const files: FileHandle[] = [];
  try {
    for (let at = 0; at < count; at++) files.push(await open(join(own, String(at)), 'wx+', 0o600));
    return files;
  } catch (error) {
    await Promise.all(files.map((file) => file.close()));
    throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function noRoom({ folder, reserve }: RowStoreLimits): BrokenFeedError {
  return new BrokenFeedError(
    0,
    `the rows of its houses lie so far apart that they have to be put together on the disk of ${folder}, where ${Math.round(reserve / megabyte)} MB are to stay free: ` +
      'there is no room for them. Sort the file by house_ref, or make room; houses that were not complete by then are not taken',
  );
}

async function* textIn(file: FileHandle): AsyncGenerator<string> {
  yield* textOf(file.createReadStream({ start: 0, highWaterMark: 131_072 }));
}

export class RowStore {
  readonly #limits: RowStoreLimits;
  readonly #depth: number;
  readonly #files: FileHandle[];

  private constructor(limits: RowStoreLimits, depth: number, files: FileHandle[]) {
    this.#limits = limits;
    this.#depth = depth;
    this.#files = files;
  }

  /** @param depth of a store whose houses come from one part of another: they are parted in another way. */
  static async open(limits: RowStoreLimits, depth: number): Promise<RowStore> {
    return new RowStore(limits, depth, await openNameless(limits.folder, partCount));
  }

  #partOf(ref: string): number {
    return createHash('sha256').update(`${this.#depth} ${ref}`).digest().readUInt16LE() % partCount;
  }

  /**
   * Writes rows behind those that are there.
   * @throws {BrokenFeedError} when there is no room for them.
   */
  async write(houses: readonly { readonly ref: string; readonly packed: readonly string[] }[]): Promise<void> {
    const parts = new Map<number, string[]>();
    let bytes = 0;
    for (const { ref, packed } of houses) {
      const part = this.#partOf(ref);
      const texts = parts.get(part) ?? [];
      for (const text of packed) {
        texts.push(text);
        bytes += Buffer.byteLength(text);
      }
      parts.set(part, texts);
    }
    if (!(await hasRoom(this.#limits.folder, this.#limits.reserve + bytes))) throw noRoom(this.#limits);
    try {
      for (const [part, texts] of parts) await this.#files[part]?.appendFile(texts.join(''));
    } catch (error) {
      throw isFullDisk(error) ? noRoom(this.#limits) : error;
    }
  }

  /** The text of each part. A part is gone once the next is asked for. */
  async *parts(): AsyncGenerator<AsyncIterable<string>> {
    for (const file of this.#files) {
      yield textIn(file);
      await file.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map((file) => file.close()));
  }
}

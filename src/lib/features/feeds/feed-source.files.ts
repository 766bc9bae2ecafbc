/** A feed file as text: unpacked where it is packed, read once or twice, never held whole. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BrokenFeedError } from './feed.schema.ts';

export type FeedFormat = 'csv' | 'json' | 'xml';

export type FeedSource = {
  readonly format: FeedFormat;
  /** Bytes of the file as it lies on the disk. */
  readonly bytes: number;
  /** The file's bytes, unpacked. `onRead` hears how many bytes of the file were read. */
  open(onRead?: (bytes: number) => void): Readable;
};

/** The file is not one that can be imported; the message is for the terminal. */
export class FeedFileError extends Error {
  override name = 'FeedFileError';
}

/**
 * Looks at a file: its format by its name, its packing by its first bytes.
 * @throws {FeedFileError} when it is missing, empty or of another kind.
 */
export async function openFeedSource(path: string): Promise<FeedSource> {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  const format = (['csv', 'json', 'xml'] as const).find((one) => name.endsWith(`.${one}`));
  if (!format) throw new FeedFileError(`${path}: a feed's name ends in .csv, .json or .xml, or in one of these with .gz`);
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw new FeedFileError(`${path}: there is no such file`);
  const head = Buffer.alloc(4);
  const file = await open(path);
  const { bytesRead } = await file.read(head, 0, 4, 0).finally(() => file.close());
  if (bytesRead === 0) throw new FeedFileError(`${path}: the file is empty`);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new FeedFileError(`${path}: the file is UTF-16; save it as UTF-8`);
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  return {
    format,
    bytes: facts.size,
    open(onRead) {
      const raw = createReadStream(path, { highWaterMark: 131_072 });
      let read = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _, done) {
          onRead?.((read += chunk.length));
          done(null, chunk);
        },
      });
      // Errors come out at the end of the chain, where the reader waits.
      return isPacked ? pipeline(raw, counted, createGunzip(), bounded(facts.size), () => undefined) : pipeline(raw, counted, () => undefined);
    },
  };
}

/** No list of homes packs better than this; what does is made to fill a machine. */
const bestPacking = 300;
/** Bytes unpacked before anybody wonders. */
const harmless = 100_000_000;

/** Passes on what was unpacked until it is too much of it for the file. */
function bounded(packed: number): Transform {
  let unpacked = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      unpacked += chunk.length;
      const isTooMuch = unpacked > harmless && unpacked > packed * bestPacking;
      done(isTooMuch ? new BrokenFeedError(0, `the packed file unpacks to more than ${bestPacking} times its size`) : null, chunk);
    },
  });
}

/** Text of a stream of bytes, without a byte order mark. Bytes that are no UTF-8 become U+FFFD, which the fields refuse. */
export async function* textOf(source: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of source) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (text) yield text;
    }
  } catch (error) {
    throw asBroken(error);
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** A damaged archive or disk as what it means for the feed. */
function asBroken(error: unknown): Error {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'Z_BUF_ERROR') return new BrokenFeedError(0, 'the packed file ends too early; it was not transferred whole');
  if (code?.startsWith('Z_')) return new BrokenFeedError(0, `the packed file is damaged: ${message}`);
  return error instanceof Error ? error : new Error(String(error));
}

/** A text for longer than its piece of the file: one that is cut out of the piece would keep all of it in memory. */
export const ownText = (text: string): string => Buffer.from(text).toString();

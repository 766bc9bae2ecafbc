/** A feed file as text: unpacked where it is packed, read once or twice, never held whole. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BrokenFeedError } from './feed.schema.ts';
import { EncodingDetector, encodingNames } from './feed-encoding.rules.ts';
import type { Detected } from './feed-encoding.rules.ts';
import type { CsvRow } from './csv-rows.rules.ts';
import { rowsOfWorkbook } from './feed-workbook.files.ts';

export type FeedFormat = 'csv' | 'json' | 'xml';

export type FeedSource = {
  readonly format: FeedFormat;
  /** Bytes of the file as it lies on the disk. */
  readonly bytes: number;
  /** As `TextDecoder` calls it, and how it is told to people. */
  readonly encoding: string;
  /** What is to be told of the encoding; undefined where it is the one that the file is expected to have. */
  readonly remark: string | undefined;
  /** Of a workbook, instead of its bytes. */
  rows?(): AsyncIterable<readonly CsvRow[]>;
  /** The file's bytes, unpacked. `onRead` hears how many bytes of the file were read. */
  open(onRead?: (bytes: number) => void): Readable;
};

/** The file is not one that can be imported; the message is for the terminal. */
export class FeedFileError extends Error {
  override name = 'FeedFileError';
}

/** Files of programs that we do not read, by what their names end in and how they are saved as one that we do. */
const otherKinds: Readonly<Record<string, string>> = {
  '.xls': 'a workbook of an old Excel; open it and save it as .xlsx, or as “CSV UTF-8”',
  '.xlsb': 'a binary workbook; open it and save it as .xlsx, or as “CSV UTF-8”',
  '.ods': 'a workbook of LibreOffice; save it as .csv, with UTF-8 as the character set, or as .xlsx',
  '.numbers': 'a workbook of Numbers; export it as CSV, with UTF-8 as the text encoding',
  '.zip': 'an archive; unpack it and import the file in it',
};

function formatOf(path: string): FeedFormat | 'xlsx' {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  const format = (['csv', 'json', 'xml', 'xlsx'] as const).find((one) => name.endsWith(`.${one}`));
  if (format) return format;
  const other = Object.entries(otherKinds).find(([ending]) => name.endsWith(ending));
  throw new FeedFileError(
    `${path}: ${other ? `this is ${other[1]}` : "a feed's name ends in .csv, .json, .xml or .xlsx, or in one of the first three with .gz"}`,
  );
}

/**
 * Looks at a file: its format by its name, its packing by its first bytes, its encoding by all of them.
 * @throws {FeedFileError} when it is missing, empty, of another kind, or of an encoding that nobody can tell.
 */
export async function openFeedSource(path: string): Promise<FeedSource> {
  const format = formatOf(path);
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw new FeedFileError(`${path}: there is no such file`);
  const head = Buffer.alloc(8);
  const file = await open(path);
  const { bytesRead } = await file.read(head, 0, 8, 0).finally(() => file.close());
  if (bytesRead === 0) throw new FeedFileError(`${path}: the file is empty`);
  if (head.readUInt32BE() === 0xd0cf11e0)
    throw new FeedFileError(`${path}: this is a workbook of an old Excel, or one with a password; save it as .xlsx without one, or as “CSV UTF-8”`);
  const isZip = head.readUInt32BE() === 0x504b0304;
  if (format === 'xlsx' || (isZip && format === 'csv')) {
    if (!isZip) throw new FeedFileError(`${path}: this is no workbook; save it as .xlsx again, or as “CSV UTF-8”`);
    const rows = await rowsOfWorkbook(path, facts.size).catch((error: Error) => {
      throw new FeedFileError(`${path}: ${error.message}`);
    });
    const remark = format === 'csv' ? 'the file is a workbook whose name ends in .csv; its first sheet was read' : undefined;
    return { format: 'csv', bytes: facts.size, encoding: 'utf-8', remark, rows, open: () => createReadStream(path) };
  }
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const unpacked: FeedSource['open'] = (onRead) => {
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
  };
  return { format, bytes: facts.size, ...encodingOf(path, await detected(unpacked())), open: unpacked };
}

/** Reads a file to its end, or to where it is damaged: whoever reads it for its homes will meet that place too, and say so. */
async function detected(bytes: Readable): Promise<Detected> {
  const detector = new EncodingDetector();
  try {
    for await (const chunk of bytes) detector.add(chunk as Buffer);
  } catch {
    // Told of by the reader.
  }
  return detector.end();
}

/** @throws {FeedFileError} when two encodings are as likely as each other, or none is likely. */
function encodingOf(path: string, found: Detected): Pick<FeedSource, 'encoding' | 'remark'> {
  if (found.kind === 'unknown') {
    const names = found.couldBe.map((one) => encodingNames[one] ?? one).join(' or ');
    throw new FeedFileError(
      `${path}: the file is not UTF-8, and nobody can tell what it is instead${names ? `: it could be ${names}` : ''}. Save it as UTF-8 (in Excel: “CSV UTF-8”)`,
    );
  }
  const { encoding, isAsDeclared } = found;
  const name = encodingNames[encoding] ?? encoding;
  if (encoding === 'utf-8') return { encoding, remark: isAsDeclared ? undefined : 'the file names another encoding, and is UTF-8; it was read as that' };
  return { encoding, remark: `the file is not UTF-8: it was read as ${name}${isAsDeclared ? '' : ', which its bytes make likely'}. Check a few of its names` };
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

/** Text of a stream of bytes, without a byte order mark. Bytes that are none of the encoding become U+FFFD, which the fields refuse. */
export async function* textOf(source: Readable, encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  try {
    for await (const chunk of source) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (text) yield isFirst ? text.replace(/^\ufeff/, '') : text;
      isFirst &&= text === '';
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

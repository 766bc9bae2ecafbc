/** Files of a backup: lines, zipped, with the digest of what lies on disk. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Writes batches of lines. @returns the SHA-256 of the file. @throws errors of the file system and of what gives the lines. */
export async function writeLines(path: string, batches: AsyncIterable<readonly string[]>): Promise<string> {
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  async function* texts(): AsyncGenerator<string> {
    for await (const lines of batches) yield `${lines.join('\n')}\n`;
  }
  await pipeline(Readable.from(texts()), createGzip({ level: 5 }), tap, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return hash.digest('hex');
}

/** Lines of a file, in batches. A line ends at a line feed alone: others stand inside of texts. @throws errors of the file system, and of a file that is cut off. */
export async function* readLines(path: string, most = 2_000): AsyncGenerator<readonly string[]> {
  const unzipped = createGunzip().setEncoding('utf8');
  const reading = pipeline(createReadStream(path), unzipped);
  // Told below; until then it is nobody's.
  reading.catch(() => undefined);
  let lines: string[] = [];
  let begun = '';
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    begun += first;
    for (const next of others) {
      lines.push(begun);
      begun = next;
    }
    if (lines.length < most) continue;
    yield lines;
    lines = [];
  }
  await reading;
  if (lines.length > 0) yield lines;
}

/** @throws errors of the file system. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

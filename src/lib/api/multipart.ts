/** Bodies with files: read within bounds, and taken apart by the parser that Node itself has. */
import { countedAs, isOwnNetwork } from './address.ts';
import type { GivenFile } from '#lib/forms/files.schema.ts';

export type Parts = {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, GivenFile>>;
  /** The body was longer than may be kept: only the parts that came whole before that are here. */
  readonly isCut: boolean;
};

/** The one kind of body that carries files. */
export const multipartType = 'multipart/form-data';
/** The largest file of any purpose, in bytes. */
export const largestUpload = 10 * 1_048_576;
/** A file and the texts beside it, in bytes. */
const mostKept = largestUpload + 262_144;
/** What is read at all: who hears that a file is too large must have been able to send it. */
const mostRead = 24 * 1_048_576;
const mostParts = 60;
const longestName = 120;
/** Bodies in memory at once. */
const mostAtOnce = 24;
/** Of those, of one client. */
const mostOfClient = 3;

let atOnce = 0;
const ofClients = new Map<string, number>();

/** The mark between parts that a content type names; undefined when it is none of ours. */
export function boundaryOf(contentType: string | null | undefined): string | undefined {
  const [type, ...parameters] = (contentType ?? '').split(';');
  if (type?.trim().toLowerCase() !== multipartType) return undefined;
  return /^\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i.exec(parameters.find((one) => /^\s*boundary=/i.test(one)) ?? '')?.[1];
}

/** What of a body may be kept. */
async function kept(body: AsyncIterable<Uint8Array>): Promise<{ readonly bytes: Buffer; readonly isCut: boolean } | 'too-large' | 'bad-input'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > mostRead) return 'too-large';
      if (size <= mostKept) chunks.push(chunk);
    }
  } catch {
    return 'bad-input';
  }
  return { bytes: Buffer.concat(chunks), isCut: size > mostKept };
}

function countOf(bytes: Buffer, mark: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && count <= mostParts; at = bytes.indexOf(mark, at + mark.length)) count++;
  return count;
}

async function taken(body: AsyncIterable<Uint8Array>, boundary: string): Promise<Parts | 'too-large' | 'bad-input'> {
  const read = await kept(body);
  if (typeof read === 'string') return read;
  const mark = Buffer.from(`--${boundary}`);
  if (countOf(read.bytes, mark) > mostParts) return 'too-large';
  const whole = read.isCut ? Buffer.concat([read.bytes.subarray(0, Math.max(0, read.bytes.lastIndexOf(mark))), mark, Buffer.from('--\r\n')]) : read.bytes;
  const form = await new Response(new Blob([new Uint8Array(whole)]), { headers: { 'content-type': `${multipartType}; boundary=${boundary}` } })
    .formData()
    .catch(() => undefined);
  if (!form) return 'bad-input';
  const texts = Object.create(null) as Record<string, string>;
  const files = Object.create(null) as Record<string, GivenFile>;
  for (const [name, value] of form) {
    if (typeof value === 'string') texts[name] ??= value;
    // A field in which nothing was chosen comes without name and content: as a file, or as an empty text.
    else if (value.name !== '' || value.size > 0) files[name] ??= { name: value.name.slice(0, longestName), bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { texts, files, isCut: read.isCut };
}

/** The texts of a body, and which fields came with a file. */
export type Texts = { readonly texts: Readonly<Record<string, string>>; readonly withFile: ReadonlySet<string> };

/** Texts of a body that is read for them alone, in bytes. */
const mostTexts = 65_536;
const longestHead = 2_048;

/** A body in pieces of a size at least: who sends it byte by byte would have each byte looked at together with all before it. */
async function* inPieces(body: AsyncIterable<Uint8Array>, least: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < least) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

/** What the head of a part says: its field, and whether a file was chosen there. */
function headOf(head: string): { readonly name: string; readonly isFile: boolean } | undefined {
  const disposition = /^content-disposition:\s*form-data;([^\r\n]*)/im.exec(head)?.[1] ?? '';
  const name = /(?:^|[;\s])name="([\w.-]{1,60})"/.exec(disposition)?.[1];
  const file = /(?:^|[;\s])filename="([^"]*)"/.exec(disposition)?.[1];
  return name === undefined ? undefined : { name, isFile: file !== undefined };
}

/**
 * Reads the texts beside files that nobody is to hold: what a file brings passes through, so the memory is that of the texts.
 * What comes after an end that never comes, or beyond the bounds, is left out.
 */
async function textsIn(body: AsyncIterable<Uint8Array>, boundary: string, leastPiece: number): Promise<Texts> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  const texts = Object.create(null) as Record<string, string>;
  const withFile = new Set<string>();
  let [rest, read, held, parts]: [Buffer, number, number, number] = [Buffer.from('\r\n'), 0, 0, 0];
  // Before the first mark there is nothing to keep.
  let part: ReturnType<typeof headOf> | 'head' = undefined;
  try {
    for await (const chunk of inPieces(body, leastPiece)) {
      read += chunk.length;
      if (read > mostRead) break;
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        if (part === 'head') {
          const end = rest.indexOf('\r\n\r\n');
          if (end < 0 && rest.length <= longestHead) break;
          // Two hyphens behind a mark end the body; a head without end is none.
          if (end < 0 || end > longestHead || parts++ >= mostParts || rest.toString('latin1', 0, 2) === '--') return { texts, withFile };
          part = headOf(rest.toString('utf8', 0, end));
          rest = rest.subarray(end + 4);
        }
        const isKept: boolean = part !== undefined && !part.isFile;
        const at = rest.indexOf(mark);
        if (at < 0) {
          if (isKept && held + rest.length > mostTexts) return { texts, withFile };
          if (!isKept && rest.length > mark.length) {
            if (part?.isFile) withFile.add(part.name);
            rest = rest.subarray(rest.length - mark.length);
          }
          break;
        }
        if (part?.isFile && at > 0) withFile.add(part.name);
        if (part && !part.isFile) {
          held += at;
          if (held > mostTexts) return { texts, withFile };
          texts[part.name] ??= rest.toString('utf8', 0, at);
        }
        rest = rest.subarray(at + mark.length);
        part = 'head';
      }
    }
  } catch {
    // Who goes away while sending gets no answer anyway.
  }
  return { texts, withFile };
}

/**
 * Takes the texts alone out of a body with files.
 * @param leastPiece bytes that are looked through at once.
 * @returns `busy` as `readMultipart` does.
 */
export const readTexts = (body: AsyncIterable<Uint8Array>, boundary: string, address: string, leastPiece = 16_384): Promise<Texts | 'busy'> =>
  inTurn(address, () => textsIn(body, boundary, leastPiece));

/**
 * Takes a body apart. Time and memory are linear in what may be kept of it; of a name given twice the first counts.
 * @param boundary as `boundaryOf` has it.
 * @param address who sends it; whoever comes from our own network is a proxy that speaks for many, or ourselves.
 * @returns `busy` while too many are in memory, or too many of one client.
 */
export const readMultipart = (body: AsyncIterable<Uint8Array>, boundary: string, address: string): Promise<Parts | 'too-large' | 'bad-input' | 'busy'> =>
  inTurn(address, () => taken(body, boundary));

/** Reads a body while few enough are read. */
async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T | 'busy'> {
  const client = isOwnNetwork(address) ? undefined : countedAs(address).client;
  const its = client === undefined ? 0 : (ofClients.get(client) ?? 0);
  if (atOnce >= mostAtOnce || its >= mostOfClient) return 'busy';
  atOnce++;
  if (client !== undefined) ofClients.set(client, its + 1);
  try {
    return await work();
  } finally {
    atOnce--;
    if (client !== undefined) {
      const left = (ofClients.get(client) ?? 1) - 1;
      if (left > 0) ofClients.set(client, left);
      else ofClients.delete(client);
    }
  }
}

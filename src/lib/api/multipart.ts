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

/**
 * Takes a body apart. Time and memory are linear in what may be kept of it; of a name given twice the first counts.
 * @param boundary as `boundaryOf` has it.
 * @param address who sends it; whoever comes from our own network is a proxy that speaks for many, or ourselves.
 * @returns `busy` while too many are in memory, or too many of one client.
 */
export async function readMultipart(body: AsyncIterable<Uint8Array>, boundary: string, address: string): Promise<Parts | 'too-large' | 'bad-input' | 'busy'> {
  const client = isOwnNetwork(address) ? undefined : countedAs(address).client;
  const its = client === undefined ? 0 : (ofClients.get(client) ?? 0);
  if (atOnce >= mostAtOnce || its >= mostOfClient) return 'busy';
  atOnce++;
  if (client !== undefined) ofClients.set(client, its + 1);
  try {
    return await taken(body, boundary);
  } finally {
    atOnce--;
    if (client !== undefined) {
      const left = (ofClients.get(client) ?? 1) - 1;
      if (left > 0) ofClients.set(client, left);
      else ofClients.delete(client);
    }
  }
}

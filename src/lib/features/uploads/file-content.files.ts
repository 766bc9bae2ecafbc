/**
 * What a file is, by its bytes: names and types that come along are anybody's. A document is kept as it is, so it must be one thing
 * to every program that opens it: it begins at its first byte, ends at its last, and holds nothing that runs.
 */
import { inflateRawSync } from 'node:zlib';
import { areKnownRelations, isKnownPart, isRelations } from './office-parts.files.ts';
import { isActivePdf } from './pdf-names.files.ts';
import type { FileKind } from '#lib/forms/files.schema.ts';

export type DocumentFault = 'damaged' | 'active' | 'mixed';

const starts: Readonly<Record<FileKind, (bytes: Buffer) => boolean>> = {
  jpeg: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  pdf: (bytes) => /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)),
  docx: (bytes) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04',
};

/** The kind whose first bytes a file has. */
export const kindOf = (bytes: Buffer): FileKind | undefined => (Object.keys(starts) as FileKind[]).find((kind) => starts[kind](bytes));

/** The end of a ZIP file is looked for in as many last bytes. */
const reachOfZip = 65_557;
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');

/** What is wrong with a file that begins as a PDF does; undefined when nothing. */
export function faultOfPdf(bytes: Buffer): DocumentFault | undefined {
  const end = bytes.lastIndexOf('%%EOF', undefined, 'latin1');
  if (end < 0 || bytes.lastIndexOf('startxref', end, 'latin1') < 0) return 'damaged';
  const after = bytes.subarray(end + 5);
  if (after.length > 1_024 || /[^\s\0]/.test(after.toString('latin1'))) return 'mixed';
  if (bytes.subarray(-reachOfZip).includes(endOfZip)) return 'mixed';
  // What cannot be looked into is not handed to anybody either.
  return isActivePdf(bytes) === false ? undefined : 'active';
}

const mostEntries = 2_000;
/** Of all that a document unfolds to, in bytes, and by how much of it. */
const mostUnfolded = 120 * 1_048_576;
const mostFolds = 250;
const mostTypes = 262_144;

type Entry = {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
};

/** The directory of a ZIP file that is a ZIP file from its first byte to its last; undefined for any other. */
function entriesOf(bytes: Buffer): readonly Entry[] | undefined {
  const end = bytes.length - 22;
  if (end < 0 || !bytes.subarray(end, end + 4).equals(endOfZip) || bytes.readUInt16LE(end + 20) !== 0) return undefined;
  const [disk, first, count, all] = [4, 6, 8, 10].map((at) => bytes.readUInt16LE(end + at)) as [number, number, number, number];
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (disk !== 0 || first !== 0 || count !== all || count > mostEntries || start + size !== end) return undefined;
  const entries: Entry[] = [];
  let at = start;
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [number, number, number];
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return at === end ? entries : undefined;
}

/** What an entry unfolds to; undefined when that is more than `most`, or not what it says. */
function unfolded(bytes: Buffer, { at, method, packed }: Entry, most: number): Buffer | undefined {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) return undefined;
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const raw = bytes.subarray(from, from + packed);
  if (raw.length !== packed) return undefined;
  if (method === 0) return raw.length <= most ? raw : undefined;
  try {
    return inflateRawSync(raw, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

const isHostileName = (name: string): boolean => name.startsWith('/') || /^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..');
/** Of relations of one part, in bytes. */
const mostRelations = 1_048_576;
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** What is wrong with a file that begins as a DOCX does; undefined when nothing. Nothing of it is unfolded but the list of its parts' types, and their relations. */
export function faultOfDocx(bytes: Buffer): DocumentFault | undefined {
  const entries = entriesOf(bytes);
  if (!entries) return bytes.subarray(-reachOfZip).includes(endOfZip) ? 'mixed' : 'damaged';
  const [packed, unpacked] = [entries.reduce((sum, one) => sum + one.packed, 0), entries.reduce((sum, one) => sum + one.unpacked, 0)];
  const isFolded = packed > bytes.length || unpacked > mostUnfolded || unpacked > packed * mostFolds + mostTypes;
  if (isFolded || entries.some(({ name, flags, method }) => isHostileName(name) || (flags & 1) === 1 || (method !== 0 && method !== 8))) return 'damaged';
  if (entries.some(({ name }) => !isKnownPart(name))) return 'active';
  const list = entries.find(({ name }) => name === '[Content_Types].xml');
  const types = list && unfolded(bytes, list, mostTypes)?.toString('utf8');
  if (types === undefined || !entries.some(({ name }) => name === 'word/document.xml')) return 'damaged';
  if (/macroenabled/i.test(types)) return 'active';
  for (const entry of entries.filter(({ name }) => isRelations(name))) {
    const xml = unfolded(bytes, entry, mostRelations)?.toString('utf8');
    if (xml === undefined) return 'damaged';
    if (!areKnownRelations(xml)) return 'active';
  }
  return types.includes(wordDocument) ? undefined : 'damaged';
}

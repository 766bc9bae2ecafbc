/** In which encoding a file is written, by its bytes. What it says of itself counts only where its bytes agree. */
import { frequentHanzi } from './frequent-hanzi.rules.ts';

/** Labels that `TextDecoder` takes. */
type FeedEncoding = string;

export type Detected =
  | { readonly kind: 'found'; readonly encoding: FeedEncoding; readonly isAsDeclared: boolean }
  /** Two readings are as good as each other, or none is good. */
  | { readonly kind: 'unknown'; readonly couldBe: readonly FeedEncoding[] };

/** How encodings are named to people. */
export const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  'windows-1252': 'Windows-1252',
};

/** Of lines with signs beyond ASCII as much is looked at, in bytes. */
const mostSample = 262_144;
/** Rather UTF-8 with damaged places than something else: so many whole signs for each place that is none. */
const soundForEachDamaged = 4;
/** A reading has to make so much sense, and so much more than any other. */
const least = { sense: 0.3, lead: 0.1 } as const;

const isTail = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** How many bytes the sign of UTF-8 has that begins here; 0 where none does. */
export function lengthOfSign(bytes: ArrayLike<number>, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1];
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return isTail(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!isTail(second) || !isTail(bytes[at + 2])) return 0;
    const isShortest = first !== 0xe0 || (second ?? 0) >= 0xa0;
    const isNoHalf = first !== 0xed || (second ?? 0) < 0xa0;
    return isShortest && isNoHalf ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!isTail(second) || !isTail(bytes[at + 2]) || !isTail(bytes[at + 3])) return 0;
    return (first !== 0xf0 || (second ?? 0) >= 0x90) && (first !== 0xf4 || (second ?? 0) < 0x90) ? 4 : 0;
  }
  return 0;
}

/** Whether a sign that begins here could go on behind the end of these bytes. */
const isCutOff = (bytes: Uint8Array, at: number): boolean => bytes.length - at < 4 && (bytes[at] ?? 0) >= 0xc2 && bytes.subarray(at + 1).every(isTail);

/** Looks at a file piece by piece, once, and says how to read it. */
export class EncodingDetector {
  #head: Uint8Array = new Uint8Array(0);
  #rest: Uint8Array = new Uint8Array(0);
  #sound = 0;
  #damaged = 0;
  readonly #sample: Uint8Array[] = [];
  #sampleSize = 0;

  add(piece: Uint8Array): void {
    if (this.#head.length < 4_096) this.#head = Buffer.concat([this.#head, piece.subarray(0, 4_096)]);
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    this.#rest = new Uint8Array(0);
    let at = 0;
    let hasHigh = false;
    while (at < bytes.length) {
      if ((bytes[at] ?? 0) < 0x80) {
        at++;
        continue;
      }
      hasHigh = true;
      const length = lengthOfSign(bytes, at);
      if (length === 0) {
        if (isCutOff(bytes, at)) {
          this.#rest = bytes.slice(at);
          break;
        }
        this.#damaged++;
      } else this.#sound++;
      at += length || 1;
    }
    if (hasHigh) this.#keepSample(bytes.subarray(0, at));
  }

  /** Keeps lines that have signs beyond ASCII: the others say nothing. */
  #keepSample(bytes: Uint8Array): void {
    if (this.#sampleSize >= mostSample) return;
    let from = 0;
    for (let at = 0; at <= bytes.length && this.#sampleSize < mostSample; at++) {
      if (at < bytes.length && bytes[at] !== 10) continue;
      const line = bytes.subarray(from, Math.min(at + 1, from + mostSample));
      from = at + 1;
      if (!line.some((byte) => byte >= 0x80)) continue;
      this.#sample.push(line.slice());
      this.#sampleSize += line.length;
    }
  }

  end(): Detected {
    this.#damaged += this.#rest.length > 0 ? 1 : 0;
    const head = this.#head;
    const marked = byteOrderMark(head) ?? zeroesOf(head);
    if (marked) return { kind: 'found', encoding: marked, isAsDeclared: true };
    const declared = declaredIn(head);
    const isUtf8 = this.#damaged === 0 || this.#sound >= this.#damaged * soundForEachDamaged;
    if (isUtf8) return { kind: 'found', encoding: 'utf-8', isAsDeclared: this.#sound === 0 || declared === undefined || declared === 'utf-8' };
    return readingOf(Buffer.concat(this.#sample), declared);
  }
}

function byteOrderMark(head: Uint8Array): FeedEncoding | undefined {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return head[2] === 0 && head[3] === 0 ? undefined : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // GB18030 has a mark too.
  if (a === 0x84 && b === 0x31 && c === 0x95 && head[3] === 0x33) return 'gb18030';
  return undefined;
}

/** UTF-16 without a mark: a feed begins with signs of ASCII, of which every other byte is zero then. */
function zeroesOf(head: Uint8Array): FeedEncoding | undefined {
  const looked = head.subarray(0, 64);
  const zeroes = [0, 0];
  for (let at = 0; at < looked.length; at++) if (looked[at] === 0) zeroes[at % 2] = (zeroes[at % 2] ?? 0) + 1;
  const enough = Math.max(1, looked.length / 4);
  if ((zeroes[1] ?? 0) >= enough && zeroes[0] === 0) return 'utf-16le';
  if ((zeroes[0] ?? 0) >= enough && zeroes[1] === 0) return 'utf-16be';
  return undefined;
}

/** The encoding that the declaration of an XML file names, where it is one that can be read. */
function declaredIn(head: Uint8Array): FeedEncoding | undefined {
  const label = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(Buffer.from(head.subarray(0, 200)).toString('latin1'))?.[1];
  return label === undefined ? undefined : known(label);
}

function known(label: string): FeedEncoding | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined;
  }
}

/** Whether bytes are those of an encoding. Pieces of a file may end within a sign, so a few that cannot be read do not count. */
function isWrittenIn(bytes: Uint8Array, encoding: FeedEncoding): boolean {
  const text = new TextDecoder(encoding).decode(bytes);
  const high = bytes.filter((byte) => byte >= 0x80).length;
  return (text.match(/\ufffd/g)?.length ?? 0) * 50 <= high;
}

function readingOf(sample: Uint8Array, declared: FeedEncoding | undefined): Detected {
  if (declared !== undefined && declared !== 'utf-8' && isWrittenIn(sample, declared)) return { kind: 'found', encoding: declared, isAsDeclared: true };
  const readings = candidates.map(({ encoding, sense }) => ({ encoding, sense: sense(sample) })).toSorted((a, b) => b.sense - a.sense);
  const [best, second] = readings;
  if (best && best.sense >= least.sense && best.sense - (second?.sense ?? 0) >= least.lead)
    return { kind: 'found', encoding: best.encoding, isAsDeclared: false };
  return { kind: 'unknown', couldBe: readings.filter(({ sense }) => sense > 0.1).map(({ encoding }) => encoding) };
}

type Pairs = { readonly usual: number; readonly rare: number; readonly broken: number };

/** Pairs of bytes by how usual the part of the table is that they lie in. */
function pairsOf(bytes: Uint8Array, isUsual: (lead: number, tail: number) => boolean, isTailOf: (tail: number) => boolean): Pairs {
  let [usual, rare, broken] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const tail = bytes[at + 1] ?? 0;
    if (lead === 0x80 || lead === 0xff || !isTailOf(tail)) broken++;
    else {
      if (isUsual(lead, tail)) usual++;
      else rare++;
      at++;
    }
  }
  return { usual, rare, broken };
}

/** How much sense a Chinese reading makes, up to 1: frequent signs are most of any text, and marks between them. */
function senseOfChinese(sample: Uint8Array, encoding: FeedEncoding, frequent: ReadonlySet<string>, pairs: Pairs): number {
  const all = pairs.usual + pairs.rare + pairs.broken;
  if (all === 0) return 0;
  let found = 0;
  for (const sign of new TextDecoder(encoding).decode(sample)) if (frequent.has(sign) || /[\u3000-\u301e\uff01-\uff5e·‘’“”…—]/u.test(sign)) found++;
  return (0.7 * Math.min(found, all)) / all + (0.5 * pairs.usual) / all - pairs.rare / all - (2 * pairs.broken) / all;
}

const isLetter = (byte: number | undefined): boolean => byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));
/** Beyond letters: € … ‘ ’ “ ” • – — no-break blank £ © « ® ° ² ³ · » ½ ¿. */
const marksOfWestern = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0xa0, 0xa3, 0xa9, 0xab, 0xae, 0xb0, 0xb2, 0xb3, 0xb7, 0xbb, 0xbd, 0xbf]);

/** Letters with accents stand in words, alone or two at a time. */
function senseOfWestern(bytes: Uint8Array): number {
  let [good, all] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    all++;
    const [before = 0, after = 0] = [bytes[at - 1], bytes[at + 1]];
    if (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) {
      if ((isLetter(before) || isLetter(after) || after === 0x20) && (before < 0x80 || after < 0x80)) good++;
    } else if (marksOfWestern.has(byte) && before < 0x80 && after < 0x80) good++;
  }
  return all === 0 ? 0 : good / all;
}

const isTailOfGb = (tail: number): boolean => (tail >= 0x40 && tail !== 0x7f && tail !== 0xff) || (tail >= 0x30 && tail <= 0x39);
/** Marks, and the signs of the first level. */
const isUsualGb = (lead: number, tail: number): boolean => tail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3);
const isTailOfBig5 = (tail: number): boolean => (tail >= 0x40 && tail <= 0x7e) || (tail >= 0xa1 && tail <= 0xfe);
const isUsualBig5 = (lead: number): boolean => lead >= 0xa1 && lead <= 0xc6;

const candidates: readonly { readonly encoding: FeedEncoding; sense(sample: Uint8Array): number }[] = [
  { encoding: 'gb18030', sense: (sample) => senseOfChinese(sample, 'gb18030', frequentHanzi.simplified, pairsOf(sample, isUsualGb, isTailOfGb)) },
  { encoding: 'big5', sense: (sample) => senseOfChinese(sample, 'big5', frequentHanzi.traditional, pairsOf(sample, isUsualBig5, isTailOfBig5)) },
  { encoding: 'windows-1252', sense: senseOfWestern },
];

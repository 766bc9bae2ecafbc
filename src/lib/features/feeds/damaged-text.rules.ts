/** Texts that were damaged before they came: decoded twice, or with question marks where signs were. */
import { frequentHanzi } from './frequent-hanzi.rules.ts';
import { lengthOfSign } from './feed-encoding.rules.ts';

/** Why a text is none that anybody wrote; undefined when it is in order. `name`: one line, in which question marks are rare. */
export function damageOf(text: string, kind: 'name' | 'prose'): string | undefined {
  if (text.includes('\ufffd')) return 'has signs that are none of the encoding of the file, which is UTF-8 unless the report names another';
  if (isDecodedTwice(text)) return 'was decoded in a wrong encoding before it came here, so that other signs stand for its own';
  if (isQuestionMarks(text, kind)) return 'has question marks where signs were';
  return undefined;
}

/** The byte that Windows-1252 has for a sign; undefined where it has none. What it leaves free is the control character of that number. */
const westernByte = new Map(Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(128 + at)), 128 + at] as const));

/** Bytes of which a text was made with Windows-1252; undefined where it was not. */
function westernBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 ? code : westernByte.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

let gbBytes: ReadonlyMap<string, readonly [number, number]> | undefined;

/** The two bytes that GBK has for each of its signs. */
function gbTable(): ReadonlyMap<string, readonly [number, number]> {
  if (gbBytes) return gbBytes;
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, readonly [number, number]>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let tail = 0x40; tail <= 0xfe; tail++) if (tail !== 0x7f) table.set(decoder.decode(Uint8Array.of(lead, tail)), [lead, tail]);
  return (gbBytes = table);
}

function isDecodedTwice(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that Windows-1252 leaves free become control characters
  if (!/[^\u0000-\u007f]/.test(text)) return false;
  const bytes = westernBytes(text);
  if (bytes) return isUtf8InWestern(bytes) || isChineseInWestern(bytes);
  return isUtf8InChinese(text);
}

/** `RÃ©sidence`, `èŒ¶å£¶`: most signs beyond ASCII are parts of signs of UTF-8, as chance does not make them. */
function isUtf8InWestern(bytes: Uint8Array): boolean {
  let [inSigns, high, weight] = [0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : lengthOfSign(bytes, at);
    if (byte >= 0x80) high += length || 1;
    if (length > 1) {
      inSigns += length;
      // Two signs come together by chance too, as in “CAFÉ”: those are no letters of western texts when read as one.
      if (length > 2) weight += 2;
      else if (byte >= 0xc2 && byte <= 0xc5) weight++;
    }
    at += length || 1;
  }
  return weight > 0 && inSigns >= high * 0.6;
}

/** `²èºø·»`: whole stretches of letters with accents and marks, which no language has, and which are Chinese in GBK. */
function isChineseInWestern(bytes: Uint8Array): boolean {
  const high = bytes.filter((byte) => byte >= 0x80).length;
  const stretches = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/[\u0080-\u00ff]{4,}/g),
  ].map(([stretch]) => stretch);
  const long = stretches.reduce((sum, stretch) => sum + stretch.length, 0);
  if (long === 0 || long < high * 0.8) return false;
  const usual = stretches.join('').match(/[\u00a1\u00a3\u00b0-\u00d7][\u00a1-\u00fe]/g)?.length ?? 0;
  return usual * 2 >= long * 0.7;
}

/** `鑼跺６鍧`: signs whose bytes in GBK are whole signs of UTF-8, and Chinese ones. */
function isUtf8InChinese(text: string): boolean {
  const table = gbTable();
  const bytes: number[] = [];
  let signs = 0;
  for (const sign of text) {
    if (sign.charCodeAt(0) < 0x80) {
      bytes.push(sign.charCodeAt(0));
      continue;
    }
    const pair = table.get(sign);
    if (!pair) return false;
    signs++;
    bytes.push(...pair);
    if (signs > 200) break;
  }
  let [read, damaged] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at] ?? 0) < 0x80 ? 1 : lengthOfSign(bytes, at);
    if (length === 2) return false;
    if (length > 2) read++;
    if (length === 0) damaged++;
    at += length || 1;
  }
  // The last byte of an odd number of them is lost, with what it was a pair with.
  if (read < 2 || damaged > Math.max(2, read / 3)) return false;
  const frequent = [...text].filter((sign) => frequentHanzi.simplified.has(sign) || frequentHanzi.traditional.has(sign)).length;
  return frequent * 3 < signs;
}

function isQuestionMarks(text: string, kind: 'name' | 'prose'): boolean {
  const marks = text.match(/[?？]/g)?.length ?? 0;
  if (marks === 0) return false;
  const signs = text.replace(/\s/g, '').length;
  if (!/[\p{L}\p{N}]/u.test(text)) return marks >= 2 || kind === 'name';
  // `???` behind a word asks; alone it stands for signs that are gone.
  if (/(?:^|[\s,.;:()-])[?]{3,}/.test(text) && marks * 5 >= signs) return true;
  if (kind === 'name') return /\p{L}\?\p{L}/u.test(text) || /(?:^|\s)\?\p{L}/u.test(text) || /\?{2,}/.test(text);
  return marks * 3 >= signs;
}

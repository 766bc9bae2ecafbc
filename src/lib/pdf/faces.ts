/**
 * The faces documents are set in. What we have are web fonts (WOFF); a document embeds the few glyphs that it needs, which
 * are taken from the plain form, so each face is unpacked at its first use and then kept.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Locale } from '#lib/i18n/locales.ts';

const require = createRequire(import.meta.url);
const unpack = promisify(inflate);

/** What a table of the font costs in a directory, in WOFF and in the plain form. */
const entry = { woff: 20, plain: 16 } as const;
const head = { woff: 44, plain: 12 } as const;
const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** A WOFF as the font it was made from: the same tables, unpacked, in the same order. */
export async function plainFont(woff: Buffer): Promise<Buffer> {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('not a WOFF');
  const count = woff.readUInt16BE(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const at = head.woff + index * entry.woff;
      const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
      const bytes = woff.subarray(offset, offset + packed);
      return { tag: woff.subarray(at, at + 4), sum: woff.subarray(at + 16, at + 20), bytes: packed < length ? await unpack(bytes) : bytes };
    }),
  );
  const first = head.plain + count * entry.plain;
  const font = Buffer.alloc(tables.reduce((end, { bytes }) => end + aligned(bytes.length), first));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  font.writeUInt16BE(power * 16, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE((count - power) * 16, 10);
  let end = first;
  for (const [index, { tag, sum, bytes }] of tables.entries()) {
    const at = head.plain + index * entry.plain;
    tag.copy(font, at);
    sum.copy(font, at + 4);
    font.writeUInt32BE(end, at + 8);
    font.writeUInt32BE(bytes.length, at + 12);
    bytes.copy(font, end);
    end += aligned(bytes.length);
  }
  return font;
}

const weights = { plain: 400, strong: 600 } as const;
export type Weight = keyof typeof weights;
export type Face = { readonly name: string; readonly font: Buffer };

const kept = new Map<string, Promise<Face>>();

function face(family: string, subset: string, weight: Weight): Promise<Face> {
  const file = `${family}-${subset}-${weights[weight]}-normal.woff`;
  let found = kept.get(file);
  if (!found) {
    found = readFile(require.resolve(`@fontsource/${family}/files/${file}`))
      .then(plainFont)
      .then((font) => ({ name: file, font }));
    kept.set(file, found);
  }
  return found;
}

const latin = ['latin', 'latin-ext', 'vietnamese'].map((subset) => ['be-vietnam-pro', subset] as const);
const chinese = {
  sc: ['noto-sans-sc', 'chinese-simplified'],
  tc: ['noto-sans-tc', 'chinese-traditional'],
  hk: ['noto-sans-hk', 'chinese-hongkong'],
} as const;

/** First the script of the language, then the others: a name may be in any. */
const orders: Readonly<Record<Locale, readonly (keyof typeof chinese)[]>> = {
  'zh-cn': ['sc', 'tc'],
  'zh-tw': ['tc', 'sc'],
  'zh-hk': ['hk', 'tc', 'sc'],
  'en-us': ['sc', 'tc'],
  'vi-vn': ['sc', 'tc'],
};

/** Whether a text has signs that no Latin face has. */
const needsChinese = (text: string): boolean => /[^\u0000-\u036f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20cf\u2100-\u214f]/.test(text);

/** The faces of a language in the order they are asked for a sign; Chinese ones only where the text has something for them. */
export function facesFor(locale: Locale, weight: Weight, text: string): Promise<readonly Face[]> {
  const more = needsChinese(text) ? orders[locale].map((script) => chinese[script]) : [];
  return Promise.all([...latin, ...more].map(([family, subset]) => face(family, subset, weight)));
}

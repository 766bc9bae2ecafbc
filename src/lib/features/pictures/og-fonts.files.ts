/**
 * The faces link-preview pictures are written with. A Chinese face is some twenty megabytes once open, so each is read
 * at its first use and then kept: one weight, three scripts, never more.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';
import { isChinese } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

const require = createRequire(import.meta.url);

type Script = 'sc' | 'tc' | 'hk';
const subsets: Readonly<Record<Script, string>> = { sc: 'chinese-simplified', tc: 'chinese-traditional', hk: 'chinese-hongkong' };

async function face(name: string, file: string): Promise<Font> {
  return { name, data: await readFile(require.resolve(`@fontsource/${file}`)), weight: 600, style: 'normal' };
}

let latin: Promise<Font[]> | undefined;
const chinese = new Map<Script, Promise<Font[]>>();
const sets = new Map<Locale, Promise<Font[]>>();

function latinFaces(): Promise<Font[]> {
  latin ??= Promise.all(['latin', 'latin-ext', 'vietnamese'].map((subset) => face(subset, `be-vietnam-pro/files/be-vietnam-pro-${subset}-600-normal.woff`)));
  return latin;
}

function chineseFaces(script: Script): Promise<Font[]> {
  let faces = chinese.get(script);
  if (!faces) {
    faces = Promise.all(
      [subsets[script], 'latin', 'latin-ext'].map((subset) =>
        face(`${script}-${subset}`, `noto-sans-${script}/files/noto-sans-${script}-${subset}-600-normal.woff`),
      ),
    );
    chinese.set(script, faces);
  }
  return faces;
}

/** The faces of a locale, first choice first. The same array every time: the layout engine keeps parsed faces by it. */
export function ogFonts(locale: Locale): Promise<Font[]> {
  let set = sets.get(locale);
  if (!set) {
    const script = locale === 'zh-hk' ? 'hk' : locale === 'zh-tw' ? 'tc' : 'sc';
    set = isChinese(locale) ? Promise.all([latinFaces(), chineseFaces(script)]).then((faces) => faces.flat()) : latinFaces();
    sets.set(locale, set);
  }
  return set;
}

/** For signs the locale's own faces lack, such as a home's Chinese name on an English picture: the Simplified face. */
export async function spareFonts(): Promise<Font[]> {
  return chineseFaces('sc');
}

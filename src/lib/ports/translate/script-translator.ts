/** Changes the script of Chinese text. Needs no service; text in other languages stays untranslated. */
import { from, to } from 'opencc-js/preset/t2cn';
import { conversion } from '#lib/i18n/phrase-book.ts';
import { scripts } from '#lib/i18n/script.ts';
import type { Translator } from './translate.ts';

const toSimplified = conversion(...(from.tw ?? []), ...(to.cn ?? []));

/**
 * Whether the text is Chinese: more Han characters than words of other scripts, and no kana or hangul of its neighbours.
 * An English review that names a street in Chinese is English.
 */
function isChineseText(text: string): boolean {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return false;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const otherWords = text.match(/[\p{L}--\p{Script=Han}][[\p{L}\p{M}’']--\p{Script=Han}]*/gv)?.length ?? 0;
  return han > otherWords;
}

export const scriptTranslator: Translator = {
  async translate(text, into) {
    if (!isChineseText(text)) return undefined;
    switch (into) {
      case 'zh-Hans':
        return { text: toSimplified(text), by: 'script' };
      case 'zh-Hant-TW':
        return { text: scripts.taiwan(text), by: 'script' };
      case 'zh-Hant-HK':
        return { text: scripts.hongKong(text), by: 'script' };
      default:
        return undefined;
    }
  },
};

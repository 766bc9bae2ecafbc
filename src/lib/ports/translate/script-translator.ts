/** Changes the script of Chinese text. Needs no service; text in other languages stays untranslated. */
import { ConverterFactory } from 'opencc-js/core';
import { from as simplified, to as traditional } from 'opencc-js/preset/cn2t';
import { from as traditionalFrom, to as simplifiedTo } from 'opencc-js/preset/t2cn';
import type { Translator } from './translate.ts';

const toSimplified = ConverterFactory(traditionalFrom.tw ?? [], simplifiedTo.cn ?? []);
const toTaiwan = ConverterFactory(simplified.cn ?? [], traditional.twp ?? []);
const toHongKong = ConverterFactory(simplified.cn ?? [], traditional.hk ?? []);

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
  async translate(text, to) {
    if (!isChineseText(text)) return undefined;
    switch (to) {
      case 'zh-Hans':
        return { text: toSimplified(text), by: 'script' };
      case 'zh-Hant-TW':
        return { text: toTaiwan(text), by: 'script' };
      case 'zh-Hant-HK':
        return { text: toHongKong(text), by: 'script' };
      default:
        return undefined;
    }
  },
};

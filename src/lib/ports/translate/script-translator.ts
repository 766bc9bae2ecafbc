/** Changes the script of Chinese text. Needs no service; text in other languages stays untranslated. */
import { ConverterFactory } from 'opencc-js/core';
import { from as simplified, to as traditional } from 'opencc-js/preset/cn2t';
import { from as traditionalFrom, to as simplifiedTo } from 'opencc-js/preset/t2cn';
import type { Translator } from './translate.ts';

const toSimplified = ConverterFactory(traditionalFrom.tw ?? [], simplifiedTo.cn ?? []);
const toTaiwan = ConverterFactory(simplified.cn ?? [], traditional.twp ?? []);
const toHongKong = ConverterFactory(simplified.cn ?? [], traditional.hk ?? []);

/** Whether the text is Chinese: Han characters without the kana or hangul of its neighbours. */
function isChineseText(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
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

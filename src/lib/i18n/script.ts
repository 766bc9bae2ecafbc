/** Turns a supplier's Simplified Chinese into the script of the reader. For data only: the interface's own words are written, not converted. */
import { ConverterFactory } from 'opencc-js/core';
import { from, to } from 'opencc-js/preset/cn2t';
import type { Locale } from './locales.ts';

const toTaiwan = ConverterFactory(from.cn ?? [], to.twp ?? []);
const toHongKong = ConverterFactory(from.cn ?? [], to.hk ?? []);

/**
 * Simplified text in the script the locale reads; unchanged where that is not Traditional.
 * @example inReadersScript('学生公寓', 'zh-tw') // '學生公寓'
 */
export function inReadersScript(simplified: string, locale: Locale): string {
  return locale === 'zh-tw' ? toTaiwan(simplified) : locale === 'zh-hk' ? toHongKong(simplified) : simplified;
}

/** Turns a supplier's Simplified Chinese into the script of the reader, with the everyday words said there. For data only: the interface's own words are written, not converted. */
import { from, to } from 'opencc-js/preset/cn2t';
import type { Locale } from './locales.ts';
import { conversion } from './phrase-book.ts';

/** Mainland words that the dictionaries leave, as said in Taiwan. Only words that mean one thing wherever they stand. */
const taiwanWords = [
  ['公交車', '公車'],
  ['公交站', '公車站'],
  ['乘公交', '搭公車'],
  ['出租車', '計程車'],
  ['打車', '搭計程車'],
  ['拼車', '共乘'],
  ['自行車', '腳踏車'],
  ['洗衣房', '洗衣間'],
  ['哪兒', '哪裡'],
  ['這兒', '這裡'],
  ['那兒', '那裡'],
  ['臺', '台'],
] as const;

/** The same for Hong Kong. */
const hongKongWords = [
  ['公交車', '巴士'],
  ['公交站', '巴士站'],
  ['乘公交', '乘巴士'],
  ['出租車', '的士'],
  ['打車', '搭的士'],
  ['自行車', '單車'],
  ['自習室', '溫習室'],
  ['咖啡館', '咖啡店'],
  ['電梯', '升降機'],
  ['冰箱', '雪櫃'],
  ['空調', '冷氣'],
  ['視頻', '影片'],
  ['短信', '短訊'],
  ['停車位', '泊車位'],
  ['什麼', '甚麼'],
  ['哪兒', '哪裏'],
  ['這兒', '這裏'],
  ['那兒', '那裏'],
  ['臺', '台'],
] as const;

/** Without the words above: for texts of which no word is to be changed but for its script. */
export const scripts = {
  taiwan: conversion(...(from.cn ?? []), ...(to.twp ?? [])),
  hongKong: conversion(...(from.cn ?? []), ...(to.hk ?? [])),
} as const;

const toTaiwan = conversion(...(from.cn ?? []), ...(to.twp ?? []), [taiwanWords]);
const toHongKong = conversion(...(from.cn ?? []), ...(to.hk ?? []), [hongKongWords]);

/**
 * Simplified text in the script the locale reads; unchanged where that is not Traditional.
 * @example inReadersScript('学生公寓', 'zh-tw') // '學生公寓'
 */
export function inReadersScript(simplified: string, locale: Locale): string {
  return locale === 'zh-tw' ? toTaiwan(simplified) : locale === 'zh-hk' ? toHongKong(simplified) : simplified;
}

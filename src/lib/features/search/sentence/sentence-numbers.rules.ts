/** Numbers as people type them: 300, 1,300, 1.300, 1.3k, 三百五, 两千, 1万2, three hundred, hai trăm, 10 triệu. Pure. */
import type { Token } from './sentence-lexicon.rules.ts';

const hanDigits: Readonly<Record<string, number>> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const hanUnits: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 };
const english: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
};
const englishUnits: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, k: 1_000, grand: 1_000 };
const vietnamese: Readonly<Record<string, number>> = { mot: 1, hai: 2, ba: 3, bon: 4, nam: 5, sau: 6, bay: 7, tam: 8, chin: 9, muoi: 10 };
const vietnameseUnits: Readonly<Record<string, number>> = { tram: 100, nghin: 1_000, ngan: 1_000, trieu: 1_000_000, tr: 1_000_000 };

export type FoundNumber = { readonly value: number; readonly length: number };

/** Figures: commas and points part thousands where three figures follow. Undefined for what is too long to be a sum. */
function figures(text: string): number | undefined {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(text) ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) && value <= 99_999_999 ? value : undefined;
}

function chinese(tokens: readonly Token[], from: number): FoundNumber | undefined {
  let total = 0;
  let digit: number | undefined;
  let lastUnit = 1;
  let at = from;
  let isWhole = false;
  for (; at < Math.min(tokens.length, from + 12); at++) {
    const text = tokens[at]?.text ?? '';
    const [one, unit] = [hanDigits[text], hanUnits[text]];
    if (one !== undefined) {
      if (digit !== undefined && digit !== 0) break;
      digit = one;
    } else if (unit !== undefined && (digit !== undefined || unit === 10)) {
      total = unit === 10_000 ? (total + (digit ?? 0)) * unit : total + (digit ?? 1) * unit;
      digit = undefined;
      lastUnit = unit;
      isWhole = true;
    } else break;
  }
  if (at === from) return undefined;
  // 三百五 is three hundred and fifty.
  if (digit !== undefined) total += isWhole && lastUnit >= 100 && tokens[at - 2]?.text !== '零' ? digit * (lastUnit / 10) : digit;
  return total > 0 ? { value: total, length: at - from } : undefined;
}

/** The number that begins at a token. */
export function numberAt(tokens: readonly Token[], from: number): FoundNumber | undefined {
  const [first, second] = [tokens[from], tokens[from + 1]];
  if (!first) return undefined;
  if (/^\d/.test(first.text)) {
    const value = figures(first.text);
    if (value === undefined) return undefined;
    const unit = second && (hanUnits[second.text] ?? vietnameseUnits[second.text] ?? englishUnits[second.text]);
    if (!second || unit === undefined || unit === 10 || (second.text === 'k' && !second.isJoined)) return { value, length: 1 };
    // 1万2, 1k5
    const rest = tokens[from + 2];
    const more = rest?.isJoined && /^\d$/.test(rest.text) ? Number(rest.text) * (unit / 10) : 0;
    return { value: value * unit + more, length: more > 0 ? 3 : 2 };
  }
  if (/^\p{Script=Han}$/u.test(first.text)) return chinese(tokens, from);
  const unit = second?.text ?? '';
  const said = english[first.text];
  if (said !== undefined) return englishUnits[unit] === undefined ? { value: said, length: 1 } : { value: said * (englishUnits[unit] ?? 1), length: 2 };
  const told = vietnamese[first.text];
  const by = vietnameseUnits[unit];
  if (told === undefined || by === undefined) return undefined;
  const half = tokens[from + 2]?.text === 'ruoi';
  const tens = vietnamese[tokens[from + 2]?.text ?? ''];
  const isTens = tens !== undefined && by === 100 && tokens[from + 3]?.text === 'muoi';
  return { value: told * by + (half ? by / 2 : isTens ? tens * 10 : 0), length: half ? 3 : isTens ? 4 : 2 };
}

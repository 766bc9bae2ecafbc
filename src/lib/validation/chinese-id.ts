/** Numbers of identity cards of mainland China (GB 11643). Browser-safe. */

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checks = '10X98765432';

/** R5.24: six digits of a place, a day of birth, three of an order, and one that checks them. */
export const chineseIdPattern = /^[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/;

/** As it is compared: full-width digits and blanks made plain, a small x a large one. @example tidyChineseId(' 11010519491231002x ') // '11010519491231002X' */
export const tidyChineseId = (typed: string): string => typed.slice(0, 64).normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

/**
 * Whether somebody could have this number: the last place checks the others (ISO 7064, MOD 11-2), and the day of birth exists and has been.
 * That anybody has it is not said.
 * @param today YYYY-MM-DD.
 * @example isChineseId('11010519491231002X', '2026-11-22') // true
 * @example isChineseId('110105194912310021', '2026-11-22') // false
 */
export function isChineseId(number: string, today: string): boolean {
  if (!chineseIdPattern.test(number)) return false;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  const born = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  const exists = new Date(`${born}T00:00:00Z`).toISOString().startsWith(born);
  return checks[sum % 11] === number[17] && exists && born <= today;
}

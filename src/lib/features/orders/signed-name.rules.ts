/** Whether somebody signs in their own name. Pure, browser-safe. */
import { nameParts } from '#lib/features/payments/payments.rules.ts';

/** Parts of a name up to which other ways to part it are looked for; nobody's passport has as many. */
const mostParts = 8;

/** Whether a text is these parts one after the other, in whatever order. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  if (parts.length === 0) return text === '';
  return [...new Set(parts)].some((part) => text.startsWith(part) && isMadeOf(text.slice(part.length), parts.toSpliced(parts.indexOf(part), 1)));
}

const letters = (parts: readonly string[]): string => [...parts.join('')].toSorted().join('');

/**
 * Whether a signature is one of somebody's names, each of its parts and no other: in whatever order, case and width, with or without marks, blanks
 * and hyphens.
 * @example isSignedAs('lan NGUYEN THI', ['Nguyễn Thị Lan', '阮氏兰']) // true
 * @example isSignedAs('Li Xiaoming', ['LI, XIAO MING']) // true
 * @example isSignedAs('Lan', ['Nguyễn Thị Lan']) // false
 */
export function isSignedAs(signature: string, names: readonly string[]): boolean {
  const signed = nameParts(signature);
  return names.some((name) => {
    const own = nameParts(name);
    if (own.length === 0 || letters(signed) !== letters(own)) return false;
    if (signed.toSorted().join(' ') === own.toSorted().join(' ')) return true;
    if (Math.max(signed.length, own.length) > mostParts) return false;
    return isMadeOf(signed.join(''), own) || isMadeOf(own.join(''), signed);
  });
}

/**
 * What people paste, without what pasting brings along: invisible marks, digits of full width, blanks and dashes. The one place for codes,
 * numbers and mail addresses, for pages, forms and calls alike. Browser-safe.
 */

/** Marks without a shape: soft hyphens, joiners, marks of direction, byte order marks. */
const invisible = /\u034f|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** What people put between digits. */
const between = /[\s().\-/\u00b7\u2010-\u2015\u2212\u30fb\u30fc_]/g;

/** Marks that turn the direction of what follows: with them a text reads otherwise than it is. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/** Whether a text would be shown otherwise than it is. No text of a person needs these marks: languages that run leftwards do without. */
export const isTurned = (text: string): boolean => turning.test(text);

/** Where in what a call was given a text is turned: names of the way there; undefined where none is. */
export function turnedIn(value: unknown, way: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isTurned(value) ? way : undefined;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const found = turnedIn(one, [...way, name]);
    if (found) return found;
  }
  return undefined;
}

export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** The first of ten digits lies where the code of the sign is a multiple of what Unicode gives each script. */
function plainDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  // Every script has its ten digits in a row, so the one before zero is none.
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/** A text with the digits of any script as plain ones, and signs of full width as plain ones. */
export const plainSigns = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, plainDigit);

/**
 * A code as it is compared. A text without a digit stays as it is, so that it is told what a code looks like.
 * @example plainCode('Code: ６１５ 682') // '615682'
 */
export function plainCode(text: string): string {
  const digits = plainSigns(text.slice(0, longestPasted)).replaceAll(/\D/g, '');
  return digits === '' ? text : digits;
}

/** @example plainNumber('\u202d+44 7700‑900123\u202c') // '+447700900123' */
export const plainNumber = (text: string): string => plainSigns(text).replace(between, '');

/** Characters that a field lets in, for what is left of them may have fewer. */
export const longestPasted = 200;

/**
 * A mail address as it is compared: in lower case, with a plain @ and plain dots, its domain as mail servers write it, so that a name in
 * letters of any script and its punycode are one. What is none comes back tidied.
 * @example plainMailbox('Ann＠bücher。example.') // 'ann@xn--bcher-kva.example'
 */
export function plainMailbox(text: string): string {
  const tidy = withoutInvisible(text)
    .normalize('NFKC')
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\.+$/, '')
    .toLowerCase();
  const at = tidy.lastIndexOf('@');
  const domain = tidy.slice(at + 1);
  if (at < 0 || !/[^a-z\d.-]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return tidy;
  try {
    return `${tidy.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return tidy;
  }
}

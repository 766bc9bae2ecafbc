/** Numbers as people paste them. */
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { plainSigns } from '#lib/validation/pasted.rules.ts';

/** Dial codes with the longest first: +1876 is Jamaica before +1 is North America. */
const byLength = dialCountries.toSorted((a, b) => b.dialCode.length - a.dialCode.length);
const trunk = /^\(?0\)?/;

/**
 * A whole number with its code, parted; undefined for what has none.
 * @param chosen the country chosen by now: it keeps a code that several countries share.
 * @example pastedPhone('+44 (0)7700 900-123', 'CN') // { iso2: 'GB', number: '7700900123' }
 */
export function pastedPhone(text: string, chosen: string): { readonly iso2: string; readonly number: string } | undefined {
  const given = plainSigns(text).trim().slice(0, 40);
  if (!/^(?:\+|00)[\d\s().\-\u2010-\u2015\u2212]+$/.test(given)) return undefined;
  const digits = given.replace(/^(?:\+|00)/, '').trim();
  const plain = digits.replaceAll(/\D/g, '');
  const fitting = byLength.filter(({ dialCode }) => plain.startsWith(dialCode));
  const longest = fitting.filter(({ dialCode }) => dialCode.length === fitting[0]?.dialCode.length);
  const country = longest.find(({ iso2 }) => iso2 === chosen) ?? longest.find(({ iso2 }) => iso2 === 'US') ?? longest[0];
  if (!country) return undefined;
  // The zero that is dialled inside the country stands behind the code, often in brackets.
  const rest = digits
    .replaceAll(/[\s.\-\u2010-\u2015\u2212]/g, '')
    .replace(/^\(?/, '')
    .slice(country.dialCode.length)
    .replace(/^\)/, '');
  const number = (country.iso2 === 'IT' ? rest : rest.replace(trunk, '')).replaceAll(/\D/g, '');
  return { iso2: country.iso2, number };
}

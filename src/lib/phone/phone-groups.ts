/** Numbers set in the groups in which people of a country say them, as somebody types. Browser-safe; the plans of all countries are the server's. */

/** Digits of each group behind the dial code, of mobile numbers of the countries that phone fields offer first. */
const groups: Readonly<Record<string, readonly number[]>> = {
  CN: [3, 4, 4],
  HK: [4, 4],
  MO: [4, 4],
  TW: [3, 3, 3],
  US: [3, 3, 4],
  CA: [3, 3, 4],
  GB: [4, 6],
  AU: [3, 3, 3],
  JP: [2, 4, 4],
  IN: [5, 5],
  SG: [4, 4],
  VN: [3, 3, 3],
};
/** Countries with a zero before the number that is dialled at home alone; it goes with the first group. */
const withZero: ReadonlySet<string> = new Set(['TW', 'GB', 'AU', 'JP', 'VN']);

/** Countries whose numbers are set in groups. */
export const groupedCountries: readonly string[] = Object.keys(groups);

/**
 * A number in groups. What has other signs than digits and blanks in it, is longer than its groups, or is of another country stays as
 * it was typed.
 * @param iso2 two letters of the country whose dial code goes before it.
 * @example grouped('7700900123', 'GB') // '7700 900123'
 * @example grouped('07700900', 'GB') // '07700 900'
 * @example grouped('+44 7700', 'GB') // '+44 7700'
 */
export function grouped(typed: string, iso2: string): string {
  const sizes = groups[iso2];
  const digits = typed.replaceAll(' ', '');
  if (!sizes || !/^\d+$/.test(digits)) return typed;
  const zero = withZero.has(iso2) && digits.startsWith('0') ? 1 : 0;
  if (digits.length > sizes.reduce((sum, size) => sum + size, zero)) return typed;
  const parts: string[] = [];
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    const end = at + size + (index === 0 ? zero : 0);
    parts.push(digits.slice(at, end));
    at = end;
  }
  return parts.filter((part) => part !== '').join(' ');
}

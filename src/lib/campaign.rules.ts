/** The code of the campaign that a visit began with, in addresses (R2.225). Pure; server and page script follow the same rule. Browser-safe. */
import { codePattern } from '#lib/ids/patterns.ts';

/** The parameter that holds it. */
export const campaignCode = 'semcode';

/** The code that an address names, if it is one. @example campaignOf(new URLSearchParams('semcode=spring')) // 'spring' */
export function campaignOf(given: URLSearchParams): string | undefined {
  const code = given.get(campaignCode)?.trim();
  return code && codePattern.test(code) ? code : undefined;
}

/**
 * An address with the code of the visit; one that names a code keeps it.
 * @param address a path of this site, or a whole address.
 * @example carrying('/en/uk?page=2#results', 'spring') // '/en/uk?page=2&semcode=spring#results'
 */
export function carrying(address: string, code: string | undefined): string {
  const [, before = '', place = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  const at = before.indexOf('?');
  if (code === undefined || (at !== -1 && new URLSearchParams(before.slice(at)).has(campaignCode))) return address;
  return `${before}${at === -1 ? '?' : before.endsWith('?') ? '' : '&'}${campaignCode}=${code}${place}`;
}

/** The code of the campaign that a visit began with, on the links of a list (R2.225). Pure. */
import { codePattern } from '#lib/ids/patterns.ts';

/** The parameter that holds it. */
export const campaignCode = 'semcode';

/** The code that an address names, if it is one. @example campaignOf('?semcode=spring') // 'spring' */
export function campaignOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get(campaignCode)?.trim();
  return code && codePattern.test(code) ? code : undefined;
}

/**
 * An address of this site with the code of the visit; one that names a code keeps it.
 * @example carrying('https://a.example/en/uk?page=2', 'spring') // 'https://a.example/en/uk?page=2&semcode=spring'
 */
export function carrying(href: string, code: string | undefined): string {
  const url = new URL(href);
  if (code === undefined || url.searchParams.has(campaignCode)) return href;
  url.search += `${url.search ? '&' : '?'}${campaignCode}=${code}`;
  return url.href;
}

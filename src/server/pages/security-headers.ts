/** Headers every response carries, pages, files and errors alike (quality: "No one in where they don't belong", 9). */

/** @param scriptHashes sources such as `'sha256-…'` of the lines a page needs to wake its islands. */
function policy(ancestors: string, scriptHashes: string, partners = ''): string {
  return [
    "default-src 'self'",
    `script-src 'self'${scriptHashes ? ` ${scriptHashes}` : ''}`,
    // Style attributes carry the two placeholder colours of each picture; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src 'self'${partners}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

/** Whom a map of Mapbox's talks to. */
const mapboxHosts = ' https://api.mapbox.com https://events.mapbox.com';

/** The policy of a page, with the hashes of its own few lines of script, taken from the policy its renderer suggests. */
export function pagePolicy(suggested: string, hasMapboxMap = false): string {
  const scripts = /script-src([^;]*)/.exec(suggested)?.[1] ?? '';
  return policy("'none'", (scripts.match(/'sha(?:256|384|512)-[\w+/=]+'/g) ?? []).join(' '), hasMapboxMap ? mapboxHosts : '');
}

/** @param secure whether the public origin is https, so that browsers may be told to stay there. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy("'none'", ''),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** The policy of pictures: they load nothing, so nothing is allowed. Short, because a page has many of them. */
export const picturePolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

/** The policy of the build's own files. It counts only for workers, which take theirs from their file; the rest go short. */
export function assetPolicy(pathname: string): Readonly<Record<string, string>> {
  const partners = pathname.includes('worker') ? mapboxHosts : '';
  return { 'content-security-policy': `default-src 'self'; script-src 'self'${partners && `; connect-src 'self'${partners}`}; frame-ancestors 'none'` };
}

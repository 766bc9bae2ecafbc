/**
 * Cookies by which somebody is known, or that carry what they have proved: one place for their names. On https they are named
 * `__Host-…`, which browsers take from this very host alone: neither another name of the domain nor http can plant one. Browser-safe.
 */

/** Names as the code uses them; `sentName` says what browsers see. */
export const ownCookies = {
  /** The visit before sign-in. */
  visit: 'loftling_pre',
  /** The session of a person (R9.02). */
  session: 'uhouzz_token',
  /** The session of a member of staff. */
  staff: 'loftling_staff',
  /** The way to a third party and back. */
  way: 'loftling_way',
  /** What a right code was exchanged for. */
  ticket: 'loftling_ticket',
  /** The first visit of a member of staff, once their link was taken. */
  firstVisit: 'loftling_first',
  /** The prompt that signs in with one tap. */
  oneTap: 'loftling_one_tap',
  /** A session on its way to another host of ours. */
  handOver: 'loftling_hand_over',
} as const;

const bound: ReadonlySet<string> = new Set(Object.values(ownCookies));
const prefix = '__Host-';

/** Until then a session that began under the former name counts on https too, so that nobody has to sign in twice: sessions live 30 days. */
const formerUntil = Date.parse('2027-01-15T00:00:00Z');

/** @example sentName('uhouzz_token', true) // '__Host-uhouzz_token' */
export const sentName = (name: string, secure: boolean): string => (secure && bound.has(name) ? `${prefix}${name}` : name);

/** Name and value of each cookie of a header, as they came. */
const pairsOf = (header: string): readonly (readonly [string, string])[] =>
  header.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return value.length > 0 ? [[name, value.join('=')] as const] : [];
  });

/** Raw values of a cookie by the name the code uses; of one under both names that of `__Host-` alone. */
export function cookiesNamed(header: string, name: string): readonly string[] {
  const valuesOf = (wanted: string) => pairsOf(header).flatMap(([given, value]) => (given === wanted ? [value] : []));
  const hosted = bound.has(name) ? valuesOf(`${prefix}${name}`) : [];
  return hosted.length > 0 ? hosted : valuesOf(name);
}

/** The header without cookies of these names, however they are spelled. */
export function withoutCookies(header: string, names: readonly string[]): string {
  const gone = new Set(names.flatMap((name) => [name, `${prefix}${name}`]));
  return pairsOf(header)
    .filter(([name]) => !gone.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** What counts of a header on https: of our own cookies those that are bound to this host, and for a while sessions of before. */
export function boundToHost(header: string, now: number = Date.now()): string {
  const counts = (name: string): boolean => !bound.has(name) || (name === ownCookies.session && now < formerUntil);
  return pairsOf(header)
    .filter(([name]) => counts(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** Whether a `Set-Cookie` line is of a cookie, and what it sets: '' where it takes it away; undefined for another. */
export function setIn(line: string, name: string): string | undefined {
  const [pair = '', ...marks] = line.split('; ');
  const [given = '', value = ''] = pair.split('=');
  if (given !== name && given !== `${prefix}${name}`) return undefined;
  return marks.includes('Max-Age=0') ? '' : value;
}

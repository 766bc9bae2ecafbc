/** Where a reader may be sent on: a path of this site and nothing else, whatever the address they came with asks for. Browser-safe. */

/** Longest path that is followed, in characters, before and after it is written out. */
const longest = 2_048;
/** How often something may be percent-encoded within itself; what is deeper is no path of ours. */
const deepest = 5;
/** An origin that no answer may leave; it is never asked. */
const here = 'https://site.invalid';

/** Controls, and backslashes, which browsers read as slashes. Neither may be anywhere. */
const hostileAnywhere = /[\p{Cc}\\]/u;
/**
 * In the path besides: what is invisible or no character at all, line and paragraph marks, an empty segment (`//host`), what
 * could pass for a name before a host (`@`), bytes that are no UTF-8, and signs that look like slashes.
 */
const hostileInPath = /[\\\p{C}\p{Zl}\p{Zp}@\uFFFD\u2044\u2215\u2216\u29F5\u29F8\u29F9]|\/\//u;

const utf8 = new TextDecoder();

/** One depth of percent-encoding taken off. What is not encoded well stays as it is; bytes that are no UTF-8 become U+FFFD. */
function decodedOnce(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => utf8.decode(Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))));
}

/** Whether the text holds something hostile, as it stands, in compatible characters (`／` is `/`), or below its encodings. */
function isHostile(text: string, hostile: RegExp): boolean {
  let current = text;
  for (let depth = 0; depth <= deepest; depth++) {
    if (hostile.test(current) || hostile.test(current.normalize('NFKC'))) return true;
    const next = decodedOnce(current);
    if (next === current) return false;
    current = next;
  }
  return true;
}

/**
 * The path to go to, with its query and fragment, as it can stand in a `Location` header; the fallback for everything that is
 * not surely a path of this site. The cost grows with the length of what is given, which is bounded.
 * @param given what an address or a form asked for.
 * @param fallback a path of ours.
 * @example safePath('/en/uk/london?page=2') // '/en/uk/london?page=2'
 * @example safePath('//evil.example') // '/'
 * @example safePath('/%5cevil.example', '/users/login') // '/users/login'
 */
export function safePath(given: string | null | undefined, fallback = '/'): string {
  if (!given || given.length > longest || !given.startsWith('/') || !given.isWellFormed()) return fallback;
  const end = given.search(/[?#]/);
  const path = end === -1 ? given : given.slice(0, end);
  if (isHostile(path, hostileInPath) || isHostile(given.slice(path.length), hostileAnywhere)) return fallback;
  const url = URL.parse(given, here);
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return fallback;
  const written = `${url.pathname}${url.search}${url.hash}`;
  return written.length > longest ? fallback : written;
}

/** Paths as the log may have them: some addresses are keys, to an enquiry, a contract or a list, for whoever has them. */
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

/** What a path is cut to. */
const longest = 300;
/** Files whose name is a key; pages say it in their pattern. */
const keyedFiles = ['/users/contracts/guardian'];

/** What stands before the key. */
const keyed = (Object.keys(routes) as RouteName[]).flatMap((name) => /^(.*)\/:(?:token|ticket)$/.exec(routeOf(name).pattern ?? '')?.[1] ?? []);
const prefixes = locales.flatMap((locale) => localeFacts[locale].prefix || []);
const key = new RegExp(`^((?:/+(?:${prefixes.join('|')}))?(?:${[...keyed, ...keyedFiles].map((path) => path.replaceAll('/', '/+')).join('|')})/+)[^/]+`, 'i');

/** As it would be asked for: an address with needless escapes is led to its own. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * A path without its query, its key and what is too long of it.
 * @example loggedPath('/vn/enquiry/c2VjcmV0?done=1') // '/vn/enquiry/…'
 */
export function loggedPath(target: string): string {
  const [path = ''] = target.split('?', 1);
  const plain = path.includes('%') ? unescaped(path) : path;
  return (key.test(plain) ? plain.replace(key, '$1…') : path).slice(0, longest);
}

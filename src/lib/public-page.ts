/** Which page of ours may be kept as the one that somebody came from: addresses of private pages can hold keys to what is theirs. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { resolvePath } from '#lib/resolve.ts';
import { isPublic } from '#lib/routes.ts';
import { safePath } from '#lib/safe-path.ts';

/**
 * The path as given, with its query, where it leads to a page that is the same for everybody; empty for any other, and for what is none.
 * @example publicPage(geo, '/en/uk/leeds') // '/en/uk/leeds'
 * @example publicPage(geo, '/en/enquiry/17-20600-x') // ''
 */
export function publicPage(geo: GeoIndex, given: string | null | undefined): string {
  const path = safePath(given, '');
  const found = resolvePath(geo, path.split(/[?#]/)[0] ?? '');
  return path !== '' && found.kind === 'page' && isPublic(found.name) ? path : '';
}

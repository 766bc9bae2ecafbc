/** The query parameters pages may read; everything else (utm, click ids, nonsense) never reaches a page or a cache key. */
import { codePattern, idDigits as id, slugPattern as slug } from '#lib/ids/patterns.ts';

const allowed: Readonly<Record<string, RegExp>> = {
  cityId: id,
  city_id: id,
  region_id: id,
  supplier_id: id,
  poi_id: id,
  postal_code_id: id,
  school_id: id,
  page: /^\d{1,4}$/,
  ids: /^\d{1,10}(?:-\d{1,10})?(?:,\d{1,10}(?:-\d{1,10})?){0,3}$/,
  schoolunique: slug,
  cname: slug,
  rname: slug,
  sname: slug,
  pname: slug,
  category: /^(?:buy-old|buy-new)$/,
  urlFilter: /^[a-z0-9-]{1,500}$/,
  semcode: codePattern,
  q: /^[\s\S]{1,200}$/,
};
/** Values without number: pages with these are rendered for the one reader and not kept. */
const unbounded = new Set(['q', 'semcode', 'ids']);

/** Where alone these are read; elsewhere they would only make a page be rendered for each reader. */
const readOnlyBy: Readonly<Record<string, RegExp>> = {
  q: /\/search$/,
  ids: /\/house-compare$/,
  // Lists carry it along (R2.225).
  semcode: /^(?:\/(?:en|hk|tw|vn))?\/(?!(?:en|hk|tw|vn)\/)[a-z]+(?:\/(?!detail-)[^/]+)+$/,
};

/** The first fitting value of each parameter that the page of the path reads, in fixed order. */
export function pageQuery(given: URLSearchParams, pathname: string): { query: URLSearchParams; bounded: boolean } {
  const query = new URLSearchParams();
  let bounded = true;
  for (const [name, pattern] of Object.entries(allowed)) {
    const value = given.get(name)?.trim();
    if (!value || !pattern.test(value) || readOnlyBy[name]?.test(pathname) === false) continue;
    query.set(name, value);
    if (unbounded.has(name)) bounded = false;
  }
  return { query, bounded };
}

/** The query parameters pages may read; everything else (utm, click ids, nonsense) never reaches a page or a cache key. */
import { campaignCode, campaignOf, carrying } from '#lib/campaign.rules.ts';
import { readIntake } from '#lib/features/finding/intake.rules.ts';
import { canonicalAsk, canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import { canonicalListName, shortlistMost } from '#lib/features/lists/shortlist.rules.ts';
import { safePath } from '#lib/safe-path.ts';
import { codePattern, idDigits as id, slugPattern as slug } from '#lib/ids/patterns.ts';

/** What a value may be, or what makes its one spelling. */
type Shape = RegExp | ((value: string) => string | undefined);

const allowed: Readonly<Record<string, Shape>> = {
  cityId: id,
  city_id: id,
  country_id: id,
  region_id: id,
  supplier_id: id,
  poi_id: id,
  postal_code_id: id,
  school_id: id,
  page: /^\d{1,4}$/,
  ids: /^\d{1,10}(?:-\d{1,10})?(?:,\d{1,10}(?:-\d{1,10})?){0,29}$/,
  list_name: canonicalListName,
  schoolunique: slug,
  // Two spellings of one question are one page.
  ask: canonicalAsk,
  intake: (code) => readIntake(code) && code,
  currency: canonicalCurrency,
  cname: slug,
  rname: slug,
  sname: slug,
  pname: slug,
  category: /^(?:buy-old|buy-new)$/,
  kind: /^(?:operator|landlord|homestay-host)$/,
  urlFilter: /^[a-z0-9-]{1,500}$/,
  // No page reads it, so that paid visits share the kept pages; redirects take it along, and on lists the page's script.
  [campaignCode]: codePattern,
  map: /^1$/,
  // Where to come back to.
  redirect: (value) => safePath(value, '') || undefined,
  rent_from: /^\d{1,8}$/,
  rent_to: /^\d{1,8}$/,
  move_in: /^20\d\d-\d\d-\d\d$/,
  lease_band: /^[1-5]$/,
  q: /^[\s\S]{1,200}$/,
  // Words alone: nothing that reads as an address or a number to call.
  unread: /^(?!.*\d{5})[\p{L}\p{M}\p{N} ,'’-]{1,60}$/u,
};
/** Values without number: pages with these are rendered for the one reader and not kept. */
const unbounded = new Set(['q', 'unread', 'ids', 'redirect', 'list_name', 'rent_from', 'rent_to', 'move_in', 'lease_band']);

/** Read where the route names them; elsewhere they would only make a page be rendered and kept again. */
const namedByRoute = new Set([
  'q',
  'unread',
  'ids',
  'list_name',
  campaignCode,
  'map',
  'redirect',
  'schoolunique',
  'ask',
  'intake',
  'currency',
  'country_id',
  'kind',
  'rent_from',
  'rent_to',
  'move_in',
  'lease_band',
]);

/** The value as a page reads it; undefined for what does not fit. */
function fitting(shape: Shape, value: string): string | undefined {
  if (typeof shape === 'function') return shape(value);
  return shape.test(value) ? value : undefined;
}

/** Homes that a page names. A form with a tick for each home sends them one by one, without script. */
function tickedIds(given: URLSearchParams): string | null {
  const ids = given.getAll('ids');
  return ids.length > 1 ? ids.slice(0, shortlistMost).join(',') : (ids[0] ?? null);
}

/**
 * The first fitting value of each parameter, in fixed order; of `ids` all of them.
 * @param names what the page's route names (`query` of the route table); without it, before the page is known, all that any page reads.
 */
export function pageQuery(given: URLSearchParams, names?: readonly string[]): { query: URLSearchParams; bounded: boolean } {
  const query = new URLSearchParams();
  let bounded = true;
  for (const [name, shape] of Object.entries(allowed)) {
    if (names && namedByRoute.has(name) && !names.includes(name)) continue;
    const written = (name === 'ids' ? tickedIds(given) : given.get(name))?.trim();
    const value = written ? fitting(shape, written) : undefined;
    if (!value) continue;
    query.set(name, value);
    if (unbounded.has(name)) bounded = false;
  }
  return { query, bounded };
}

/**
 * Where a page leads, with the code of the campaign that this visit began with: what is rendered knows none.
 * @param location a path of this site, or an address.
 * @example withCampaign('/en/uk/london?currency=EUR', new URLSearchParams('semcode=spring')) // '/en/uk/london?currency=EUR&semcode=spring'
 */
export function withCampaign(location: string, given: URLSearchParams): string {
  return carrying(location, campaignOf(given));
}

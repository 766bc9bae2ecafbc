/** One address of every open page type, found by walking a running site the way a reader does. */
import { readdirSync } from 'node:fs';
import { cookiePolicyId, faqId } from '#lib/features/editorial/editorial.schema.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createPaths, houseSubPages } from '#lib/paths.ts';
import type { HouseSubPage } from '#lib/paths.ts';
import { isOpen, localesOf, routeOf, routes } from '#lib/routes.ts';
import type { RouteDefinition, RouteName } from '#lib/routes.ts';

/** What tests call a page: its route, or one of two more kinds. `filtered` is the second page of a list, `missing` an address nobody has. */
export type PageName = RouteName | 'filtered' | 'missing';
export type PageType = { readonly name: PageName; readonly status: number; readonly locales: readonly Locale[] };
/** Addresses without locale prefix. */
export type PagePaths = Readonly<Record<string, string>>;

// What belongs to somebody is looked at by the tests that sign in: for everybody else it is the page to sign in on.
const openRoutes = (Object.keys(routes) as RouteName[]).filter((name) => isOpen(name) && routeOf(name).page !== 'file' && routeOf(name).access === 'public');

/** Every kind of page the site has. */
export const pageTypes: readonly PageType[] = [
  ...openRoutes.map((name): PageType => ({ name, status: 200, locales: localesOf(routeOf(name)) })),
  { name: 'filtered', status: 200, locales },
  { name: 'missing', status: 404, locales },
];

/** Whether the page is at one address without language prefix. */
export function isPlain(name: string): boolean {
  return (routes as Readonly<Record<string, RouteDefinition>>)[name]?.locales === 'plain';
}

const firstSlug = (collection: string, locale: string): string => readdirSync(`src/content/${collection}/${locale}`)[0]?.replace(/\.md$/, '') ?? '';

async function firstMatch(address: string, pattern: RegExp): Promise<string> {
  const response = await fetch(address);
  const found = pattern.exec(await response.text())?.[1];
  if (!found) throw new Error(`${address} (status ${response.status}) has no link like ${String(pattern)}`);
  return found;
}

/** The address of a page in its first language, with prefix: Chinese, or English where there is no other. */
export function firstAddress(paths: PagePaths, name: string): string {
  const path = paths[name] ?? '';
  if (isPlain(name)) return path;
  return pageTypes.find((type) => type.name === name)?.locales.includes('zh-cn') === false ? `/en${path}` : path;
}

/** @throws {Error} when a route has opened and nothing here says where one of its pages is. */
export async function findPagePaths(baseUrl: string): Promise<PagePaths> {
  const paths = createPaths('zh-cn', false);
  const city = createGeoIndex(readPlaceFiles('src/content/places')).city('uk', 'london');
  const [school] = city?.schools ?? [];
  const neighbourhood = city?.places.find(({ kind }) => kind === 'neighbourhood');
  if (!city || !school || !neighbourhood) throw new Error('The tests look at uk/london, which needs a school and a neighbourhood');
  const cityPath = paths.place(city);
  const list = await (await fetch(`${baseUrl}${cityPath}`)).text();
  const houses = [...new Set([...list.matchAll(/href="([^"]*\/detail-(?:apartments|rent)-\d+)"/g)].map(([, path = '']) => path))];
  const [house] = houses;
  if (!house) throw new Error(`${cityPath} lists no house:\n${list.slice(0, 500)}`);
  const unit = await firstMatch(`${baseUrl}${house}`, /href="([^"]*\/h\d+u\d+hcr\d+)"/);

  const known: Partial<Record<RouteName, string>> = {
    new_list: paths.list({ place: city.country, category: 'rent' }),
    new_list2: cityPath,
    new_list3: paths.place(school),
    new_list_search_by_neighbourhood: paths.place(neighbourhood),
    new_list_search_by_property_type: paths.list({ place: city, type: 'studio', category: 'rent' }),
    house_detail: house,
    unit_detail: unit,
    room_list: unit.replace(/\/h(\d+)u(\d+)hcr\d+$/, '/u$2h$1'),
    report_listing: paths.to('report_listing', { house: /\d+$/.exec(house)?.[0] ?? '' }),
    viewing_time: paths.to('viewing_time', { viewing: '0000-0000' }),
    viewing: paths.to('viewing', { house: /\d+$/.exec(house)?.[0] ?? '' }),
    login_with: paths.to('login_with', { provider: 'google' }),
    login_scan: paths.to('login_scan', { ticket: 'none' }),
    login_trial: paths.to('login_trial', { provider: 'google' }),
    login_return: paths.to('login_return', { provider: 'google' }),
    // One that nobody made: it says that it is over.
    forms: paths.to('forms', { id: 'none' }),
    form_step: paths.to('form_step', { id: 'none', step: '2' }),
    country_page: paths.country(city.country),
    // One that nobody has: what it shows of somebody is looked at where they sign in.
    shared_list: paths.to('shared_list', { token: '1-none.none' }),
    shared_wishes: paths.to('shared_wishes', { token: '1-none.none' }),
    enquiry: paths.to('enquiry', { token: '1-20000-none.none' }),
    end_notices: paths.to('end_notices', { token: '1-none.none' }),
    // Of nobody: what an order shows is looked at where its owner signs in.
    apply_form: paths.to('apply_form', { code: '0000-0000' }),
    apply_review_info: paths.to('apply_review_info', { code: '0000-0000' }),
    rental_end_reminders: paths.to('rental_end_reminders', { token: '0000-0000.none-none-none' }),
    order_sponsor: paths.to('order_sponsor', { code: '0000-0000' }),
    order_sponsor_end: paths.to('order_sponsor_end', { code: '0000-0000' }),
    sponsored_trial: paths.to('sponsored_trial', { payment: '0000-0000' }),
    guardian_sign: paths.to('guardian_sign', { token: '0000-0000.20000.none' }),
    staff_claim: paths.to('staff_claim', { claim: '1' }),
    stop_change: paths.to('stop_change', { token: '1-none.none' }),
    house_compare: `${paths.to('house_compare')}?ids=${houses
      .slice(0, 3)
      .map((path) => /\d+$/.exec(path)?.[0])
      .join(',')}`,
    search: `${paths.to('search')}?q=london+rooms`,
    map: `${paths.to('map')}?cname=uk&rname=london`,
    help: paths.to('help', { id: faqId }),
    document: paths.to('document', { id: cookiePolicyId }),
    topic: paths.to('topic', { slug: firstSlug('topics', 'zh-cn') }),
    guide: paths.to('guide', { country: 'uk', city: 'london' }),
    blog_topic: paths.to('blog_topic', { topic: 'deposit' }),
    blog_entry: paths.to('blog_entry', { slug: firstSlug('blog', 'en-us') }),
    provider_record: paths.to('provider_record', { slug: 'paper-kite-student-homes' }),
    provider: paths.to('provider', { slug: firstSlug('providers', 'en-us') }),
  };
  const subPages: Readonly<Record<HouseSubPage, RouteName>> = {
    map: 'house_map',
    street: 'house_street',
    'community-amenities': 'house_community_amenities',
    review: 'house_review',
    'review-media': 'house_review_media',
    media: 'house_media',
    'mattress-size': 'house_mattress_size',
    offers: 'house_offers',
    'price-trend': 'house_price_trend',
    faq: 'house_faq',
  };
  for (const sub of houseSubPages) known[subPages[sub]] = `${house}/${sub}`;

  const found: Record<string, string> = { filtered: `${cityPath}/${formatFilterCode({ ...noFilter, page: 2 })}`, missing: '/no-such-page' };
  for (const name of openRoutes) {
    const { pattern } = routeOf(name);
    const path = known[name] ?? (pattern?.includes(':') ? undefined : (pattern ?? undefined));
    if (path === undefined) throw new Error(`Say in tests/support/page-types.ts where tests find a page of the route ${name}`);
    found[name] = path;
  }
  return found;
}

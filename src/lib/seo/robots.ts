/**
 * `/robots.txt`. Two ways keep a page out of search results, and one page never has both, because a crawler that
 * may not fetch a page cannot read its `noindex`:
 * - filtered and sorted lists, parts of a house, search, compare and pages under a reader's question carry `noindex` and stay open to crawlers;
 * - addresses with campaign parameters answer with the plain page (its canonical, no `noindex`), so they are closed here.
 * Baidu and the other Chinese engines do not heed `noindex` reliably; for them the first group is closed here as well.
 */
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { routeOf, routes } from '#lib/routes.ts';
import { questionParameters } from '#lib/routes/route.ts';
import type { RouteName } from '#lib/routes.ts';

const chineseCrawlers = ['Baiduspider', 'Sogou web spider', '360Spider', 'YisouSpider'] as const;

/** Neither pages nor parts of pages: programming interfaces and the operator's probes. */
const closedPaths = ['/_', '/livez', '/readyz', '/metrics', '/server_status'] as const;
const campaignParameters = ['semcode', 'xcode', 'utm_'] as const;

/** Keys of the filter code; a list with only `pga…` is an ordinary further page and stays open. */
const filterKeys = ['u1000a', 'u1001a', 'u1002a', 'u1003a', 'u1004a', 'u1005a', 'u1006a', 'u1007a', 'u1008a', 'u1009a', 'sorta'] as const;
const houseParts = ['map', 'street', 'community-amenities', 'review', 'review-media', 'media', 'mattress-size', 'offers', 'price-trend', 'faq'] as const;

const everywhere = (patterns: readonly string[]): readonly string[] =>
  locales.flatMap((locale) => patterns.map((pattern) => `${localeFacts[locale].prefix && '/'}${localeFacts[locale].prefix}${pattern}`));

/** Fixed addresses of open pages that carry `noindex`, and of pages for search engines that stand below one of them; in every locale. */
function fixedPaths(): { readonly unindexed: readonly string[]; readonly indexedBelow: readonly string[] } {
  const all = (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const { pattern, indexable, page } = routeOf(name);
    // The section of staff is told to nobody; its pages say noindex themselves.
    const isTold = page !== 'later' && page !== 'file' && !page.startsWith('staff/');
    return pattern && isTold ? [{ path: pattern.replaceAll(/:\w+/g, '*'), indexable }] : [];
  });
  const unindexed = all.filter(({ indexable }) => !indexable).map(({ path }) => path);
  const below = all.filter(({ path, indexable }) => indexable && unindexed.some((one) => path.startsWith(`${one}/`))).map(({ path }) => path);
  return { unindexed: everywhere(unindexed), indexedBelow: everywhere(below) };
}

/** @param origin public origin of the sitemap index. */
export function robotsText(origin: string): string {
  const forAll = ['Allow: /_assets/', ...closedPaths.map((path) => `Disallow: ${path}`), ...campaignParameters.map((name) => `Disallow: /*?*${name}`)];
  const { unindexed, indexedBelow } = fixedPaths();
  const forChinese = [
    ...filterKeys.map((key) => `Disallow: /*/${key}`),
    ...houseParts.map((part) => `Disallow: /*/detail-*/${part}$`),
    'Disallow: /*hcr',
    ...questionParameters.map((name) => `Disallow: /*?*${name}=`),
    ...unindexed.map((path) => `Disallow: ${path}`),
    ...indexedBelow.map((path) => `Allow: ${path}`),
  ];
  return [
    'User-agent: *',
    ...forAll,
    '',
    ...chineseCrawlers.map((name) => `User-agent: ${name}`),
    ...forAll,
    ...forChinese,
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

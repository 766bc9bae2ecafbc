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

/** Fixed addresses of open pages that carry `noindex`, in every locale. */
function unindexedPaths(): string[] {
  const patterns = (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const { pattern, indexable, page } = routeOf(name);
    // The section of staff is told to nobody; its pages say noindex themselves.
    const isTold = page !== 'later' && page !== 'file' && !page.startsWith('staff/');
    return pattern && !indexable && isTold ? [pattern.replaceAll(/:\w+/g, '*')] : [];
  });
  return locales.flatMap((locale) => patterns.map((pattern) => `${localeFacts[locale].prefix && '/'}${localeFacts[locale].prefix}${pattern}`));
}

/** @param origin public origin of the sitemap index. */
export function robotsText(origin: string): string {
  const forAll = ['Allow: /_assets/', ...closedPaths.map((path) => `Disallow: ${path}`), ...campaignParameters.map((name) => `Disallow: /*?*${name}`)];
  const forChinese = [
    ...filterKeys.map((key) => `Disallow: /*/${key}`),
    ...houseParts.map((part) => `Disallow: /*/detail-*/${part}$`),
    'Disallow: /*hcr',
    ...questionParameters.map((name) => `Disallow: /*?*${name}=`),
    ...unindexedPaths().map((path) => `Disallow: ${path}`),
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

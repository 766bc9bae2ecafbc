/**
 * The route table: every page Loftling has or has a place for. The door, header, footer, sitemap, guards
 * and tests read it; nothing else decides what a path means. Listing paths (`/uk/london/…`) have no fixed
 * pattern and are resolved by `features/catalogue/listing-path.rules.ts`.
 */
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { editorialRoutes } from './routes/editorial.ts';
import { accountRoutes } from './routes/account.ts';
import { orderRoutes } from './routes/order.ts';
import { staffRoutes } from './routes/staff.ts';
import { partnerRoutes } from './routes/partner.ts';
import { campaignRoutes } from './routes/campaign.ts';
import type { RouteDefinition } from './routes/route.ts';

export type { RouteDefinition } from './routes/route.ts';

export const routes = {
  ...catalogueRoutes,
  ...editorialRoutes,
  ...accountRoutes,
  ...orderRoutes,
  ...partnerRoutes,
  ...campaignRoutes,
  ...staffRoutes,
} as const satisfies Record<string, RouteDefinition>;

export type RouteName = keyof typeof routes;

/** A route by name, seen as the general shape. */
export function routeOf(name: RouteName): RouteDefinition {
  return routes[name];
}

/** The languages a page of the route may be in. */
export function localesOf({ locales: offered }: Pick<RouteDefinition, 'locales'>): readonly Locale[] {
  return offered === 'all' ? locales : ['en-us'];
}

/** Whether the page exists, so that it may be linked. */
export function isOpen(name: RouteName): boolean {
  const { page, development } = routeOf(name);
  return page !== 'later' && development !== true;
}

/** Whether its pages are the same for everybody, and their addresses tell nothing of anybody. */
export function isPublic(name: RouteName): boolean {
  const { access, render, pattern } = routeOf(name);
  return access === 'public' && render !== 'private' && !/:(?:token|ticket)\b/.test(pattern ?? '');
}

type Compiled = { name: RouteName; segments: readonly string[] };

const isParameter = (segment: string): boolean => segment.startsWith(':');

const compiled: readonly Compiled[] = (Object.keys(routes) as RouteName[]).flatMap((name) => {
  const { pattern } = routeOf(name);
  return pattern === null ? [] : [{ name, segments: pattern.split('/').filter(Boolean) }];
});
const literal = new Map(compiled.filter(({ segments }) => !segments.some(isParameter)).map(({ name, segments }) => [segments.join('/'), name]));
/** By their number of segments, those with the fewest parameters first. */
const withParameters = Map.groupBy(
  compiled.filter(({ segments }) => segments.some(isParameter)).sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length),
  ({ segments }) => segments.length,
);

/** Finds the route with a fixed pattern for the segments after the locale. Literal segments win over parameters: /general-pages/helps before /general-pages/:id. */
export function matchRoute(segments: readonly string[]): { name: RouteName; params: Readonly<Record<string, string>> } | undefined {
  const found = literal.get(segments.join('/'));
  if (found) return { name: found, params: {} };
  for (const { name, segments: pattern } of withParameters.get(segments.length) ?? []) {
    if (!pattern.every((part, at) => isParameter(part) || part === segments[at])) continue;
    return { name, params: Object.fromEntries(pattern.flatMap((part, at) => (isParameter(part) ? [[part.slice(1), segments[at] ?? '']] : []))) };
  }
  return undefined;
}

/** Former and short forms of editorial addresses, answered with 308. */
export const aliases: Readonly<Record<string, string>> = {
  'about-uhomes': '/general-pages/about-uhomes',
  'contact-us': '/general-pages/contact-us',
  'join-us': '/general-pages/join-us',
  consultants: '/general-pages/consultants',
  appdownload: '/general-pages/appdownload',
  'server-status': '/server_status',
  'transfer-link': '/transferLink',
  'payrent-basic-info': '/payrentBasicInfo',
  'payrent-rental-info': '/payrentRentalInfo',
  'payrent-order': '/payrentOrder',
};

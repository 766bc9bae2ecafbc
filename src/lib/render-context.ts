/** What the process gives to every page it renders. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import type { Site } from '#lib/paths.ts';
import type { PageRequest, Resolution } from '#lib/resolve.ts';
import type { Loaders } from '#lib/compose.ts';

export type Located =
  | { readonly kind: 'page'; readonly page: PageRequest }
  | { readonly kind: 'missing'; readonly page: PageRequest }
  | { readonly kind: 'redirect'; readonly location: string };

export type RenderContext = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly loaders: Loaders | undefined;
  readonly siteVariant: 'main' | 'net';
  readonly now: () => Date;
  /** The locale whose own host the address names, if any. */
  hostLocale(url: URL): Locale | undefined;
  /** Finishes a resolution: fills in what only data knows, adds prefix and query to redirects. */
  locate(url: URL, resolution: Resolution): Promise<Located>;
};

/** The page shown for what does not exist. @param city the one in which a home was looked for, whose homes it offers. */
export function missingPage(locale: Locale, city?: City): PageRequest {
  const listing = city && ({ kind: 'list', target: { place: city, category: 'rent' }, filter: noFilter } as const);
  return { kind: 'page', name: 'index', locale, params: {}, listing };
}

/** A path that can stand in a header and leads nowhere but to this site: ASCII without backslash, spaces and controls. */
const isSafePath = (path: string): boolean => /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path);

export type ContextParts = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly localeHosts: ReadonlyMap<Locale, string>;
  readonly loaders: Loaders | undefined;
  readonly siteVariant: 'main' | 'net';
  readonly now?: () => Date;
  /** The locale-less path of a house's city, to complete `/h1u2hcr3`. */
  readonly cityPathOfHouse?: (houseId: number) => Promise<string | undefined>;
};

export function createRenderContext(parts: ContextParts): RenderContext {
  const { geo, site, loaders, siteVariant, localeHosts } = parts;
  return {
    geo,
    site,
    loaders,
    siteVariant,
    now: parts.now ?? (() => new Date()),
    hostLocale: (url) => locales.find((locale) => localeHosts.get(locale) === url.origin),
    async locate(url, resolution) {
      if (resolution.kind === 'page') return { kind: 'page', page: resolution };
      const { locale } = resolution;
      if (resolution.kind === 'missing') return { kind: 'missing', page: missingPage(locale) };
      const city = resolution.kind === 'home-alias' ? await parts.cityPathOfHouse?.(resolution.houseId) : undefined;
      if (resolution.kind === 'home-alias' && !city) return { kind: 'missing', page: missingPage(locale) };
      const path = resolution.kind === 'home-alias' ? `${city}/${resolution.segment}` : resolution.path;
      const local = site.paths(locale).local(path);
      if (!isSafePath(local)) return { kind: 'missing', page: missingPage(locale) };
      const origin = localeHosts.get(locale);
      return { kind: 'redirect', location: `${origin && origin !== url.origin ? origin : ''}${local}${url.search}` };
    },
  };
}

let contextOfBuild: Promise<RenderContext> | undefined;

/** The context while pages are built: places and no database, because build time must not grow with the catalogue. */
export function buildContext(): Promise<RenderContext> {
  contextOfBuild ??= (async () => {
    const { readConfig } = await import('#lib/config.ts');
    const { loadGeo } = await import('#lib/features/geo/geo.feature.ts');
    const config = readConfig(process.env);
    return createRenderContext({
      geo: loadGeo(),
      site: createSite(config.siteUrl, config.localeHosts),
      localeHosts: config.localeHosts,
      loaders: undefined,
      siteVariant: config.siteVariant,
    });
  })();
  return contextOfBuild;
}

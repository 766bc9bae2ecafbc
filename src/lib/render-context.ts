/** What the process gives to every page it renders. */
import type { Hono } from 'hono';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import type { Site } from '#lib/paths.ts';
import type { PageRequest, Resolution } from '#lib/resolve.ts';
import type { Loaders } from '#lib/services.ts';

export type Located =
  | { readonly kind: 'page'; readonly page: PageRequest }
  | { readonly kind: 'missing'; readonly page: PageRequest }
  | { readonly kind: 'redirect'; readonly location: string };

export type RenderContext = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly loaders: Loaders | undefined;
  /** The API; pages of the build have none. */
  readonly api: Hono | undefined;
  readonly siteVariant: 'main' | 'net';
  readonly now: () => Date;
  readonly environment: 'web' | 'app';
  /** The locale whose own host the address names, if any. */
  hostLocale(url: URL): Locale | undefined;
  /** Finishes a resolution: fills in what only data knows, adds prefix and query to redirects. */
  locate(url: URL, resolution: Resolution): Promise<Located>;
};

/** The page shown for what does not exist. */
function missingPage(locale: Locale): PageRequest {
  return { kind: 'page', name: 'index', locale, params: {}, listing: undefined };
}

export type ContextParts = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly localeHosts: ReadonlyMap<Locale, string>;
  readonly loaders: Loaders | undefined;
  readonly api?: Hono;
  readonly siteVariant: 'main' | 'net';
  readonly now?: () => Date;
  readonly environment?: 'web' | 'app';
  /** The locale-less path of a house's city, to complete `/h1u2hcr3`. */
  readonly cityPathOfHouse?: (houseId: number) => Promise<string | undefined>;
};

export function createRenderContext(parts: ContextParts): RenderContext {
  const { geo, site, loaders, siteVariant, localeHosts } = parts;
  return {
    geo,
    site,
    loaders,
    api: parts.api,
    siteVariant,
    now: parts.now ?? (() => new Date()),
    environment: parts.environment ?? 'web',
    hostLocale: (url) => locales.find((locale) => localeHosts.get(locale) === url.origin),
    async locate(url, resolution) {
      if (resolution.kind === 'page') return { kind: 'page', page: resolution };
      const { locale } = resolution;
      if (resolution.kind === 'missing') return { kind: 'missing', page: missingPage(locale) };
      const city = resolution.kind === 'home-alias' ? await parts.cityPathOfHouse?.(resolution.houseId) : undefined;
      if (resolution.kind === 'home-alias' && !city) return { kind: 'missing', page: missingPage(locale) };
      const path = resolution.kind === 'home-alias' ? `${city}/${resolution.segment}` : resolution.path;
      const local = site.paths(locale).local(path);
      const origin = localeHosts.get(locale);
      return { kind: 'redirect', location: `${origin && origin !== url.origin ? origin : ''}${local}${url.search}` };
    },
  };
}

let buildContext: Promise<RenderContext> | undefined;

/**
 * The context of the serving process, or, while pages are built, one that has places and no database:
 * build time must not grow with the catalogue.
 */
export function renderContext(locals: { context?: RenderContext }): Promise<RenderContext> {
  if (locals.context) return Promise.resolve(locals.context);
  buildContext ??= (async () => {
    const { readConfig } = await import('#lib/config.ts');
    const { loadGeo } = await import('#lib/services.ts');
    const config = readConfig(process.env);
    return createRenderContext({
      geo: loadGeo(),
      site: createSite(config.siteUrl, config.localeHosts),
      localeHosts: config.localeHosts,
      loaders: undefined,
      siteVariant: config.siteVariant,
    });
  })();
  return buildContext;
}

import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { RenderContext } from '#lib/render-context.ts';
import type { PageRequest } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import type { View } from '#lib/view.ts';

type Asked = {
  readonly query: URLSearchParams;
  /** `web` unless the page is shown inside an app. */
  readonly environment?: View['environment'];
  readonly visitor?: View['visitor'];
  readonly trust?: View['trust'];
  readonly currency?: View['currency'];
};

/** Makes the view of one request. */
export function createView(context: RenderContext, page: PageRequest, { query, environment = 'web', visitor, trust, currency }: Asked): View {
  const { locale } = page;
  return {
    page,
    route: routeOf(page.name),
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    paths: context.site.paths(locale),
    site: context.site,
    geo: context.geo,
    get loaders() {
      if (!context.loaders) throw new Error(`${page.name} reads the catalogue, so it cannot be built without a database`);
      return context.loaders;
    },
    now: context.now(),
    environment,
    siteVariant: context.siteVariant,
    visitor,
    trust,
    query,
    currency: currency ?? visitor?.currency,
    tags: new Set(),
  };
}

/** `/staff/parts`, in every language: the parts that pages are made of, for who develops on this machine; answers this machine alone. */
import { localeOfPrefix, defaultLocale } from '#lib/i18n/locales.ts';
import { routeOf } from '#lib/routes.ts';
import { asksFromHere } from '../asks-here.ts';
import type { Handler } from '../handler.ts';
import { send } from '../respond.ts';
import type { PageRendering } from './render-page.ts';

const name = 'staff_parts';

/** The page as a device shows it that is set to light or to dark. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html.replaceAll(/\(prefers-color-scheme: ?dark\)/g, scheme === 'dark' ? 'all' : 'not all').replaceAll(/color-scheme: ?light dark/g, `color-scheme:${scheme}`);

/** Made only where mails that were kept are shown: no route leads here otherwise (`isOpen`). */
export function createPartsHandler(rendering: Pick<PageRendering, 'render'>): Handler {
  return async (request, response, { pathname, search, searchParams }) => {
    const scheme = searchParams.get('scheme');
    const [, prefix] = /^(?:\/(\w\w))?\/staff\/parts$/.exec(pathname) ?? [];
    const locale = prefix === undefined ? defaultLocale : localeOfPrefix(prefix);
    if (!locale || !pathname.endsWith('/staff/parts') || !asksFromHere(request)) return undefined;
    const { status, headers, html } = await rendering.render(
      {
        file: `/${routeOf(name).page}`,
        page: { kind: 'page', name, locale, params: {}, listing: undefined },
        address: new URL(pathname + search, 'http://localhost'),
        environment: 'web',
      },
      'parts',
    );
    send(request, response, { status, headers, body: scheme === 'light' || scheme === 'dark' ? inScheme(html.text, scheme) : html.text });
    return 'parts';
  };
}

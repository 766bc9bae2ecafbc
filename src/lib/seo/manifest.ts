/** What a device is told when a reader installs the site: a web app manifest of its own for each language. */
import { brand, brandName } from '#lib/brand.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { View } from '#lib/view.ts';

const paper = '#fbf9f5';

const icons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
] as const;

/**
 * The manifest of a page's language. Its `id` is where the app starts: what was installed when there was one manifest for all goes by
 * the id `/`, as the default language still does.
 */
export function appManifest({ locale, paths, t }: Pick<View, 'locale' | 'paths' | 't'>): Readonly<Record<string, unknown>> {
  const own = brandName(locale);
  const start = paths.to('index');
  return {
    id: start,
    name: own === brand.name ? own : `${brand.name} ${own}`,
    short_name: own,
    description: t('chrome.footer_promise'),
    lang: localeFacts[locale].lang,
    dir: 'ltr',
    start_url: start,
    // Whoever changes the language stays in the app.
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons,
  };
}

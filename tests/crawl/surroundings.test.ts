/** What stands around every page, and what is shown where there is none. */
import { brand } from '#lib/brand.ts';
import { describe, expect, inject, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const read = async (path: string): Promise<{ status: number; url: string; html: string }> => {
  const answer = await fetch(`${inject('baseUrl')}${path}`, { redirect: 'manual' });
  return { status: answer.status, url: answer.url, html: await answer.text() };
};
const houseOf = (locale: Locale): string => createPaths(locale, false).to('index');

describe('where nothing is', () => {
  test.each(locales)('[R2.003][R2.004][R2.005][R8.45] %s: 404 at its own address, with hot cities and the way home', async (locale) => {
    const paths = createPaths(locale, false);
    const { status, html } = await read(paths.local('/nowhere/at-all'));
    expect(status).toBe(404);
    expect(html).toContain('404');
    expect(html).toContain(translator(locale)('errors.missing_title'));
    expect(html).toContain(`href="${houseOf(locale)}"`);
    for (const city of geo.cities.slice(0, 4)) expect(html, city.slug).toContain(`href="${paths.place(city)}"`);
  });

  test('[R8.45] in English it says that this page could not be found', async () => {
    expect((await read('/en/nowhere')).html).toContain('This page could not be found');
  });

  test.each(locales)('%s: a home that is not there leads to homes of its city', async (locale) => {
    const paths = createPaths(locale, false);
    const { status, html } = await read(paths.local('/uk/leeds/detail-apartments-99999999'));
    expect(status).toBe(404);
    expect(html).toContain(translator(locale)('errors.missing_home_title'));
    expect(html.match(/\/uk\/leeds\/detail-(?:apartments|rent)-\d+/g)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });

  test('/404 itself answers 404', async () => {
    expect((await read('/404')).status).toBe(404);
  });
});

describe('header and footer', () => {
  test.each(locales)('[R2.191][R2.192] %s: the header has a search form and a city picker that work without script', async (locale) => {
    const { html } = await read(houseOf(locale));
    const header = /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? '';
    expect(header).toMatch(new RegExp(`<form[^>]*action="${createPaths(locale, false).to('search')}"`));
    expect(header).toMatch(/<input[^>]*name="?q\b/);
    const paths = createPaths(locale, false);
    expect(header).toMatch(new RegExp(`<a [^>]*href="${paths.to('city')}"[^>]*data-panel="${paths.to('city_picker')}"`));
    const [city] = geo.cities;
    for (const page of [paths.to('city'), paths.to('city_picker')])
      expect(city && (await read(page)).html.includes(`href="${paths.place(city)}"`), page).toBe(true);
    expect(html).toContain(`lang="${localeFacts[locale].lang}"`);
  });

  test('[R2.195] Get in touch stands in the English header only', async () => {
    for (const locale of locales) {
      const header = /<header[\s\S]*?<\/header>/.exec((await read(houseOf(locale))).html)?.[0] ?? '';
      expect(header.includes('Get in touch'), locale).toBe(locale === 'en-us');
    }
  });

  test.each(locales)('[R1.52][R1.53] %s: the footer tells how to use the site as an app, and shows payment marks only where one can pay', async (locale) => {
    const footer = /<footer class="footer"[\s\S]*?<\/footer>/.exec((await read(houseOf(locale))).html)?.[0] ?? '';
    expect(footer).toContain(`href="${createPaths(locale, false).to('appdownload')}"`);
    expect(/data-mark=/.test(footer)).toBe(brand.takesPayments);
  });
});

test('[R3.37] the fifteen countries are offered, each with a page', async () => {
  const slugs = ['uk', 'us', 'au', 'ca', 'nz', 'jp', 'sg', 'ie', 'fr', 'de', 'es', 'kr', 'hk', 'my', 'th'];
  const { html } = await read('/en/city');
  for (const slug of slugs) {
    expect(html, slug).toMatch(new RegExp(`href="/en/(?:country/${slug}|${slug === 'hk' ? 'hongkong' : slug}/)`));
    expect((await read(`/en/country/${slug}`)).status, slug).toBe(200);
  }
});

test.each(locales)('[R2.007] %s: the home page stands at the root of its language, with search and cities', async (locale) => {
  const { status, html } = await read(houseOf(locale));
  expect(status).toBe(200);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).toContain(`action="${createPaths(locale, false).to('search')}"`);
  expect(html).toContain(`href="${createPaths(locale, false).local('/uk/london')}"`);
});

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148';
const inside = [
  ['[R1.18][R1.20] inside the app’s web view', `${phone} LoftlingApp/7.63.0`],
  ['[R1.19] inside the mini-program', `${phone} MicroMessenger/8.0.50 miniProgram`],
] as const;

test.each(inside)('%s built and rendered pages come with all they say and no chrome of their own', async (_, agent) => {
  const readAs = async (path: string, userAgent: string): Promise<{ main: string; hasChrome: boolean }> => {
    const answer = await fetch(`${inject('baseUrl')}${path}`, { headers: { 'user-agent': userAgent } });
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    // Pages of the build hide it by this mark; the others are rendered without.
    return {
      main: /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '',
      hasChrome: !html.includes('data-environment="app"') && html.includes('<footer class="footer"'),
    };
  };
  for (const path of ['/', '/en/country/uk', '/vn/general-pages/about-uhomes']) {
    const [app, web] = [await readAs(path, agent), await readAs(path, 'Mozilla/5.0')];
    expect([path, app.hasChrome, web.hasChrome]).toEqual([path, false, true]);
    expect(app.main.length, path).toBeGreaterThan(1_000);
    expect(app.main, path).toBe(web.main);
  }
});

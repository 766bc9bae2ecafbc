/** What phones see most, in the engine of iPhones: pages that fit, and journeys that work. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { findPagePaths } from '#tests/support/page-types.ts';
import type { PageName, PagePaths } from '#tests/support/page-types.ts';
import { watchSite } from '#tests/support/watched-site.ts';
import type { WatchedSite } from '#tests/support/watched-site.ts';
import { phone, startWebKit } from '#tests/support/web-driver.ts';
import type { Browser, BrowserWindow } from '#tests/support/web-driver.ts';

const enter = '\uE007';
const down = '\uE015';

let browser: Browser;
let site: WatchedSite;
let paths: PagePaths;
let window: BrowserWindow;

beforeAll(async () => {
  site = await watchSite(inject('baseUrl'));
  paths = await findPagePaths(site.baseUrl);
  browser = await startWebKit();
});
afterAll(async () => {
  await browser?.stop();
  await site?.stop();
});
beforeEach(async () => {
  window = await browser.newPhone();
});
afterEach(async () => {
  await window.close();
  const complaints = site.complaints.splice(0);
  if (complaints.length > 0) throw new Error(`Pages complained:\n${complaints.join('\n')}`);
});

/** The path of a page in a locale, its prefix included. */
function pathOf(name: PageName, locale: Locale): string {
  const { prefix } = localeFacts[locale];
  const path = paths[name] ?? '';
  return prefix === '' ? path : `/${prefix}${path === '/' ? '' : path}`;
}
const address = (): Promise<string> => window.ask(() => location.pathname + location.search);
/** Opens a page and waits until its scripts have run: the driver's word comes before, when the page takes a process of its own. */
async function show(name: PageName, locale: Locale): Promise<void> {
  const path = pathOf(name, locale);
  await window.open(`${site.baseUrl}${path}`);
  await expect.poll(() => window.ask(() => [location.pathname + location.search, document.readyState])).toEqual([path, 'complete']);
}
const textOf = (selector: string): Promise<string> => window.ask((one) => document.querySelector(one)?.textContent?.trim() ?? '', selector);
const attribute = (selector: string, name: string): Promise<string | null> =>
  window.ask((one, of) => document.querySelector(one)?.getAttribute(of) ?? null, selector, name);
const count = (selector: string): Promise<number> => window.ask((all) => document.querySelectorAll(all).length, selector);
/** Pixels from the top of the window to that of an element, and the element's height. */
const placeOf = (selector: string): Promise<{ top: number; height: number } | undefined> =>
  window.ask((one) => {
    const box = document.querySelector(one)?.getBoundingClientRect();
    return box && { top: Math.round(box.top), height: Math.round(box.height) };
  }, selector);

const pages: readonly PageName[] = ['index', 'new_list2', 'filtered', 'house_detail', 'unit_detail', 'house_compare', 'search', 'favourites', 'help'];

test('what a page complains of is heard', async () => {
  await show('help', 'en-us');
  await window.ask(() => {
    setTimeout(() => {
      throw new Error('heard');
    });
    void Promise.reject(new Error('kept to itself'));
  });
  await expect.poll(() => site.complaints).toEqual(expect.arrayContaining([expect.stringContaining('heard'), expect.stringContaining('kept to itself')]));
  site.complaints.splice(0);
});

test.each(['zh-cn', 'en-us', 'vi-vn'] as const)('pages phones see most load in %s, fit the window, and their script has done its work', async (locale) => {
  for (const name of pages) {
    await show(name, locale);
    const seen = (): Promise<unknown> =>
      window.ask(() => {
        const title = document.querySelector('h1');
        return {
          size: { width: innerWidth, height: innerHeight },
          lang: document.documentElement.lang,
          title: title?.checkVisibility() === true && title.textContent.trim() !== '',
          wide: document.documentElement.scrollWidth,
          brokenPictures: [...document.images].filter((one) => one.complete && one.naturalWidth === 0).map((one) => one.currentSrc),
          // Set by page.ts at once, and by what it watches once the page has its size.
          canShare: 'canShare' in document.documentElement.dataset,
          clearOfDock: /^\d+px$/.test(document.documentElement.style.getPropertyValue('--dock')),
        };
      });
    await expect
      .poll(seen, { message: name })
      .toEqual({ size: phone, lang: localeFacts[locale].lang, title: true, wide: phone.width, brokenPictures: [], canShare: true, clearOfDock: true });
  }
});

test('[R4.071] [R4.073] the search of the front page fills the window above what is typed, arrows choose, Back closes it, Enter follows', async () => {
  await show('index', 'en-us');
  await window.click('#search-home');
  await expect.poll(() => count('.search-panel [role=tabpanel] a')).toBeGreaterThan(0);
  expect((await placeOf('#search-home'))?.top).toBeLessThan(60);
  await expect.poll(() => placeOf('.search-panel')).toEqual({ top: 60, height: phone.height - 60 });
  expect(await window.ask(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await window.back();
  await expect.poll(() => count('.search-panel')).toBe(0);
  expect(await address()).toBe(pathOf('index', 'en-us'));

  await window.type('#search-home', 'manchester');
  await expect.poll(() => textOf('[role=option]')).toContain('Manchester');
  await window.type('#search-home', down);
  const chosen = await attribute('[role=option]', 'href');
  await expect.poll(() => attribute('#search-home', 'aria-activedescendant')).toBe(await attribute('[role=option]', 'id'));
  await window.type('#search-home', enter);
  await expect.poll(address).toBe(chosen);
});

test('filters open over a list, change it in place, and stay when the language changes', async () => {
  await show('new_list2', 'zh-cn');
  await window.ask(() => void Object.assign(globalThis, { sameDocument: true }));
  expect(await count('#filters:popover-open')).toBe(0);
  await window.click('.open-filters');
  await expect.poll(() => count('#filters:popover-open')).toBe(1);
  const sheet = await placeOf('#filters');
  expect((sheet?.top ?? 0) + (sheet?.height ?? 0)).toBe(phone.height);
  const href = await attribute('#filters a[href]', 'href');
  await window.click('#filters a[href]');
  await expect.poll(address).toBe(href);
  await expect.poll(() => count('#filters [aria-current]')).toBe(1);
  expect(await count('#filters:popover-open')).toBe(1);
  expect(await window.ask(() => 'sameDocument' in globalThis)).toBe(true);
  await window.click('#filters .show');
  await expect.poll(() => count('#filters:popover-open')).toBe(0);

  // The row of filters and order stays at the top.
  await window.ask(() => scrollTo(0, 2_000));
  await expect.poll(async () => (await placeOf('[data-list-top] .tools'))?.top).toBe(0);
  await window.ask(() => scrollTo(0, 0));

  await window.click('button[popovertarget=menu]');
  await expect.poll(() => count('#menu:popover-open')).toBe(1);
  await window.click('#menu a[data-locale=vi-vn]');
  await expect.poll(address).toBe(`/${localeFacts['vi-vn'].prefix}${href}`);
  await expect.poll(() => window.ask(() => document.documentElement.lang)).toBe(localeFacts['vi-vn'].lang);
  expect(await count('#filters [aria-current]')).toBe(1);
  expect(await window.ask(() => document.cookie)).toContain('selectlang=vi-vn');
});

test('hearts and homes to compare are kept on the device, counted, and there after a reload', async () => {
  const t = translator('vi-vn');
  const pressed = (what: string): Promise<number> => count(`main [data-keep="${what}"][aria-pressed="true"]`);
  await show('new_list2', 'vi-vn');
  await window.click('main .card [data-keep="favourite"]');
  await expect.poll(() => pressed('favourite')).toBe(1);
  await window.click('main .card:first-child [data-keep="compared"]');
  await expect.poll(() => pressed('compared')).toBe(1);
  await window.ask(() => document.querySelectorAll<HTMLElement>('main [data-keep="compared"]').item(1).click());
  await expect.poll(() => pressed('compared')).toBe(2);
  const go = t('kept.tray_go', { number: 2, most: 4 });
  await expect.poll(() => textOf('[data-tray]')).toContain(go);
  await window.reload();
  await expect.poll(() => pressed('favourite')).toBe(1);
  await expect.poll(() => pressed('compared')).toBe(2);
  await expect.poll(() => textOf('[data-tray]')).toContain(go);

  await window.click('[data-tray] a[href]');
  await expect.poll(() => count('thead th[scope=col]')).toBe(2);
  await show('favourites', 'vi-vn');
  await expect.poll(() => count('[data-shortlist] article')).toBe(1);
  await window.click('[data-shortlist] [data-keep="favourite"]');
  await expect.poll(() => pressed('favourite')).toBe(0);
});

test('pictures of a home are swiped, and open over the window until Back closes them', async () => {
  await show('house_detail', 'zh-cn');
  const house = await address();
  const strip = await window.ask(() => {
    const row = document.querySelector('.gallery a[data-enlarge]')?.closest('ul, ol, [data-pictures]');
    return row && [getComputedStyle(row).scrollSnapType, row.scrollWidth > row.clientWidth];
  });
  expect(strip).toEqual(['x mandatory', true]);
  await window.click('.gallery a[data-enlarge]');
  await expect.poll(() => count('dialog:modal')).toBe(1);
  expect(await placeOf('dialog:modal')).toEqual({ top: 0, height: phone.height });
  await expect.poll(() => textOf('dialog:modal output')).toMatch(/^1 \/ \d/);
  await window.back();
  await expect.poll(() => count('dialog')).toBe(0);
  expect(await address()).toBe(house);
});

/** What surrounds every page: language, notices, being offline, and the keyboard. */
import type { Page } from '@playwright/test';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { registerIn } from '../support/sign-in.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const en = translator('en-us');
const zh = translator('zh-cn');

const cookie = async (page: Page, name: string): Promise<string | undefined> => (await page.context().cookies()).find((one) => one.name === name)?.value;

/** Notices wait for the reader's first key or touch where they would push the footer. */
async function stirOnce(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
}

for (const locale of locales) {
  test(`[R3.08][R4.082][R4.083][R2.194] from English to ${locale}: the same page, and both cookies are set`, async ({ page }) => {
    const from = locale === 'en-us' ? 'vi-vn' : 'en-us';
    await page.setViewportSize(desktop);
    await page.goto(addressOf('new_list2', from));
    await page.getByRole('banner').getByRole('button', { name: localeFacts[from].selfName }).click();
    await page.getByRole('dialog').getByRole('link', { name: localeFacts[locale].selfName }).click();
    await expect(page).toHaveURL(new RegExp(`${addressOf('new_list2', locale)}$`));
    await expect(page.locator('html')).toHaveAttribute('lang', localeFacts[locale].lang);
    expect(await cookie(page, 'selectlang')).toBe(locale);
    expect(await cookie(page, 'language')).toBe(locale);
  });
}

test('[R2.204][R4.095][R3.64][R3.65] the cookie banner shows in English until it is answered, and not again', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(addressOf('index', 'en-us'));
  await stirOnce(page);
  const banner = page.getByRole('form', { name: en('chrome.cookie_title') });
  await expect(banner).toBeVisible();
  await page.reload();
  await stirOnce(page);
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: en('chrome.cookie_accept') }).click();
  await expect(banner).toBeHidden();
  expect(await cookie(page, 'cookie_consent')).toBe('necessary.personalised');
  await page.reload();
  await stirOnce(page);
  await expect(banner).toBeHidden();
});

test('[R3.65] a no keeps the necessary cookies only', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(addressOf('index', 'en-us'));
  await stirOnce(page);
  await page.getByRole('button', { name: en('chrome.cookie_refuse') }).click();
  await expect(page.locator('[data-notice="cookies"]')).toBeHidden();
  expect(await cookie(page, 'cookie_consent')).toBe('necessary');
});

test('[R2.204] there is no cookie banner in other languages', async ({ page }) => {
  await page.goto(addressOf('index', 'zh-cn'));
  await stirOnce(page);
  await expect(page.locator('[data-notice="cookies"]')).toHaveCount(0);
});

/** Whoever has looked at a home, which comes before the app is offered. */
const hasLooked = (page: Page): Promise<unknown> => page.addInitScript(() => localStorage.setItem('isShowEntryUserGuide', '1'));

test('[R2.205][R4.094][R9.71] the download bar of narrow windows stays away once closed, for the session and after it', async ({ page, context }) => {
  await page.setViewportSize(phone);
  await hasLooked(page);
  await page.goto(addressOf('index', 'zh-cn'));
  await stirOnce(page);
  const bar = page.locator('[data-notice="app-bar"]');
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('link', { name: zh('chrome.app_bar_get') })).toHaveAttribute('href', addressOf('appdownload', 'zh-cn'));
  await bar.getByRole('button', { name: zh('chrome.close') }).click();
  await expect(bar).toBeHidden();
  const laterVisit = await context.newPage();
  for (const visit of [page, laterVisit]) {
    await visit.goto(addressOf('city', 'zh-cn'));
    await visit.goto(addressOf('index', 'zh-cn'));
    await stirOnce(visit);
    await visit.waitForLoadState('networkidle');
    await expect(visit.locator('[data-notice="app-bar"]')).toBeHidden();
  }
});

test('[R2.185] the layout of most pages has header, footer, a way to sign in over the page, the notices, and the check of names', async ({ page }) => {
  await page.setViewportSize(desktop);
  await hasLooked(page);
  for (const [locale, notice] of [
    ['en-us', 'cookies'],
    ['zh-cn', 'app-prompt'],
  ] as const) {
    const t = translator(locale);
    // Each is a visit of its own.
    await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
    await page.goto(addressOf('index', locale));
    await stirOnce(page);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator(`[data-notice="${notice}"]`)).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('accounts.account') })
      .click();
    await expect(page.getByRole('dialog', { name: t('accounts.login_title') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${addressOf('index', locale)}$`));
  }
  await registerIn(page, 'Mai');
  await page.goto(createPaths('zh-cn', false).to('profile_account'), { waitUntil: 'networkidle' });
  await page
    .getByRole('main')
    .getByRole('link', { name: zh('realname.title') })
    .click();
  await expect(page.getByRole('dialog', { name: zh('realname.title') })).toBeVisible();
});

test('the footer of a phone is lines that open, that of a desk shows every link', async ({ page }) => {
  const footer = page.getByRole('contentinfo');
  await page.setViewportSize(phone);
  await page.goto(addressOf('house_detail', 'en-us'));
  const link = footer.getByRole('link', { name: en('chrome.privacy_policy') });
  await expect(link).toBeHidden();
  expect((await footer.boundingBox())?.height, 'pixels of the footer of a phone').toBeLessThan(950);
  await footer.getByText(en('chrome.footer_support'), { exact: true }).click();
  await expect(link).toBeVisible();
  await page.setViewportSize(desktop);
  await page.reload();
  await expect(link).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Malaysia' })).toBeVisible();
});

test('[R2.206][R6.23][R9.35] wide windows get the download prompt instead of the bar, and not in English', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await hasLooked(page);
  await page.goto(addressOf('index', 'zh-cn'));
  await stirOnce(page);
  await expect(page.locator('[data-notice="app-prompt"]')).toBeVisible();
  await expect(page.locator('[data-notice="app-bar"]')).toBeHidden();
  await page.goto(addressOf('index', 'en-us'));
  await expect(page.locator('[data-notice="app-prompt"]')).toHaveCount(0);
});

test('[R4.096] [R3.15] the guide for a first visit to a home shows once, which the browser keeps', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(addressOf('house_detail', 'vi-vn'));
  await stirOnce(page);
  const hint = page.locator('[data-notice="hint"]');
  await expect(hint).toBeVisible();
  const kept = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('isShowEntryUserGuide'));
  expect(await kept()).toBeNull();
  await hint.getByRole('button').click();
  expect(await kept()).toBe('1');
  await page.reload();
  await stirOnce(page);
  await expect(hint).toBeHidden();
});

test('[R4.097] a reader without connection is told so, and again when it is back', async ({ page, context }) => {
  // Pictures still on their way would be broken off, which is not what this is about.
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  const note = page.getByText(en('chrome.offline'));
  await expect(note).toBeHidden();
  await context.setOffline(true);
  await expect(note).toBeVisible();
  await context.setOffline(false);
  await expect(note).toBeHidden();
});

test('[R2.202][R2.203] the help bar names phone and WhatsApp, on zh-cn the phone alone', async ({ page }) => {
  await page.setViewportSize(desktop);
  for (const locale of ['en-us', 'zh-cn'] as const) {
    await page.goto(addressOf('index', locale));
    await page
      .getByRole('banner')
      .getByRole('button', { name: translator(locale)('chrome.help_widget') })
      .click();
    const panel = page.getByRole('dialog', { name: translator(locale)('chrome.help_bar') });
    await expect(panel.locator('a[href^="tel:"]')).toBeVisible();
    await expect(panel.locator('a[href*="wa.me"]')).toHaveCount(locale === 'zh-cn' ? 0 : 1);
  }
});

test('[R9.23] two clicks within 300 ms on what opens the help or a menu count as one', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(addressOf('index', 'en-us'));
  const opener = page.getByRole('banner').getByRole('button', { name: en('chrome.help_widget') });
  const panel = page.getByRole('dialog', { name: en('chrome.help_bar') });
  const clicks = (times: number): Promise<void> =>
    opener.evaluate((button, count) => {
      for (let click = 0; click < count; click++) if (button instanceof HTMLElement) button.click();
    }, times);
  await clicks(2);
  await expect(panel).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 310)));
  await clicks(1);
  await expect(panel).toBeHidden();
});

test('[R9.36] windows between a phone’s and a desk’s hold every kind of page: no least width is needed', async ({ page }) => {
  for (const width of [768, 980, 1_179]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['index', 'new_list2', 'filtered', 'house_detail', 'unit_detail', 'house_compare', 'search', 'city'] as const) {
      await page.goto(addressOf(name, 'en-us'));
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(beyond, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('[R9.38] room is made for what floats once its size has been the same for 150 ms', async ({ page }) => {
  await page.goto(addressOf('index', 'zh-cn'));
  const { waits, room, height } = await page.evaluate(async () => {
    const shown = document.querySelector<HTMLElement>('[data-notices]');
    if (!shown) throw new Error('there is no place for notices');
    const { style } = document.documentElement;
    const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));
    const roomNow = (): string => style.getPropertyValue('--notices');
    // The first look at it is over.
    await pause(400);
    let [before, last] = [roomNow(), performance.now()];
    const after: number[] = [];
    new MutationObserver(() => {
      if (roomNow() !== before) after.push(performance.now() - last);
      before = roomNow();
    }).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    // What a browser with much to do tells late, it tells both of us late.
    new ResizeObserver(() => (last = performance.now())).observe(shown);
    for (let step = 1; step <= 8; step++) {
      shown.style.minHeight = `${300 + step * 10}px`;
      await pause(30);
    }
    const until = performance.now() + 5_000;
    while (roomNow() !== `${shown.offsetHeight}px` && performance.now() < until) await pause(20);
    return { waits: after, room: roomNow(), height: shown.offsetHeight };
  });
  expect(room).toBe(`${height}px`);
  expect(waits.length).toBeGreaterThan(0);
  // Timers of browsers are right to a millisecond or two.
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(145);
});

test('[R1.46] the trust score shown is kept in a cookie for one day', async ({ page }) => {
  await page.goto(addressOf('index', 'zh-cn'));
  const shown = await page.locator('[data-trust]').first().getAttribute('data-trust');
  const kept = (await page.context().cookies()).find(({ name }) => name === 'trust_score');
  expect(kept?.value).toBe(encodeURIComponent(shown ?? ''));
  expect(((kept?.expires ?? 0) * 1000 - Date.now()) / 3_600_000).toBeCloseTo(24, 0);
});

test('the keyboard reaches everything in view, in order, with a visible focus', async ({ page }) => {
  await page.setViewportSize(desktop);
  // A page that glides would still be on its way when asked.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const name of ['index', 'new_list2', 'house_detail'] as const) {
    await page.goto(addressOf(name, 'en-us'));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: en('chrome.skip') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    const seen = new Set<string>();
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        // A search field and its button are one shape, which carries the ring.
        const ringed = [element, ...(element.matches('input') ? [element.closest('form[data-search]')] : [])].filter((one) => one !== null);
        const { width, height, top, bottom } = element.getBoundingClientRect();
        return {
          what: element.outerHTML.slice(0, 100),
          // The link of a card marks all of the card, by what it lays over it.
          marked: ringed.some((one) =>
            [undefined, '::after'].some((part) => {
              const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part);
              return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
            }),
          ),
          inView: width > 0 && height > 0 && bottom > 0 && top < innerHeight,
        };
      });
      if (!focused) break;
      expect(focused, `${name}, step ${step}: ${focused.what}`).toMatchObject({ marked: true, inView: true });
      seen.add(`${step} ${focused.what}`);
    }
    expect(seen.size, `stops on ${name}`).toBeGreaterThan(10);
  }
});

test.describe('a reader whose browser speaks another language', () => {
  test.use({ locale: 'vi-VN' });

  test('is offered theirs once, in its own words, and takes along what was asked', async ({ page }) => {
    const vi = translator('vi-vn');
    await page.setViewportSize(phone);
    await page.goto(`${addressOf('search', 'zh-cn')}`);
    await stirOnce(page);
    const offer = page.locator('[data-notice="language"]');
    await expect(offer).toContainText(vi('offer.text'));
    await expect(offer).toHaveAttribute('lang', 'vi');
    await offer.getByRole('link', { name: vi('offer.go') }).click();
    await expect(page).toHaveURL(addressOf('search', 'vi-vn'));
    expect(await cookie(page, 'selectlang')).toBe('vi-vn');
    expect(await page.evaluate(() => localStorage.getItem('kept'))).toContain('vi-vn');
    await page.goto(addressOf('search', 'zh-cn'));
    await stirOnce(page);
    await page.waitForLoadState('networkidle');
    await expect(offer).toHaveCount(0);
  });
});

test('[R2.192] the city picker comes when it is opened, once, and leads back to what opened it', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(addressOf('new_list2', 'en-us'));
  expect(await page.locator('#cities').count()).toBe(0);
  const fetched: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/city/picker') && fetched.push(request.url())));
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: en('chrome.cities') }).click();
  const picker = page.getByRole('dialog', { name: en('chrome.city_picker') });
  await expect(picker.getByRole('link', { name: 'Manchester', exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  const button = banner.getByRole('button', { name: en('chrome.cities') });
  await expect(button).toBeFocused();
  // Within 300 ms of the first click it would count as the same one.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(picker).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(fetched).toHaveLength(1);
});

test('[R2.192] where the city picker cannot be had, its link leads to the page of cities', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.route('**/city/picker', (route) => route.fulfill({ body: '<p>Nothing</p>', contentType: 'text/html' }));
  await page.goto(addressOf('new_list2', 'en-us'));
  await page
    .getByRole('banner')
    .getByRole('link', { name: en('chrome.cities') })
    .click();
  await expect(page).toHaveURL(/\/en\/city$/);
});

/** What the form of a question costs in script beside that of every page: on its page, in the dialog, and until it is sent. */
import type { Browser, Page, Request } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';

const kilobyte = 1_024;
/**
 * Compressed, of the files that come beside those of every page. `sent`: with the client of the API, and with what encrypts names and
 * contacts on their way, which comes with the press of the button.
 */
const most = { opened: { bytes: 17 * kilobyte, files: 16 }, sent: { bytes: 28 * kilobyte, files: 20 } };

type Scripts = ReadonlyMap<string, number>;

/** Follows what scripts a page fetches. @returns their compressed sizes by address, once those that are under way have come. */
function followScripts(page: Page): () => Promise<Scripts> {
  const requests: Request[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && requests.push(request)));
  return async () => {
    const sizes = new Map<string, number>();
    for (const request of requests) {
      const answer = await request.response();
      await answer?.finished();
      const { responseBodySize } = await request.sizes();
      // The smallest are sent as they are.
      if (responseBodySize > kilobyte) expect(answer?.headers()['content-encoding'], request.url()).toBe('br');
      sizes.set(request.url(), responseBodySize);
    }
    return sizes;
  };
}

/** A page that has nothing in its cache. */
async function freshPage(browser: Browser, baseURL: string | undefined, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, serviceWorkers: 'block', ...(baseURL ? { baseURL } : {}) });
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
  return context.newPage();
}

/** What every page loads: until somebody acts, and then. */
async function ofEveryPage(page: Page, locale: Locale): Promise<{ readonly untouched: Scripts; readonly touched: Scripts }> {
  const scripts = followScripts(page);
  const optional = page.waitForResponse(/\/_assets\/offline\.[\w-]+\.js/);
  await page.goto(addressOf('index', locale), { waitUntil: 'networkidle' });
  const untouched = await scripts();
  await page.keyboard.press('Shift');
  await (await optional).finished();
  await page.waitForLoadState('networkidle');
  return { untouched, touched: await scripts() };
}

/** Holds what was loaded beside what comes in any case to a bound. */
function expectWithin(bound: { readonly bytes: number; readonly files: number }, scripts: Scripts, besides: Scripts): void {
  const own = [...scripts].filter(([url]) => !besides.has(url));
  const names = own.map(([url, size]) => `${size} ${url.replace(/.*\//, '')}`).join('\n');
  expect.soft(own.map(([url]) => url).join(' '), 'the form has its script').toMatch(/\/ask-form\./);
  expect
    .soft(
      own.reduce((sum, [, size]) => sum + size, 0),
      names,
    )
    .toBeLessThanOrEqual(bound.bytes);
  expect.soft(own.length, names).toBeLessThanOrEqual(bound.files);
}

const awake = (page: Page) => expect(page.locator('#ask-form[data-awake]')).toBeAttached({ timeout: 30_000 });

// Hong Kong reads two catalogues, Vietnamese has the longest words.
for (const locale of ['en-us', 'zh-cn', 'zh-hk', 'vi-vn'] as const)
  test(`on its page the form of a question opens with at most 17 KB of script, and is sent with 28 (${locale})`, async ({ browser, baseURL }) => {
    const t = translator(locale);
    // As wide as a phone: on a desk every touched page may lead to the form, and has parts of it.
    const plain = await freshPage(browser, baseURL, 390);
    const { untouched, touched } = await ofEveryPage(plain, locale);
    const page = await freshPage(browser, baseURL, 390);
    const scripts = followScripts(page);
    await page.goto(createPaths(locale, false).to('intent_askform'), { waitUntil: 'networkidle' });
    await awake(page);
    expectWithin(most.opened, await scripts(), untouched);
    await page.getByRole('radio', { name: t('enquiries.reach_email') }).check();
    for (const [name, text] of [
      ['firstname', 'Lan'],
      ['email', `lan-${crypto.randomUUID().slice(0, 8)}@example.org`],
      ['location', 'Paris'],
      ['content', 'Is there a lift?'],
    ] as const)
      await page.getByRole('textbox', { name: t(`enquiries.${name}`) }).fill(text);
    await page.getByRole('checkbox', { name: t('enquiries.consent_terms') }).check();
    await page.getByRole('button', { name: t('enquiries.submit') }).click();
    await expect(page.getByRole('heading', { name: t('asking.sent_title') })).toBeVisible();
    expectWithin(most.sent, await scripts(), new Map([...untouched, ...touched]));
    await Promise.all([plain, page].map((one) => one.context().close()));
  });

test('in the dialog, whose script a touched page of a home has, the form of a question opens with at most 17 KB', async ({ browser, baseURL }) => {
  const plain = await freshPage(browser, baseURL, 1_280);
  const { untouched } = await ofEveryPage(plain, 'en-us');
  const page = await freshPage(browser, baseURL, 1_280);
  await page.goto(addressOf('house_detail', 'en-us'), { waitUntil: 'networkidle' });
  // Loaded is not yet run, on a busy machine.
  await expect(page.locator('html[data-can-share]')).toBeAttached();
  // Touched before: what that loads is of the page, not of the form.
  const touched = page.waitForResponse(/\/_assets\/offline\.[\w-]+\.js/);
  await page.keyboard.press('Shift');
  await (await touched).finished();
  await page.waitForLoadState('networkidle');
  const scripts = followScripts(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: translator('en-us')('house.ask_here') })
    .click();
  await awake(page);
  await page.waitForLoadState('networkidle');
  expectWithin(most.opened, await scripts(), untouched);
  await Promise.all([plain, page].map((one) => one.context().close()));
});

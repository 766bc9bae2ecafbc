/** Google's prompt on public pages, with a stand-in for Google's script: who is asked, once, and what becomes of it. */
import type { Page } from '@playwright/test';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { translator } from '#lib/i18n/t.ts';
import { violations } from '../support/axe.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const welcome = createPaths('en-us', false).to('login_welcome');
const yes = `necessary.${consent.optional}`;
/** As much of Google's script as the page uses; the test plays its reader. It brings what it has a while after it was loaded. */
const script = `setTimeout(() => {
  let settings;
  window.google = { accounts: { id: {
    initialize(given) { settings = given; },
    prompt(told) {
      window.shown = { client_id: settings.client_id, nonce: settings.nonce };
      window.choose = () => settings.callback({ credential: 'token-of-google' });
      window.closePrompt = () => told({ isSkippedMoment: () => false, isDismissedMoment: () => true, getDismissedReason: () => 'cancel_called' });
    },
  } } };
}, 10);`;
type Shown = Window & { shown?: unknown; choose?: () => void; closePrompt?: () => void };

/** What the server answers and what pages hold where Google is set up, and the paths that were asked. */
async function withGoogle(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/gsi/client', async (route) => {
    asked.push('/gsi/client');
    await route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.route('**/_buserApi/one-tap**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const data = pathname.endsWith('/start') ? { client_id: 'the-client', nonce: 'the-word', script: '/gsi/client', trial: '' } : { cust_id: 0, url: welcome };
    await route.fulfill({ json: { error_code: 0, message: '', data } });
  });
  await page.route(
    (url) => url.pathname === addressOf('index', 'en-us'),
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('id="api"', 'id="api" data-one-tap');
      await route.fulfill({ response: answer, body });
    },
  );
  return asked;
}
const agree = (page: Page, baseURL: string | undefined, value: string) => page.context().addCookies([{ name: consent.cookie, value, url: baseURL ?? '' }]);
const shown = (page: Page) => page.evaluate(() => (window as Shown).shown);
const start = '/_buserApi/one-tap/start';

test.use({ timezoneId: 'Europe/London' });

test('[R6.21] [R9.32] who has agreed is asked once they act; closed, the prompt stays away', async ({ page, baseURL }) => {
  const asked = await withGoogle(page);
  await agree(page, baseURL, yes);
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  expect(asked, 'nobody has acted').toEqual([]);
  await page.keyboard.press('Shift');
  await expect.poll(() => shown(page)).toEqual({ client_id: 'the-client', nonce: 'the-word' });
  expect(asked).toEqual([start, '/gsi/client']);
  await page.evaluate(() => (window as Shown).closePrompt?.());
  // Another visit: only what was closed is known.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  const loaded = page.waitForResponse((response) => /one-tap.*\.js$/.test(response.url()));
  await page.keyboard.press('Shift');
  await loaded;
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([start, '/gsi/client']);
});

test('[R6.21] who chooses an account and is new goes on to what they agree to', async ({ page, baseURL }) => {
  const asked = await withGoogle(page);
  await agree(page, baseURL, yes);
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await expect.poll(() => shown(page)).toBeDefined();
  await page.evaluate(() => (window as Shown).choose?.());
  await page.waitForURL(`**${welcome}`);
  expect(asked).toEqual([start, '/gsi/client', '/_buserApi/one-tap']);
});

test('[R6.21] without a yes, and where Google is not set up, no request is made for it', async ({ page, baseURL }) => {
  const asked = await withGoogle(page);
  await agree(page, baseURL, 'necessary');
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
  await agree(page, baseURL, yes);
  await page.goto(addressOf('house_detail', 'en-us'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  expect(await page.locator('[data-one-tap]').count()).toBe(0);
});

test.describe('in mainland China', () => {
  test.use({ timezoneId: 'Asia/Shanghai' });
  test('[R6.21] nobody is asked, wherever the page was made', async ({ page, baseURL }) => {
    const asked = await withGoogle(page);
    await agree(page, baseURL, yes);
    await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
    const loaded = page.waitForResponse((response) => /one-tap.*\.js$/.test(response.url()));
    await page.keyboard.press('Shift');
    await loaded;
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });
});

test('[R6.21] where Google is not set up a stand-in of ours shows its prompt on the machine of a developer', async ({ page }) => {
  const site = await startSite({ SIGN_IN_TRIAL: 'on' });
  try {
    const t = translator('en-us');
    await agree(page, site.baseUrl, yes);
    await page.goto(`${site.baseUrl}${addressOf('index', 'en-us')}`, { waitUntil: 'networkidle' });
    const prompt = page.getByRole('dialog', { name: t('accounts.trial_title', { provider: t('accounts.name_google') }) });
    await expect(prompt).toHaveCount(0);
    await page.keyboard.press('Shift');
    await expect(prompt).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await prompt.getByRole('textbox', { name: t('accounts.trial_as') }).fill('Mai');
    await prompt.getByRole('button', { name: t('accounts.go_on') }).click();
    await page.waitForURL(`**${welcome}`);
    await expect(page.getByRole('main').getByRole('textbox', { name: t('accounts.nickname') })).toHaveValue('Mai');
  } finally {
    // What the page still tells of itself finds nobody there afterwards.
    await page.goto('about:blank');
    await site.stop();
  }
});

/** The embedded captcha as readers meet it: after the third report from an address, with script and without. */
import type { Page } from '@playwright/test';
import { askConsentVersion } from '#lib/features/enquiries/enquiries.schema.ts';
import { createPaths } from '#lib/paths.ts';
import { translator } from '#lib/i18n/t.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

const t = translator('en-us');
let site: Site;
let form = '';
let house = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  // Each test is an address of its own, which a proxy tells.
  site = await startSite({ TRUSTED_PROXIES: '1' });
  const list = await (await fetch(`${site.baseUrl}/en/uk/london`)).text();
  [, house = ''] = /\/en\/uk\/london\/detail-(?:apartments|rent)-(\d+)/.exec(list) ?? [];
  form = `${site.baseUrl}${createPaths('en-us', false).to('report_listing', { house })}`;
});
test.afterAll(() => site.stop());

/** Opens the form from an address that has sent three reports today, and sends a fourth. */
async function sendFourth(page: Page, address: string): Promise<void> {
  for (const sent of ['one', 'two', 'three']) {
    // Each device is new: what one has told already today is not stored again.
    const headers = { 'device-id': `${sent}-device-${address.replaceAll('.', '-')}`, 'x-forwarded-for': address, origin: site.baseUrl };
    const answer = await fetch(`${site.baseUrl}/_api/report/listing`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ house_id: house, reason: 'gone' }),
    });
    expect(answer.status).toBe(200);
  }
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: site.baseUrl }]);
  await page.goto(form);
  await page.getByRole('radio', { name: t('reports.scam') }).check();
  await page.getByRole('textbox', { name: t('reports.details') }).fill('Asked for gift cards.');
  await page.getByRole('button', { name: t('reports.submit') }).click();
  await expect(page.getByRole('group', { name: t('captcha.title') })).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('reports.details') })).toHaveValue('Asked for gift cards.');
}

const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: t('reports.thanks') });

test('[R8.16] the device solves it by the keyboard’s press, without anybody else’s host, and the form is sent', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await sendFourth(page, '203.0.113.5');
  expect(await violations(page)).toEqual([]);
  const start = page.getByRole('button', { name: t('captcha.start') });
  await start.focus();
  await page.keyboard.press('Enter');
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
  expect([...hosts]).toEqual([new URL(site.baseUrl).host]);
});

test('[R4.085] [R8.24] [R8.25] after three loads that were blocked it is said that none is needed, and the form goes on', async ({ page }) => {
  await page.context().route(/altcha-worker/, (route) => route.abort());
  await sendFourth(page, '203.0.113.7');
  for (const name of [t('captcha.start'), t('captcha.again'), t('captcha.again')]) {
    const posed = page.waitForResponse((response) => response.url().includes('/_api/captcha/puzzle'));
    await page.getByRole('button', { name }).click();
    await posed;
    await expect(page.getByText(t('captcha.working'))).toHaveCount(0);
  }
  await expect(page.getByRole('status').filter({ hasText: t('captcha.fallback') })).toBeVisible();
  await expect(thanks(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[R5.19] a password that nobody has looked at yet stays in its field while its sender shows to be a person', async ({ page, browser }) => {
    const email = `spent-${crypto.randomUUID().slice(0, 8)}@example.org`;
    const login = `${site.baseUrl}${createPaths('en-us', false).to('login_password')}`;
    const write = async (at: Page, password: string) => {
      const main = at.getByRole('main');
      await main.getByRole('textbox', { name: t('accounts.email') }).fill(email);
      await main.getByLabel(t('accounts.password'), { exact: true }).fill(password);
      await main.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await main.getByRole('button', { name: t('accounts.sign_in') }).click();
    };
    const consent = { name: 'cookie_consent', value: 'necessary', url: site.baseUrl };
    // A stranger has tried what goes without a captcha.
    const stranger = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.77' } });
    await stranger.addCookies([consent]);
    const other = await stranger.newPage();
    for (const wrong of ['Bridge-2028', 'Bridge-2029']) {
      await other.goto(login, { waitUntil: 'networkidle' });
      await write(other, wrong);
      await expect(other.getByRole('alert')).toContainText(t('api.wrong_password'));
    }
    await stranger.close();

    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.8' });
    // As where another service poses the puzzles: its hosts stand in the policy of the page and of what it is answered.
    await page.route(
      (url) => url.href.startsWith(login),
      async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        const headers = answer.headers();
        const policy = (headers['content-security-policy'] ?? '').replace("script-src 'self'", "script-src 'self' https://challenges.example.com");
        await route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': policy } });
      },
    );
    let loaded = 0;
    page.on('request', (request) => void (loaded += request.isNavigationRequest() ? 1 : 0));
    await page.context().addCookies([consent]);
    await page.goto(login, { waitUntil: 'networkidle' });
    await write(page, 'Bridge-2027');
    await expect(page.getByRole('group', { name: t('captcha.title') })).toBeVisible();
    await expect(page.getByLabel(t('accounts.password'), { exact: true })).toHaveValue('Bridge-2027');
    await expect(page.getByRole('main').getByRole('textbox', { name: t('accounts.email') })).toHaveValue(email);
    expect(await violations(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().startsWith(login));
    await page.getByRole('button', { name: t('captcha.start_first') }).click();
    expect((await sent).postData()).toMatch(/password=[0-9a-f]{64}(?:&|$)/);
    await expect(page.getByRole('alert')).toContainText(t('api.wrong_password'), { timeout: 30_000 });
    await expect(page.getByLabel(t('accounts.password'), { exact: true })).toHaveValue('');
    expect(loaded, 'the page was loaded once').toBe(1);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says what to do, and is taken when it is sent once more', async ({ page }) => {
    await sendFourth(page, '203.0.113.6');
    await expect(page.getByText(t('captcha.without_script', { submit: t('reports.submit') }))).toBeVisible();
    await page.getByRole('button', { name: t('reports.submit') }).click();
    await expect(thanks(page)).toBeVisible();
  });
});

test('[R4.075] [R8.16] a question that has to be proved is kept as it was written, and sent by what is solved', async ({ page }) => {
  const address = '203.0.113.9';
  const email = `lan-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const question = { firstname: 'Lan', email, content: 'Is there a lift?' };
  for (const number of [1, 2, 3]) {
    const values = { ...question, location: 'Paris', consent_terms: askConsentVersion, content: `Question ${number}` };
    const headers = { 'x-forwarded-for': address, origin: site.baseUrl };
    const answer = await fetch(`${site.baseUrl}/_api/listing/askQuestion`, { method: 'POST', headers, body: new URLSearchParams(values) });
    expect(answer.status).toBe(200);
  }
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  await page.goto(`${site.baseUrl}${createPaths('en-us', false).to('intent_askform')}`);
  await expect(page.locator('#ask-form[data-awake]')).toBeAttached();
  await page.getByRole('radio', { name: t('enquiries.reach_email') }).check();
  for (const [name, value] of Object.entries({ ...question, location: 'Paris' })) await page.locator(`#ask-form-${name}`).fill(value);
  await page.getByRole('checkbox', { name: t('enquiries.consent_terms') }).check();
  await page.getByRole('button', { name: t('enquiries.submit') }).click();
  await page.getByRole('button', { name: t('captcha.start') }).click();
  await expect(page.getByRole('dialog', { name: t('asking.sent_title') })).toBeVisible({ timeout: 30_000 });
});

/** Signing in on a phone: what script adds to the fields of a step is on its page as it is in the dialog of desks. */
import { agreeTip } from '#lib/features/accounts/accounts.schema.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { codeFor } from '../support/outbox.ts';
import { registerIn } from '../support/sign-in.ts';

const t = translator('en-us');
const paths = createPaths('en-us', false);
test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

test('[R4.036] [R4.037] [R5.16] [R5.18] [R5.19] somebody registers on a phone: the wait counts down, a whole code goes by itself, and the password leaves as its hash', async ({
  page,
}) => {
  const email = `narrow-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const main = page.getByRole('main');
  await page.goto(paths.to('login'), { waitUntil: 'networkidle' });
  await main.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await main.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await main.getByRole('button', { name: t('accounts.send_code') }).click();
  const again = main.getByRole('link', { name: /^Send it again in \d+ s$/ });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => codeFor(email), { message: 'a code by mail' }).toBeDefined();
  const right = codeFor(email) ?? '';
  await main.getByRole('textbox', { name: t('accounts.code') }).fill(right === '000000' ? '000001' : '000000');
  await expect(main.getByRole('alert')).toContainText(t('accounts.wrong_code'));
  // The minute is that of the code, not of the page that tells of it.
  await expect(again).toBeVisible();
  expect(await faults(page), 'a wrong code').toEqual([]);
  await page.goto(paths.to('login_again'), { waitUntil: 'networkidle' });
  await expect(main.getByRole('button', { name: /^Send it again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(paths.to('login_code'), { waitUntil: 'networkidle' });
  await main.getByRole('textbox', { name: t('accounts.code') }).fill(right);
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.new_title') })).toBeVisible();

  const rules = main.locator('[data-rule]');
  const password = main.getByLabel(t('accounts.new_password'));
  await password.fill('bridge');
  await expect(rules.nth(0)).toBeVisible();
  await expect(rules.nth(0)).not.toHaveAttribute('data-met');
  await password.fill('Bridge-2027');
  await expect(rules.nth(0)).toHaveAttribute('data-met', '');
  await expect(rules.nth(1)).toHaveAttribute('data-met', '');
  expect(await faults(page), 'a new account').toEqual([]);
  await main.getByRole('textbox', { name: t('accounts.nickname') }).fill('Lan');
  await main.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
  await main.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(paths.to('login_new')));
  await main.getByRole('button', { name: t('accounts.register') }).dblclick();
  expect((await sent).postData(), 'a password leaves the browser as its hash').toMatch(/password=[0-9a-f]{64}(?:&|$)/);
  await expect(page).not.toHaveURL(new RegExp(`${paths.to('login_new')}$`));

  // The page of whoever is signed in has asked for what is theirs.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: /^(?:uhouzz_token|access_token)$/ });
  await page.goto(paths.to('login_password'), { waitUntil: 'networkidle' });
  await main.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await main.getByLabel(t('accounts.password'), { exact: true }).fill('Bridge-2028');
  await main.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await main.getByRole('button', { name: t('accounts.sign_in') }).click();
  await expect(main.getByRole('alert')).toContainText(t('api.wrong_password'));
  await page.waitForLoadState('networkidle');
  await main.getByLabel(t('accounts.password'), { exact: true }).fill('Bridge-2027');
  const entered = page.waitForRequest((request) => request.method() === 'POST');
  await main.getByRole('button', { name: t('accounts.sign_in') }).click();
  expect((await entered).postData()).toMatch(/password=[0-9a-f]{64}(?:&|$)/);
  await expect(page).toHaveURL(new RegExp(`${paths.to('profile')}$`));
});

test('[R5.39] [R9.12] what has to be agreed to is said beside its box for a moment on a phone, too, and nothing is sent', async ({ page }) => {
  await page.goto(paths.to('login'), { waitUntil: 'networkidle' });
  const terms = page.getByRole('checkbox', { name: t('accounts.terms') });
  const tip = page.getByRole('alert').filter({ hasText: t('forms.tick') });
  let posted = 0;
  page.on('request', (request) => void (posted += request.method() === 'POST' && new URL(request.url()).pathname === paths.to('login') ? 1 : 0));
  await page.getByRole('textbox', { name: t('accounts.email') }).fill('reader@example.org');
  await page.clock.install();
  await page.getByRole('button', { name: t('accounts.send_code') }).click();
  await expect(tip).toBeVisible();
  await expect(terms).toBeFocused();
  expect(await faults(page), 'the tip').toEqual([]);
  await page.clock.runFor(agreeTip);
  await expect(tip).toHaveCount(0);
  await expect(terms).toHaveAttribute('aria-invalid', 'true');
  await terms.check();
  await expect(terms).not.toHaveAttribute('aria-invalid');
  expect(posted, 'nothing was sent').toBe(0);
});

test('[R4.080] [R5.52] [R8.29] an address is added on a phone: a wrong one is said when it is left, and the code is sent for none but a right one', async ({
  page,
}) => {
  await registerIn(page, 'Mai');
  const fresh = `fresh-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.goto(paths.to('account_contact'), { waitUntil: 'networkidle' });
  const main = page.getByRole('main');
  const [field, send] = [main.getByRole('textbox', { name: t('accounts.email') }), main.getByRole('button', { name: t('accounts.send_code') })];
  await main.getByRole('radio', { name: t('accounts.by_email') }).check();
  await expect(send).toBeDisabled();
  await field.fill('nobody@');
  await field.blur();
  await expect(main.getByRole('alert')).toHaveText(t('forms.email'));
  await expect(send).toBeDisabled();
  await field.fill(fresh);
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(main.getByRole('link', { name: /^Send it again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => codeFor(fresh), { message: 'a code by mail' }).toBeDefined();
  await main.getByRole('textbox', { name: t('accounts.code') }).fill(codeFor(fresh) ?? '');
  await expect(page).toHaveURL(new RegExp(`${paths.to('profile_account')}\\?done=`));
});

test('[R4.038] who books at a desk is asked who they are over the page of the home, and goes on to the booking', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addressOf('unit_detail', 'en-us'), { waitUntil: 'networkidle' });
  const book = page.getByRole('main').locator('a[data-login=member]').first();
  await book.click();
  await expect(page.getByRole('dialog', { name: t('accounts.login_title') })).toBeVisible();
  await page.keyboard.press('Escape');
  await registerIn(page, 'Minh');
  await page.reload({ waitUntil: 'networkidle' });
  await book.click();
  await expect(page).toHaveURL(/\/book/);
});

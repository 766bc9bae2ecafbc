/** Signing in on a desk, without leaving the page: the steps of the pages, one after another in a dialog. */
import type { Page, Request } from '@playwright/test';
import { agreeTip } from '#lib/features/accounts/accounts.schema.ts';
import { masked } from '#lib/features/accounts/contacts.rules.ts';
import { signInEnd } from '#islands/browser/sign-in-end.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { codeFor, textCodeFor } from '../support/outbox.ts';
import { registerByFormsIn, registerIn } from '../support/sign-in.ts';

const t = translator('en-us');
const paths = createPaths('en-us', false);
test.use({ viewport: { width: 1280, height: 844 } });
test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

/** The path that is asked for; where somebody wants to go stands beside it. */
const pathOf = (request: Request): string => new URL(request.url()).pathname;
const account = (page: Page) => page.getByRole('banner').getByRole('link', { name: t('accounts.account') });
const step = (page: Page, title: string) => page.getByRole('dialog', { name: title });

test('[R2.213] [R4.009] [R4.010] [R4.016] [R4.024] [R4.026] [R5.10] [R5.18] somebody new registers in the dialog, and stays where they were', async ({
  page,
}) => {
  const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.goto(paths.to('guides'));
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  await expect(entry).toBeVisible();
  expect(await faults(page), 'the first step').toEqual([]);
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await entry.getByRole('button', { name: t('accounts.send_code') }).click();
  await expect(entry.getByRole('checkbox', { name: t('accounts.terms') }), 'the agreement').toBeFocused();
  await expect(entry.getByRole('textbox', { name: t('accounts.email') })).toHaveValue(email);
  await entry.getByRole('checkbox', { name: t('accounts.terms') }).check();
  const code = step(page, t('accounts.code_title'));
  await entry.getByRole('button', { name: t('accounts.send_code') }).click();

  await expect(code.getByRole('link', { name: /^Send it again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => codeFor(email), { message: 'a code by mail' }).toBeDefined();
  const right = codeFor(email) ?? '';
  const boxes = code.getByRole('textbox', { name: t('accounts.code') });
  await expect(boxes).toBeFocused();
  // Whole, it is sent by itself.
  await boxes.fill(right === '000000' ? '000001' : '000000');
  await expect(code.getByRole('alert')).toContainText(t('accounts.wrong_code'));
  expect(await faults(page), 'a wrong code').toEqual([]);
  const fresh = step(page, t('accounts.new_title'));
  await boxes.fill(right);
  await expect(fresh).toBeVisible();

  const rules = fresh.locator('[data-rule]');
  await fresh.getByLabel(t('accounts.new_password')).fill('Bridge-2027');
  await expect(rules.nth(0)).toHaveAttribute('data-met', '');
  await expect(rules.nth(1)).toHaveAttribute('data-met', '');
  expect(await faults(page), 'a new account').toEqual([]);
  await fresh.getByRole('textbox', { name: t('accounts.nickname') }).fill('Lan');
  await fresh.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
  await fresh.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && pathOf(request) === paths.to('login_new'));
  await fresh.getByRole('button', { name: t('accounts.register') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await sent).postData(), 'a password leaves the browser as its hash').toMatch(/password=[0-9a-f]{64}/);
  await expect(page).toHaveURL(new RegExp(`${paths.to('guides')}$`));
  await expect(page.getByRole('banner').getByRole('link', { name: `${t('accounts.account')}: Lan` })).toBeVisible();
});

test('[R9.12] what has to be agreed to is said beside its box for a moment, and the box stays marked until it is ticked', async ({ page }) => {
  await page.clock.install();
  await page.goto(paths.to('guides'));
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  const terms = entry.getByRole('checkbox', { name: t('accounts.terms') });
  const tip = entry.getByRole('alert').filter({ hasText: t('forms.tick') });
  let posted = 0;
  page.on('request', (request) => void (posted += request.method() === 'POST' && new URL(request.url()).pathname === paths.to('login') ? 1 : 0));
  // Nobody has clicked twice.
  await page.clock.runFor(2_000);
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill('reader@example.org');
  await entry.getByRole('button', { name: t('accounts.send_code') }).click();
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

test('[R4.011] [R4.015] [R4.017] [R4.028] somebody signs in by password in the dialog, which Escape closes; forgotten, it leads on', async ({ page }) => {
  const { email, password } = await registerIn(page, 'Minh');
  await page.context().clearCookies({ name: /^(?:uhouzz_token|access_token)$/ });
  await page.goto(paths.to('guides'));
  await account(page).click();
  await expect(step(page, t('accounts.login_title'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(account(page), 'the focus is back').toBeFocused();

  await page.keyboard.press('Enter');
  await step(page, t('accounts.login_title'))
    .getByRole('link', { name: t('accounts.forgot') })
    .click();
  await expect(step(page, t('accounts.recovery_title'))).toBeVisible();
  expect(await faults(page), 'recovery').toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('accounts.with_code') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('accounts.with_password') })
    .click();
  const dialog = step(page, t('accounts.password_title'));
  await expect(dialog).toBeVisible();
  expect(await faults(page), 'a password').toEqual([]);
  await dialog.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(password);
  await dialog.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await dialog.getByRole('button', { name: t('accounts.sign_in') }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: `${t('accounts.account')}: Minh` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${paths.to('guides')}$`));
});

test('[R5.40] [R9.14] a second click sends nothing: neither the form it was meant for nor the one that has come meanwhile', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && pathOf(request) === paths.to('login') && sent.push(request.postData() ?? '')));
  await page.goto(paths.to('guides'));
  // As soon as an answer stands there, its button is pressed.
  await page.evaluate(() =>
    addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && target.matches('dialog [role=alert]')) document.querySelector<HTMLElement>('dialog .form [type=submit]')?.click();
    }),
  );
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  const send = entry.getByRole('button', { name: t('accounts.send_code') });
  await entry.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill('first');
  await send.dblclick();
  await expect(entry.getByRole('alert')).toBeFocused();
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill('second');
  await send.click();
  await expect.poll(() => sent.length).toBe(2);
  await expect(entry.getByRole('alert')).toContainText(t('forms.email'));
  expect(sent.map((body) => new URLSearchParams(body).get('email'))).toEqual(['first', 'second']);
});

test('a press outside closes the dialog, and selecting text that ends there does not', async ({ page }) => {
  await page.goto(paths.to('guides'));
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  const field = entry.getByRole('textbox', { name: t('accounts.email') });
  await field.fill('reader@example.org');
  const box = await field.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(field).toHaveValue('reader@example.org');
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('there is one dialog, however often it is asked for, and what was under way when it was closed does not bring it back', async ({ page }) => {
  await page.goto(paths.to('guides'));
  const link = await account(page).elementHandle();
  await link?.evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });
  const entry = step(page, t('accounts.login_title'));
  await expect(entry).toBeVisible();
  let answer = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    ({ pathname }) => pathname === paths.to('login_password'),
    async (route) => {
      await isHeld;
      await route.continue();
    },
  );
  const asked = page.waitForRequest((request) => pathOf(request) === paths.to('login_password'));
  await entry.getByRole('link', { name: t('accounts.with_password') }).click();
  const ended = page.waitForEvent('requestfailed');
  await asked;
  await page.keyboard.press('Escape');
  await ended;
  answer();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await account(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(entry).toBeVisible();
});

test('a captcha that this page has no policy for is shown by the page of its step, with what was filled in', async ({ page }) => {
  const step = paths.to('login');
  await page.route(
    ({ pathname }) => pathname === step,
    async (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      const answered = request.isNavigationRequest()
        ? `<h1>${request.postDataJSON()['redirect']}</h1>`
        : '<div class="account" data-step="x"><astro-island></astro-island></div>';
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': "default-src 'self'; script-src 'self' https://challenges.example.com" },
        body: `<!doctype html><html lang="en"><title>Step</title>${answered}</html>`,
      });
    },
  );
  await page.goto(paths.to('guides'));
  await account(page).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('accounts.email') })
    .fill('reader@example.org');
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: t('accounts.terms') })
    .check();
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('accounts.send_code') })
    .click();
  expect((await sent).postDataJSON()).toMatchObject({ email: 'reader@example.org' });
  await expect(page.getByRole('heading', { name: paths.to('guides') })).toBeVisible();
});

test('[R4.038] [R4.039] what needs a sign-in asks for it in the dialog of a desk, and hears when it was closed', async ({ page }) => {
  await page.goto(paths.to('guides'));
  const ask = () =>
    page.evaluate((end) => {
      addEventListener(end, (event) => (document.body.dataset['ended'] = String((event as CustomEvent).detail)), { once: true });
      return dispatchEvent(new CustomEvent('loftling:login', { cancelable: true }));
    }, signInEnd);
  expect(await ask(), 'the page does it').toBe(false);
  await expect(step(page, t('accounts.login_title'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).toHaveAttribute('data-ended', 'false');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await ask(), 'a phone goes to the page').toBe(true);
});

test('[R2.216] [R4.080] [R5.07] [R5.08] [R5.51] [R5.52] [R5.53] [R8.22] [R8.29] [R8.30] [R8.31] an address is given in the dialog by a code', async ({
  page,
  context,
}) => {
  await registerIn(page, 'Mai');
  const fresh = `fresh-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.goto(paths.to('profile_account'), { waitUntil: 'networkidle' });
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts.contact_title') })
    .click();
  const entry = step(page, t('accounts.contact_title'));
  const [field, send] = [entry.getByRole('textbox', { name: t('accounts.email') }), entry.getByRole('button', { name: t('accounts.send_code') })];
  await entry.getByRole('radio', { name: t('accounts.by_email') }).check();
  // Left, it is said beside the field; mended, it goes.
  await field.fill('nobody@');
  await field.blur();
  await expect(entry.getByRole('alert')).toHaveText(t('forms.email'));
  expect(await faults(page), 'a wrong address').toEqual([]);
  await field.fill(fresh);
  await expect(entry.getByRole('alert')).toHaveCount(0);
  await field.fill('');
  await expect(send, 'there is nothing to send to').toBeDisabled();
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill(fresh);
  await context.setOffline(true);
  await send.click();
  await expect(entry.getByRole('alert').filter({ hasText: t('api.offline') })).toBeVisible();
  await expect(field, 'nothing is lost').toHaveValue(fresh);
  await context.setOffline(false);
  await send.click();
  const code = step(page, t('accounts.code_title'));
  await expect(code.getByRole('link', { name: /^Send it again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => codeFor(fresh), { message: 'a code by mail' }).toBeDefined();
  await code.getByRole('textbox', { name: t('accounts.code') }).fill(codeFor(fresh) ?? '');
  // The account has an address already: another takes its place after three days.
  await expect(page).toHaveURL(new RegExp(`${paths.to('profile_account')}\\?done=later$`));
  await expect(page.getByRole('main').getByText(t('accounts.change_later'))).toBeVisible();
});

test('[R4.013] [R4.025] [R4.027] who registers with a number on a Chinese edition is asked for an address, and can go back to the password', async ({
  page,
}) => {
  const [zh, home] = [translator('zh-cn'), createPaths('zh-cn', false)];
  const number = `7400${String(Date.now()).slice(-6)}`;
  await page.goto(home.to('guides'));
  await page
    .getByRole('banner')
    .getByRole('link', { name: zh('accounts.account') })
    .click();
  const entry = step(page, zh('accounts.login_title'));
  await entry.getByRole('radio', { name: zh('accounts.by_phone') }).check();
  await entry.locator('[name="country_code"]').selectOption('GB');
  await entry.getByRole('textbox', { name: zh('accounts.phone') }).fill(number);
  await entry.getByRole('checkbox', { name: zh('accounts.terms') }).check();
  await entry.getByRole('button', { name: zh('accounts.send_code') }).click();
  await expect.poll(() => textCodeFor(`+44${number}`), { message: 'a code by message' }).toBeDefined();
  await step(page, zh('accounts.code_title'))
    .getByRole('textbox', { name: zh('accounts.code') })
    .fill(textCodeFor(`+44${number}`) ?? '');
  const fresh = step(page, zh('accounts.new_title'));
  await fresh.getByRole('checkbox', { name: zh('accounts.consent_age') }).check();
  await fresh.getByRole('checkbox', { name: zh('accounts.consent_transfer') }).check();
  await fresh.getByRole('button', { name: zh('accounts.register') }).click();
  const address = step(page, zh('accounts.contact_title'));
  await address.getByRole('link', { name: zh('accounts.back_to_password') }).click();
  const password = step(page, zh('accounts.set_password'));
  await password.getByLabel(zh('accounts.new_password')).fill('Bridge-2027');
  expect(await faults(page), 'back at the password').toEqual([]);
  await password.getByRole('button', { name: zh('accounts.set_password') }).click();
  await expect(address).toBeVisible();
  await address.getByRole('link', { name: zh('accounts.not_now') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what somebody wrote of who they are comes along when they go another way', async ({ page }) => {
  await page.goto(paths.to('guides'));
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  await entry.getByRole('radio', { name: t('accounts.by_phone') }).check();
  await entry.getByRole('textbox', { name: t('accounts.phone') }).fill('7700 900123');
  await entry.getByRole('radio', { name: t('accounts.by_email') }).check();
  await entry.getByRole('textbox', { name: t('accounts.email') }).fill('minh@example.org');
  await entry.getByRole('link', { name: t('accounts.with_password') }).click();
  const other = step(page, t('accounts.password_title'));
  await expect(other.getByRole('textbox', { name: t('accounts.email') })).toHaveValue('minh@example.org');
  await other.getByRole('radio', { name: t('accounts.by_phone') }).check();
  await expect(other.getByRole('textbox', { name: t('accounts.phone') })).toHaveValue('7700 900123');
});

test('the dialog costs at most 18 kB until it stands open, beside what browsers with passkeys load', async ({ page }) => {
  await page.addInitScript('delete globalThis.PublicKeyCredential');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await page.goto(paths.to('guides'), { waitUntil: 'networkidle' });
  let [bytes, scripts] = [0, 0];
  const kinds = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) !== 'Script') return;
    bytes += encodedDataLength;
    scripts += 1;
  });
  await account(page).click();
  await expect(step(page, t('accounts.login_title'))).toBeVisible();
  expect(scripts).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(18 * 1_024);
});

test('[R9.07] a browser that knows who signed in last asks for the password alone, and forgets them when told', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: `necessary.${consent.optional}`, url: baseURL ?? '' }]);
  const { email, password } = await registerByFormsIn(page, 'Minh');
  const signOut = async () => {
    // A page that is still open would go on asking as somebody who is not there any more.
    await page.goto('about:blank');
    await context.clearCookies({ name: /^(?:uhouzz_token|access_token)$/ });
  };
  await signOut();
  await page.goto(paths.to('guides'));
  await account(page).click();
  const entry = step(page, t('accounts.login_title'));
  await expect(entry.getByRole('heading', { name: t('accounts.known_title', { called: masked({ kind: 'email', address: email }) }) })).toBeVisible();
  expect(await faults(page), 'the first step').toEqual([]);
  const known = entry.locator('form#known-password');
  await known.getByLabel(t('accounts.password'), { exact: true }).fill(password);
  await known.getByRole('button', { name: t('accounts.sign_in') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: `${t('accounts.account')}: Minh` })).toBeVisible();

  await signOut();
  await page.goto(paths.to('login'));
  await page.getByRole('link', { name: t('accounts.known_not_you') }).click();
  await page.getByRole('button', { name: t('accounts.known_forget') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('accounts.login_title') })).toBeVisible();
  await expect(page.locator('form#known-password')).toHaveCount(0);
});

/** Making an account, looking after it and coming back to it, as readers do: with script and without. */
import { expect as poll } from '@playwright/test';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { journeyLocales } from '../support/matrix.ts';
import { codeFor } from '../support/outbox.ts';
import { registerIn } from '../support/sign-in.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390, javaScriptEnabled: false })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280, javaScriptEnabled: true })),
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });

    test('[R2.120] [R2.124] [R2.133] [R2.134] [R2.135] [R2.136] [R2.147] [R2.151] [R2.152] [R4.039] somebody who wants to their profile makes an account on the way, and finds it again', async ({
      page,
      baseURL,
    }) => {
      const url = baseURL ?? '';
      const t = translator(locale);
      const paths = createPaths(locale, false);
      const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`;
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const send = (name: string) => main.getByRole('button', { name, exact: true }).click();

      await page.goto(paths.to('profile_setting'));
      await expect(page).toHaveURL(/\/users\/login\?redirect=/);
      expect(await faults(page), 'signing in').toEqual([]);
      await page.getByRole('radio', { name: t('accounts.by_email') }).check();
      const field = page.getByRole('textbox', { name: t('accounts.email') });
      await field.fill(email);
      await send(t('accounts.send_code'));
      // With script it is said beside the box, without by the page that comes back.
      if (javaScriptEnabled) await expect(page.getByRole('checkbox', { name: t('accounts.terms') })).toBeFocused();
      else await expect(page.getByRole('alert')).toBeFocused();
      await expect(field).toHaveValue(email);
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await send(t('accounts.send_code'));
      await expect(page).toHaveURL(new RegExp(`${paths.to('login_code')}$`));
      await poll.poll(() => codeFor(email), { message: 'a code by mail' }).toBeDefined();
      const code = codeFor(email) ?? '';
      // With script a whole code is sent by itself.
      const enter = async (given: string) => {
        await page.getByRole('textbox', { name: t('accounts.code') }).fill(given);
        if (!javaScriptEnabled) await send(t('accounts.go_on'));
      };
      await page.waitForLoadState('networkidle');
      await enter(code === '000000' ? '000001' : '000000');
      await expect(page.getByRole('alert')).toContainText(t('accounts.wrong_code'));
      expect(await faults(page), 'a wrong code').toEqual([]);
      await page.waitForLoadState('networkidle');
      await enter(code);

      await expect(page.getByRole('heading', { level: 1, name: t('accounts.new_title') })).toBeVisible();
      expect(await faults(page), 'a new account').toEqual([]);
      await page.getByRole('textbox', { name: t('accounts.nickname') }).fill('<b>Lan</b>');
      await page.getByLabel(t('accounts.new_password')).fill('Bridge-2027');
      await page.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
      await page.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
      await send(t('accounts.register'));

      // Back where they wanted to.
      await expect(page).toHaveURL(new RegExp(`${paths.to('profile_setting')}$`));
      await expect(page.getByRole('textbox', { name: t('accounts.nickname') })).toHaveValue('<b>Lan</b>');
      for (const name of [
        'profile_setting',
        'profile',
        'uv_center',
        'profile_account',
        'profile_messages',
        'account_export',
        'account_contact',
        'account_password',
        'account_consents',
        'account_devices',
        'account_erase',
        'logout',
      ] as const) {
        expect((await page.goto(paths.to(name)))?.status(), name).toBe(200);
        expect(await faults(page), name).toEqual([]);
        expect(await page.locator('main b').filter({ hasText: 'Lan' }).count(), 'what a person calls themselves is text').toBe(0);
      }
      // Whatever belongs to the account is one step away, also before there is any of it.
      await page.goto(paths.to('profile'));
      const nav = page.getByRole('navigation', { name: t('overview.rail') });
      await nav.locator('summary').click();
      const entries = await nav.locator('a:visible').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      for (const name of ['profile_order/rentalOrder', 'profile_activity', 'profile_apply-information', 'profile_messages'] as const)
        expect(entries).toContain(paths.to(name));
      expect(new Set(entries).size).toBe(entries.length);
      for (const entry of entries) expect((await page.request.get(entry, { maxRedirects: 0 })).status(), entry).toBe(200);

      await page.goto(paths.to('login'));
      await expect(page, 'who is signed in goes on').toHaveURL(new RegExp(`${paths.to('profile')}$`));

      await page.goto(paths.to('logout'));
      await send(t('accounts.sign_out'));
      await page.goto(paths.to('profile'));
      await expect(page).toHaveURL(/\/users\/login\?/);
      await main.getByRole('link', { name: t('accounts.with_password') }).click();
      await page.getByRole('radio', { name: t('accounts.by_email') }).check();
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(email);
      await page.getByLabel(t('accounts.password'), { exact: true }).fill('Bridge-2028');
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await send(t('accounts.sign_in'));
      await expect(page.getByRole('alert')).toContainText(t('api.wrong_password'));
      await expect(page.getByLabel(t('accounts.password'), { exact: true })).toHaveValue('');
      await page.getByLabel(t('accounts.password'), { exact: true }).fill('Bridge-2027');
      await send(t('accounts.sign_in'));
      await expect(page).toHaveURL(new RegExp(`${paths.to('profile')}$`));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>Lan</b>');
    });
  });
}

test('a page of accounts without what it needs says what to do, in every language', async ({ page }) => {
  for (const locale of locales) {
    const [t, paths] = [translator(locale), createPaths(locale, false)];
    for (const name of ['login_code', 'login_again', 'login_new', 'reset_new'] as const) {
      await page.goto(paths.to(name));
      await expect(page.getByRole('main').getByText(t('accounts.gone'))).toBeVisible();
    }
  }
});

test('[R2.215] [R3.59] names are checked in a dialog on desks: it asks for name and number, says what is wrong, and what was found stands on the page', async ({
  page,
  baseURL,
}) => {
  const t = translator('zh-cn');
  const paths = createPaths('zh-cn', false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
  await registerIn(page, 'Mai', { hasName: false });
  await page.goto(paths.to('profile_account'), { waitUntil: 'networkidle' });
  await page
    .getByRole('main')
    .getByRole('link', { name: t('realname.title') })
    .click();
  const panel = page.getByRole('dialog', { name: t('realname.title') });
  const send = panel.getByRole('button', { name: t('realname.send') });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('textbox')).toHaveCount(2);
  await panel.getByRole('textbox', { name: t('realname.name') }).fill('王小明');
  await panel.getByRole('textbox', { name: t('realname.number') }).fill('110105194912310021');
  await panel.getByRole('checkbox', { name: t('realname.consent') }).check();
  // Sending it solves the captcha first.
  await send.click();
  await expect(panel.getByRole('alert').first()).toContainText(t('realname.bad_number'), { timeout: 30_000 });
  expect(await faults(page), 'a number that cannot be').toEqual([]);
  await panel.getByRole('textbox', { name: t('realname.number') }).fill('11010519491231002X');
  const found = page.getByRole('main').getByText(t('realname.well_formed'));
  await send.click();
  await expect(found).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(new RegExp(`${paths.to('account_realname')}\\?done=1$`));
});

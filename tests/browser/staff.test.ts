/** Staff: made by command, come in with password and one-time code, look after somebody's account. Without script, on a phone and a desk. */
import { Secret, TOTP } from 'otpauth';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { ticketFor } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number }[] = [
  { locale: 'vi-vn', width: 390 },
  { locale: 'zh-cn', width: 1280 },
];

for (const { locale, width } of readers) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test('[R1.02] a member of staff comes in, finds nobody, finds the audit log, signs out, and is asked for all three again', async ({ page, baseURL }) => {
      const url = baseURL ?? '';
      const t = translator(locale);
      const paths = createPaths(locale, false);
      const email = `staff-${crypto.randomUUID().slice(0, 8)}@example.org`;
      const main = page.getByRole('main');
      const send = (name: string) => main.getByRole('button', { name, exact: true }).click();

      await page.goto(paths.to('staff_people'));
      await expect(page).toHaveURL(/\/staff\/login\?redirect=/);
      expect(await faults(page), 'signing in').toEqual([]);

      const link = `${paths.to('staff_enrol')}${ticketFor(email, url)}`;
      await page.goto(link);
      await expect(main.locator('.secret')).toHaveCount(0);
      expect(await faults(page), 'a link').toEqual([]);
      await send(t('staff.take_link'));
      const secret = (await main.locator('.secret').innerText()).replaceAll(/\s/g, '');
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      expect(await faults(page), 'coming in').toEqual([]);
      await page.getByLabel(t('accounts.new_password')).fill('Harbour-2031');
      await page.getByRole('textbox', { name: t('staff.code') }).fill('12345');
      await send(t('staff.enrol'));
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByLabel(t('accounts.new_password')).fill('Harbour-2031');
      await page.getByRole('textbox', { name: t('staff.code') }).fill(totp.generate());
      await send(t('staff.enrol'));
      await expect(page.getByRole('heading', { level: 1, name: /Ann Lee/ })).toBeVisible();
      expect(await faults(page), 'overview').toEqual([]);

      await page
        .getByRole('link', { name: t('staff.people'), exact: true })
        .first()
        .click();
      await page.getByRole('textbox', { name: t('staff.who') }).fill(`no-${email}`);
      await send(t('staff.find'));
      await expect(page.getByRole('alert')).toContainText(t('staff.nobody_found'));
      expect(await faults(page), 'people').toEqual([]);
      await page
        .getByRole('link', { name: t('staff.audit'), exact: true })
        .first()
        .click();
      await expect(main.getByRole('row').filter({ hasText: 'signed in' })).not.toHaveCount(0);
      expect(await faults(page), 'audit log').toEqual([]);

      await page.getByRole('link', { name: t('accounts.sign_out') }).click();
      await send(t('accounts.sign_out'));
      await expect(page.getByRole('heading', { level: 1, name: t('staff.login_title') })).toBeVisible();
      // The code they came in with counts once, right as it still is.
      await page.getByRole('textbox', { name: t('staff.email') }).fill(email);
      await page.getByLabel(t('accounts.password')).fill('Harbour-2031');
      await page.getByRole('textbox', { name: t('staff.code') }).fill(totp.generate({ timestamp: Date.now() - 60_000 }));
      await send(t('accounts.sign_in'));
      await expect(page.getByRole('alert')).toContainText(t('staff.wrong'));
      await expect(page.getByRole('textbox', { name: t('staff.email') })).toHaveValue(email);
    });
  });
}

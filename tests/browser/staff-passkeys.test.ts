/** Staff and their passkeys, at a site of their own, because passkeys belong to a name and port. On a phone and a desk. */
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { enterCode } from '../support/enter-code.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { freePort } from '../support/free-port.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';
import { staffCommand, staffName, ticketFor } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number }[] = [
  { locale: 'vi-vn', width: 390 },
  { locale: 'zh-hk', width: 1280 },
];
const password = 'Harbour-2031';

// One site for all.
test.describe.configure({ mode: 'default' });
let site: Site;
let origin = '';
test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = await startSite({ PORT: String(port), SITE_URL: origin, RATE_LIMIT_FACTOR: '10' });
});
test.afterAll(async () => void (await site.stop()));

/** A device with keys and a finger for them, which confirms as soon as it is asked. */
async function addDevice(page: Page): Promise<(isPresent: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  return async (isPresent) => void (await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent }));
}

/** Has the ten minutes pass for which somebody need not show again that it is them, and codes be new ones. */
async function letTimePass(): Promise<void> {
  const database = await openDatabase(readConfig({ ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '' }), 'beside');
  await database.db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(0) })
    .execute();
  await database.db.updateTable('staff_members').set({ totp_step: 0n }).execute();
  await database.close();
}

for (const { locale, width } of readers) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('[R1.02] a member of staff adds a passkey, signs out, signs in with it, names it and removes it', async ({ page, browser }) => {
      const t = translator(locale);
      const paths = createPaths(locale, false);
      const at = (path: string) => `${origin}${path}`;
      const main = page.getByRole('main');
      const press = (name: string) => main.getByRole('button', { name, exact: true }).press('Enter');
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: origin }]);
      const answersItself = await addDevice(page);

      const email = `staff-${crypto.randomUUID().slice(0, 8)}@example.org`;
      await page.goto(at(`${paths.to('staff_enrol')}${ticketFor(email, origin, site.dataDir)}`));
      await press(t('staff.take_link'));
      const secret = Secret.fromBase32((await main.locator('.secret').innerText()).replaceAll(/\s/g, ''));
      await page.getByLabel(t('accounts.new_password')).fill(password);
      await enterCode(page, t, new TOTP({ secret }).generate(), { field: 'staff.code', button: 'staff.enrol' });
      const overview = page.getByRole('heading', { level: 1, name: new RegExp(staffName) });
      await expect(overview).toBeVisible();

      await page
        .getByRole('link', { name: t('staff.security'), exact: true })
        .first()
        .press('Enter');
      await expect(main.getByText(t('accounts.passkey_none'))).toBeVisible();
      await expect(main.getByRole('button', { name: t('staff.passkey_add') })).toBeVisible();
      expect(await faults(page), 'no passkey yet').toEqual([]);
      await press(t('staff.passkey_add'));
      await expect(page.getByRole('status')).toHaveText(t('staff.passkey_added'));
      expect(await faults(page), 'a passkey').toEqual([]);
      expect(staffCommand(['list'], origin, site.dataDir)).toMatch(new RegExp(`<${email}>, since \\S+, password and code or a passkey$`, 'm'));

      await main.getByRole('link', { name: t('staff.passkey_rename') }).press('Enter');
      const name = main.getByRole('textbox', { name: t('staff.passkey_name') });
      await name.fill('');
      await press(t('staff.passkey_rename'));
      await expect(page.getByRole('alert').first()).toBeVisible();
      expect(await faults(page), 'no name').toEqual([]);
      await name.fill('Key on the ring');
      await press(t('staff.passkey_rename'));
      await expect(page.getByRole('status')).toHaveText(t('staff.passkey_renamed'));
      await expect(main.getByRole('listitem')).toContainText('Key on the ring');

      await page.goto(at(paths.to('staff_logout')));
      // What the browser offers in the field of the address would be taken at once.
      await answersItself(false);
      await press(t('accounts.sign_out'));
      await expect(page.getByRole('heading', { level: 1, name: t('staff.login_title') })).toBeVisible();
      await page.goto(at(paths.to('staff_security')));
      await expect(page).toHaveURL(/\/staff\/login\?redirect=/);
      await expect(main.getByRole('button', { name: t('accounts.passkey_use') })).toBeVisible();
      expect(await faults(page), 'signing in').toEqual([]);
      await expect(page.getByRole('textbox', { name: t('staff.email') }), 'the browser offers it there').toHaveAttribute('autocomplete', 'username webauthn');
      await answersItself(true);
      await press(t('accounts.passkey_use'));
      await expect(page).toHaveURL(at(paths.to('staff_security')));

      // On the page the browser offers it in the field, and a device that is ready answers: nobody pressed anything.
      await page.goto(at(paths.to('staff_logout')));
      await press(t('accounts.sign_out'));
      await expect(page).toHaveURL(at(paths.to('staff')));
      await page.goto(at(paths.to('staff_security')));

      await letTimePass();
      const remove = main.getByRole('link', { name: t('staff.passkey_remove_name', { name: 'Key on the ring' }) });
      await remove.press('Enter');
      await expect(main.getByRole('button', { name: t('accounts.remove') })).toHaveCount(0);
      expect(await faults(page), 'removing, not proved').toEqual([]);
      await expect(page.getByRole('heading', { level: 1, name: t('staff.prove_title') })).toBeVisible();
      await expect(main.getByRole('button', { name: t('staff.prove_passkey') })).toBeVisible();
      expect(await faults(page), 'to be proved').toEqual([]);
      await press(t('staff.prove_passkey'));
      // Back to what was to be done.
      await expect(page.getByRole('heading', { level: 1, name: t('staff.passkey_remove_title') })).toBeVisible();
      expect(await faults(page), 'removing').toEqual([]);
      await press(t('accounts.remove'));
      await expect(page.getByRole('status')).toHaveText(t('accounts.passkey_removed'));
      await expect(main.getByText(t('accounts.passkey_none'))).toBeVisible();

      // What the device keeps opens nothing any more, and says so.
      await page.goto(at(paths.to('staff_logout')));
      await answersItself(false);
      await press(t('accounts.sign_out'));
      await expect(page.getByRole('heading', { level: 1, name: t('staff.login_title') })).toBeVisible();
      await answersItself(true);
      await press(t('accounts.passkey_use'));
      await expect(main.getByRole('alert').filter({ hasText: t('accounts.passkey_failed') })).toBeVisible();
      expect(await faults(page), 'refused').toEqual([]);

      // Without script password and code go on, and the page says what is missing.
      const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 } });
      const bare = await plain.newPage();
      await bare.goto(at(paths.to('staff_login')));
      await expect(bare.getByRole('button', { name: t('accounts.passkey_use') })).toBeHidden();
      await expect(bare.getByText(t('staff.passkey_script'))).toBeVisible();
      await bare.getByRole('textbox', { name: t('staff.email') }).fill(email);
      await bare.getByLabel(t('accounts.password')).fill(password);
      await bare.getByRole('textbox', { name: t('staff.code') }).fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
      await bare
        .getByRole('main')
        .getByRole('button', { name: t('accounts.sign_in'), exact: true })
        .press('Enter');
      await expect(bare.getByRole('heading', { level: 1, name: new RegExp(staffName) })).toBeVisible();
      await letTimePass();
      await bare.goto(at(paths.to('staff_security')));
      await bare.getByRole('textbox', { name: t('staff.code') }).fill(new TOTP({ secret }).generate());
      await bare
        .getByRole('main')
        .getByRole('button', { name: t('staff.prove'), exact: true })
        .press('Enter');
      await expect(bare.getByRole('status')).toHaveText(t('staff.proved'));
      expect(await faults(bare), 'security without script').toEqual([]);
      await plain.close();
    });
  });
}

/** Ways in beside codes and passwords, at a site of their own: passkeys belong to a name and port, and third parties to settings. */
import type { Page } from '@playwright/test';
import { expect as poll } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { enterCode } from '../support/enter-code.ts';
import { expect, test } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { codeFor } from '../support/outbox.ts';
import { startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

const [t, paths] = [translator('en-us'), createPaths('en-us', false)];
// Nobody is asked there.
const google = { SERVER_REGION: 'gb', GOOGLE_CLIENT_ID: 'loftling.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'secret' };
// One site for all.
test.describe.configure({ mode: 'default' });
let site: Site;
let origin = '';
test.beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  site = await startSite({ PORT: String(port), SITE_URL: origin, RATE_LIMIT_FACTOR: '10', ...google });
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

test('somebody makes a passkey, signs in with it without a code, and takes it away', async ({ page }) => {
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: origin }]);
  const answersItself = await addDevice(page);
  // What the browser offers in the field of the address would be taken at once.
  await answersItself(false);
  const email = `passkey-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  await page.goto(`${origin}${paths.to('login')}`);
  await page.getByRole('radio', { name: t('accounts.by_email') }).check();
  await main.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await press(t('accounts.send_code'));
  await expect(page).toHaveURL(new RegExp(`${paths.to('login_code')}$`));
  await poll.poll(() => codeFor(email, site.dataDir), { message: 'a code by mail' }).toBeDefined();
  await enterCode(page, t, codeFor(email, site.dataDir) ?? '');
  await page.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
  await page.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
  await press(t('accounts.register'));
  await expect(page).toHaveURL(/\/profile/);

  await answersItself(true);
  await page.goto(`${origin}${paths.to('account_passkeys')}`);
  await press(t('accounts.passkey_add'));
  await expect(main.getByText(t('accounts.passkey_added'))).toBeVisible();

  const signOut = async () => {
    // What the page tells the account of this device would come too late.
    await page.goto(`${origin}${paths.to('logout')}`, { waitUntil: 'networkidle' });
    await answersItself(false);
    await press(t('accounts.sign_out'));
    await expect(page).toHaveURL(`${origin}${paths.to('index')}`);
  };
  await signOut();
  // In the dialog of a desk the reader stays where they were.
  await page.goto(`${origin}${paths.to('guides')}`);
  const account = page.getByRole('banner').getByRole('link', { name: t('accounts.account') });
  // The button, where the browser offers nothing in the field.
  await page.evaluate(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false }));
  await account.click();
  const use = page.getByRole('dialog').getByRole('button', { name: t('accounts.passkey_use') });
  await expect(use).toBeVisible();
  await answersItself(true);
  await use.click();
  await expect(account).toHaveClass(/signed-in/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${origin}${paths.to('guides')}`);

  await signOut();
  // On the page the browser offers it in the field, and a device that is ready answers.
  await answersItself(true);
  await page.goto(`${origin}${paths.to('login')}?redirect=${encodeURIComponent(paths.to('account_passkeys'))}`);
  await expect(page).toHaveURL(`${origin}${paths.to('account_passkeys')}`);

  await main.getByRole('listitem').getByRole('button').click();
  await expect(main.getByText(t('accounts.passkey_removed'))).toBeVisible();
  await expect(main.getByText(t('accounts.passkey_none'))).toBeVisible();
});

test('what the browser could not offer by itself is told to nobody, and the button still works', async ({ page }) => {
  const answersItself = await addDevice(page);
  await answersItself(true);
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true });
    navigator.credentials.get = async ({ mediation } = {}) => {
      sessionStorage.setItem('asked', `${sessionStorage.getItem('asked') ?? ''}${mediation ?? 'pressed'} `);
      throw new DOMException('', 'NotReadableError');
    };
  });
  await page.goto(`${origin}${paths.to('login')}`);
  const asked = () => page.evaluate(() => sessionStorage.getItem('asked'));
  await poll.poll(asked).toBe('conditional ');
  const told = page.getByText(t('accounts.passkey_failed'));
  await expect(told).toHaveCount(0);
  // Who presses is told.
  await page.getByRole('button', { name: t('accounts.passkey_use') }).click();
  await expect(told).toBeVisible();
  expect(await asked()).toBe('conditional pressed ');
});

test('[R6.19] a third party in the dialog of a desk leads to the page that may send there, and back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: origin }]);
  await page.goto(`${origin}${paths.to('guides')}`);
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('accounts.account') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('accounts.with_google') })
    .click();
  await expect(page).toHaveURL(`${origin}${paths.to('login_with', { provider: 'google' })}?redirect=${encodeURIComponent(paths.to('guides'))}`);
  const form = page.getByRole('main').locator('form', { has: page.getByRole('button', { name: t('accounts.with_google') }) });
  await expect(form.locator('[name=redirect]')).toHaveValue(paths.to('guides'));
});

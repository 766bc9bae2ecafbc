/** Pages are the same for everyone; who is signed in comes by script, to those alone who are. */
import { signedInKey } from '#islands/browser/kept-keys.ts';
import { markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';

const t = translator('en-us');
const paths = createPaths('en-us', false);
test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: consent.cookie, value: 'necessary', url: baseURL ?? '' }]);
});

test('nobody who is not signed in asks who they are', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto(addressOf('new_list2', 'en-us'), { waitUntil: 'networkidle' });
  expect(asked.filter((url) => /_buserApi|signed-in/.test(url))).toEqual([]);
});

test('[R2.193] [R9.04] the header names who is signed in where the account was, asks once, and opens their menu', async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 844 });
  await registerIn(page, 'Élodie <b>');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto(addressOf('new_list2', 'en-us'));
  const account = page.getByRole('banner').getByRole('link', { name: `${t('accounts.account')}: Élodie <b>` });
  await expect(account).toHaveText(/^É/);
  const box = await account.boundingBox();
  expect([box?.width, box?.height], 'the room of the picture').toEqual([44, 44]);
  await page.goto(paths.to('guides'));
  await expect(account).toBeVisible();
  expect(asked.filter((url) => url.includes('_buserApi/session')).length).toBe(1);

  await account.click();
  const menu = page.getByRole('dialog', { name: t('accounts.account') });
  await expect(menu.getByRole('link', { name: t('accounts.devices_title') })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  const other = await context.newPage();
  await other.goto(paths.to('guides'));
  await expect(other.getByRole('banner').getByRole('link', { name: /Élodie/ })).toBeVisible();
  await page.getByRole('button', { name: /Élodie/ }).click();
  await menu.getByRole('button', { name: t('accounts.sign_out') }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.to('index')}$`));
  for (const one of [page, other])
    await expect(one.getByRole('banner').getByRole('link', { name: t('accounts.account'), exact: true }), 'signed out in every tab').toBeVisible();
});

test('a name does not stay on a page that comes back, nor in the tab, after its session has ended', async ({ page, context }) => {
  // As in browsers that tell pages nothing of cookies.
  await page.addInitScript('delete globalThis.cookieStore');
  await page.setViewportSize({ width: 1280, height: 844 });
  await registerIn(page, 'Minh');
  const kept = () => page.evaluate((key) => sessionStorage.getItem(key), signedInKey);
  const account = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  // What the page tells the account of this device would come too late.
  await page.goto(paths.to('guides'), { waitUntil: 'networkidle' });
  await expect(account(`${t('accounts.account')}: Minh`)).toBeVisible();
  const mark = (await context.cookies()).filter(({ name }) => name === markerCookie);
  await context.clearCookies({ name: markerCookie });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(account(t('accounts.account'))).toBeVisible();
  expect(await kept()).toBeNull();

  await context.addCookies(mark);
  await page.reload({ waitUntil: 'networkidle' });
  await expect(account(`${t('accounts.account')}: Minh`)).toBeVisible();
  await context.clearCookies({ name: markerCookie });
  await page.goto(paths.to('guides'));
  await expect.poll(kept).toBeNull();
});

test('[R2.196] the menu of a phone names who is signed in, and lets them sign out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.to('guides'));
  const menu = page.getByRole('dialog', { name: t('chrome.menu') });
  const open = () => page.getByRole('button', { name: t('chrome.menu') }).click();
  await open();
  await expect(menu.getByRole('link', { name: t('accounts.sign_out') })).toBeHidden();
  await registerIn(page, 'Lan');
  await page.goto(paths.to('guides'));
  await open();
  await expect(menu.getByRole('link', { name: 'Lan' })).toHaveAttribute('href', paths.to('profile'));
  await menu.getByRole('link', { name: t('accounts.sign_out') }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.to('logout')}$`));
});

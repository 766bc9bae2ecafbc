/** The home somebody liked in a café is there on their phone tonight. */
import { expect as poll } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { enterCode } from '../support/enter-code.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { codeFor } from '../support/outbox.ts';
import { registerIn } from '../support/sign-in.ts';

test('[R2.163] hearts of before signing in are on the account, on its page and on another device', async ({ page, browser, baseURL }) => {
  const url = baseURL ?? '';
  const t = translator('en-us');
  const paths = createPaths('en-us', false);
  const email = `hearts-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
  await page.goto(addressOf('new_list2', 'en-us'));
  const heart = page.locator('main [data-keep="favourite"]').first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const id = (await heart.getAttribute('data-home')) ?? '';

  await page.goto(paths.to('profile_favourites'));
  const main = page.getByRole('main');
  const send = (name: string) => main.getByRole('button', { name, exact: true }).click();
  await page.getByRole('radio', { name: t('accounts.by_email') }).check();
  await page.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await send(t('accounts.send_code'));
  await poll.poll(() => codeFor(email), { message: 'a code by mail' }).toBeDefined();
  await enterCode(page, t, codeFor(email) ?? '');
  await page.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
  await page.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
  await send(t('accounts.register'));

  // The page hears of this device's heart by itself.
  const items = page.locator('.favourite');
  await expect(items).toHaveCount(1);
  expect(await faults(page), 'a page with a home').toEqual([]);
  await items.locator('summary').last().click();
  await page.getByLabel(t('shortlist.note'), { exact: true }).fill('Near the park');
  await send(t('shortlist.note_save'));
  await expect(items.locator('.note')).toHaveText('Near the park');

  const phone = await browser.newContext({ baseURL: url });
  await phone.addCookies((await page.context().cookies()).filter(({ name }) => ['uhouzz_token', 'access_token', 'cookie_consent'].includes(name)));
  const there = await phone.newPage();
  await there.goto(addressOf('new_list2', 'en-us'));
  const same = there.locator(`main [data-keep="favourite"][data-home="${id}"]`);
  await expect(same).toHaveAttribute('aria-pressed', 'true');
  const told = there.waitForResponse((answer) => answer.url().includes('/favorites/merge'));
  await same.click();
  await told;
  await page.reload();
  await expect(items).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t('kept.empty_title') })).toBeVisible();
  await phone.close();
});

test('signing in on the page of saved homes fills it with those of the account', async ({ page, baseURL }) => {
  const t = translator('en-us');
  const paths = createPaths('en-us', false);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
  const { email, password } = await registerIn(page, 'Minh');
  await page.goto(addressOf('new_list2', 'en-us'));
  const heart = page.locator('main [data-keep="favourite"]').first();
  const home = await heart.getAttribute('data-home');
  await heart.click();
  const onAccount = async (): Promise<string> => (await page.request.get(paths.to('profile_favourites'))).text();
  await expect.poll(onAccount).toMatch(new RegExp(`data-home="?${home}\\b`));
  // Where no script of ours runs: nothing is told to the account while its cookies go.
  await page.goto('/robots.txt');
  await page.context().clearCookies({ name: /^(?:uhouzz_token|access_token)$/ });
  // Something is kept here, but no home.
  await page.evaluate(() => localStorage.setItem('kept', '{"v":1,"language":"en-us"}'));
  await page.goto(paths.to('favourites'));
  const empty = page.getByRole('heading', { name: t('kept.empty_title') });
  await expect(empty).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('accounts.account') })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('accounts.with_password') })
    .click();
  // The step before has a field for an address, too.
  const dialog = page.getByRole('dialog', { name: t('accounts.password_title') });
  await dialog.getByRole('textbox', { name: t('accounts.email') }).fill(email);
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(password);
  await dialog.getByRole('checkbox', { name: t('accounts.terms') }).check();
  await dialog.getByRole('button', { name: t('accounts.sign_in') }).click();
  await expect(page.locator('[data-saved-homes] [data-shortlist] [data-keep="favourite"]')).toHaveCount(1);
  await expect(empty).toBeHidden();
});

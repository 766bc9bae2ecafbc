/**
 * Journeys of accounts that end elsewhere than they began: by phone and lost password, in two tabs, with a session that ends on the way,
 * and in browsers that keep neither cookies nor anything else. On a phone and on a desk, in every language.
 */
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { keptKey } from '#islands/browser/kept-keys.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { enterCode } from '../support/enter-code.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { journeyLocales } from '../support/matrix.ts';
import { codeFor, textCodeFor } from '../support/outbox.ts';
import { registerIn } from '../support/sign-in.ts';

const readers: readonly { readonly locale: Locale; readonly width: number }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390 })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280 })),
];

for (const { locale, width } of readers) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });
    const [t, paths] = [translator(locale), createPaths(locale, false)];
    const main = (page: Page) => page.getByRole('main');
    const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();
    const at = (page: Page, path: string) => expect(page).toHaveURL(new RegExp(`${path}(?:$|[?])`));
    test.beforeEach(async ({ context, baseURL }) => {
      await context.addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
    });

    /** Fills in the page that asks who somebody is. */
    async function tellPhone(page: Page, phone: string): Promise<void> {
      await page.getByRole('radio', { name: t('accounts.by_phone') }).check();
      await page.getByRole('combobox').and(page.locator('[name=country_code]')).selectOption('GB');
      await page.getByRole('textbox', { name: t('accounts.phone') }).fill(phone);
    }
    async function tellEmail(page: Page, email: string): Promise<void> {
      await page.getByRole('radio', { name: t('accounts.by_email') }).check();
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(email);
    }
    async function enterPassword(page: Page, { email, password }: { readonly email: string; readonly password: string }): Promise<void> {
      await tellEmail(page, email);
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await press(page, t('accounts.sign_in'));
    }
    /** The code that comes after `before`, filled in. */
    async function enterNewCode(page: Page, codeNow: () => string | undefined, before?: string): Promise<void> {
      await expect.poll(codeNow, { message: 'a code' }).not.toBe(before);
      await enterCode(page, t, codeNow() ?? '');
    }

    test('[R2.121] [R2.122] [R4.015] [R4.023] [R4.028] somebody registers by phone, adds an address, forgets the password and sets a new one by it', async ({
      page,
    }) => {
      const rest = String(randomInt(900_000) + 100_000);
      const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.org`;
      /** Addresses, which histories, logs and other sites keep. */
      const asked: string[] = [];
      const codes = new Set<string>();
      const heard = (code: string | undefined): string | undefined => {
        if (code !== undefined) codes.add(code);
        return code;
      };
      page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
      await page.goto(paths.to('reg_mobile'));
      // As it is copied from a letter, in digits of another width.
      await tellPhone(page, `+44 (0)7700 ${rest.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit)))}`);
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await press(page, t('accounts.send_code'));
      await at(page, paths.to('login_code'));
      await enterNewCode(page, () => heard(textCodeFor(`+447700${rest}`)));
      await page.getByRole('textbox', { name: t('accounts.nickname') }).fill('Lan');
      await page.getByLabel(t('accounts.new_password')).fill('Bridge-2027');
      await page.getByRole('checkbox', { name: t('accounts.consent_age') }).check();
      await page.getByRole('checkbox', { name: t('accounts.consent_transfer') }).check();
      await press(page, t('accounts.register'));
      await expect(page).toHaveURL(/\/profile/);

      await page.goto(paths.to('account_contact'));
      await tellEmail(page, email);
      await press(page, t('accounts.send_code'));
      await enterNewCode(page, () => heard(codeFor(email)));
      await expect(main(page).getByText(t('accounts.contact_was_set'))).toBeVisible();

      await page.goto(paths.to('logout'));
      await press(page, t('accounts.sign_out'));
      await at(page, paths.to('index'));
      await page.goto(paths.to('reset_password'));
      const former = codeFor(email);
      await tellEmail(page, email);
      await press(page, t('accounts.send_code'));
      await at(page, paths.to('login_code'));
      await enterNewCode(page, () => heard(codeFor(email)), former);
      await page.getByLabel(t('accounts.new_password')).fill('Harbour-2031');
      await press(page, t('accounts.set_password'));
      await at(page, paths.to('login_password'));
      await enterPassword(page, { email, password: 'Harbour-2031' });
      await at(page, paths.to('profile'));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Lan');
      const token = (await page.context().cookies()).find(({ name }) => name === 'uhouzz_token')?.value ?? '';
      const secrets = [`7700${rest}`, `7700%20${rest}`, email, email.replace('@', '%40'), 'Bridge-2027', 'Harbour-2031', token];
      expect([codes.size, secrets.includes(''), asked.length > 20]).toEqual([3, false, true]);
      const told = (address: string): boolean =>
        secrets.some((secret) => address.includes(secret)) || [...codes].some((code) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(address));
      expect(asked.filter(told)).toEqual([]);
    });

    test('a form whose writer was signed out in another tab meanwhile is there again after signing in, and is sent once more by them', async ({
      page,
      context,
    }) => {
      const person = await registerIn(page, 'Lan');
      await page.goto(paths.to('profile_setting'));
      await page.getByRole('textbox', { name: t('accounts.nickname') }).fill('Lan of Leeds');
      // What each page asks by itself for who is signed in would be refused afterwards.
      await page.waitForLoadState('networkidle');
      const other = await context.newPage();
      await other.goto(paths.to('logout'), { waitUntil: 'networkidle' });
      await press(other, t('accounts.sign_out'));
      await at(other, paths.to('index'));

      await press(page, t('accounts.save'));
      await at(page, paths.to('login'));
      await expect(main(page).getByText(t('accounts.login_kept'))).toBeVisible();
      await main(page)
        .getByRole('link', { name: t('accounts.with_password') })
        .click();
      await enterPassword(page, person);
      await at(page, paths.to('profile_setting'));
      await expect(page.getByRole('textbox', { name: t('accounts.nickname') })).toHaveValue('Lan of Leeds');
      // The other tab is who signed in here, without having been asked for anything.
      await other.goto(paths.to('login'));
      await at(other, paths.to('profile'));
      await expect(other.getByRole('heading', { level: 1 }), 'nothing was sent by itself').toContainText('Lan');
      await expect(other.getByRole('heading', { level: 1 })).not.toContainText('Leeds');
      await press(page, t('accounts.save'));
      await expect(main(page).getByText(t('accounts.saved'))).toBeVisible();
    });

    test('a browser without cookies is told so, and keeps what was written', async ({ page, context }) => {
      await page.goto(paths.to('login'));
      const email = `nobody-${crypto.randomUUID().slice(0, 8)}@example.org`;
      for (let time = 0; time < 2; time += 1) {
        await tellEmail(page, email);
        await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
        // What the page asks for by itself, to offer a passkey, is answered with the cookies that it came with.
        await page.waitForLoadState('networkidle');
        await context.clearCookies();
        await press(page, t('accounts.send_code'));
        await expect(page.getByRole('alert').first()).toContainText(t('api.stale_form'));
        await expect(page.getByRole('textbox', { name: t('accounts.email') })).toHaveValue(email);
      }
      expect(codeFor(email), 'no code is sent').toBeUndefined();
    });

    test('[R3.16] [R7.048] what somebody compares is there on another device of theirs, and gone from both when it is taken away', async ({
      page,
      browser,
      baseURL,
    }) => {
      await registerIn(page, 'Lan');
      const list = addressOf('new_list2', locale);
      /** What the account has said is compared, as far as a page has heard. */
      const told = (on: Page) => on.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').toldCompared as unknown, keptKey);
      const pressed = (on: Page) => on.locator('main [data-keep="compared"][aria-pressed="true"]');
      await page.goto(list);
      for (const nth of [0, 1]) await page.locator('main [data-keep="compared"]').nth(nth).click();
      await expect.poll(() => told(page)).toMatch(/^[\d-]+,[\d-]+$/);

      const other = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 844 } });
      await other.addCookies((await page.context().cookies()).filter(({ name }) => ['uhouzz_token', 'access_token', 'cookie_consent'].includes(name)));
      const there = await other.newPage();
      // A bare address of the comparison is the account's.
      await there.goto(paths.to('house_compare'));
      await expect(there).toHaveURL(/ids=[\d-]+(?:,|%2C)[\d-]+/);
      await there.goto(list);
      await expect(pressed(there)).toHaveCount(2);
      await pressed(there).first().click();
      await expect.poll(() => told(there)).toMatch(/^[\d-]+$/);
      // The first device hears of it with the next thing it tells.
      await page.locator('main [data-keep="favourite"]').first().click();
      await expect(pressed(page)).toHaveCount(1);
      await other.close();
    });

    test('[R6.06] where the device keeps nothing more, a heart is still the account’s', async ({ page }) => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
      await registerIn(page, 'Lan');
      await page.goto(addressOf('new_list2', locale));
      const told = page.waitForResponse((response) => response.request().method() === 'POST' && new URL(response.url()).pathname.endsWith('/favorites/merge'));
      const heart = page.locator('main [data-keep="favourite"]').first();
      await heart.click();
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      expect((await told).status()).toBe(200);
      await page.goto(paths.to('profile_favourites'));
      await expect(page.locator('.favourite')).toHaveCount(1);
    });
  });
}

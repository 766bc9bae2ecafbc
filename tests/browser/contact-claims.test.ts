/** A number that was given to somebody else, as the two who have had it see it: without script, on a phone and on a desk. */
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect as poll } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { enterCode } from '../support/enter-code.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { journeyLocales } from '../support/matrix.ts';
import { textCodeFor } from '../support/outbox.ts';
import { registerIn } from '../support/sign-in.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390 })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280 })),
];

for (const { locale, width } of readers) {
  test.describe(`${locale}, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test('[R5.54] a number comes to who has it now, unless its former owner keeps it; a second time staff decide', async ({ page, browser, baseURL }) => {
      // Five people, each with a browser of their own.
      test.setTimeout(120_000);
      const url = baseURL ?? '';
      const [t, paths] = [translator(locale), createPaths(locale, false)];
      const number = `7700${String(randomInt(900_000) + 100_000)}`;
      const main = (on: Page) => on.getByRole('main');
      const press = (on: Page, name: string) => main(on).getByRole('button', { name, exact: true }).press('Enter');
      const told = (on: Page, text: string) => expect(main(on).getByRole('status').first()).toContainText(text);
      const open = async (): Promise<Page> =>
        (await browser.newContext({ baseURL: url, javaScriptEnabled: false, viewport: { width, height: 844 } })).newPage();
      /** Whoever is signed in on a page shows the number's code. */
      async function add(on: Page): Promise<void> {
        const before = textCodeFor(`+44${number}`);
        await on.goto(paths.to('account_contact'));
        const csrf = (await main(on).locator('input[name="csrf"]').first().getAttribute('value')) ?? '';
        const form = { csrf, canal: '1', phone: number, country_code: 'GB' };
        const answer = await on.request.post(paths.to('account_contact'), { form, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
        expect(answer.status(), 'a code is sent').toBe(303);
        await poll.poll(() => textCodeFor(`+44${number}`), { message: 'a code by message' }).not.toBe(before);
        await on.goto(paths.to('login_code'));
        await enterCode(on, t, textCodeFor(`+44${number}`) ?? '');
      }
      async function claim(on: Page): Promise<void> {
        await add(on);
        await expect(on.getByRole('heading', { level: 1, name: t('accounts.join_title') })).toBeVisible();
        await on.getByRole('link', { name: t('accounts.join_not_mine') }).click();
        await expect(on.getByRole('heading', { level: 1, name: t('accounts.claim_title') })).toBeVisible();
      }

      const { email, password } = await registerIn(page, 'Lan');
      await add(page);
      await told(page, t('accounts.contact_was_set'));

      const other = await open();
      await registerIn(other, 'Mai');
      await claim(other);
      expect(await faults(other), 'asking').toEqual([]);
      await press(other, t('accounts.claim'));
      await expect(main(other).getByRole('alert')).toBeVisible();
      await other.getByRole('checkbox', { name: t('accounts.claim_sure') }).check();
      await press(other, t('accounts.claim'));
      await told(other, t('accounts.was_claimed'));
      await other.goto(paths.to('profile_account'));
      expect(await faults(other), 'asked for').toEqual([]);

      // The former owner is signed out, comes back by their own address and keeps it.
      await page.goto(paths.to('profile_account'));
      await expect(page).toHaveURL(/\/users\/login\?/);
      await page.goto(paths.to('login_password'));
      await page.getByRole('radio', { name: t('accounts.by_email') }).check();
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(email);
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await press(page, t('accounts.sign_in'));
      await expect(page).toHaveURL(new RegExp(`${paths.to('profile_account')}$`));
      expect(await faults(page), 'asked of them').toEqual([]);
      await main(page)
        .getByRole('link', { name: t('accounts.keep'), exact: true })
        .click();
      expect(await faults(page), 'keeping').toEqual([]);
      await press(page, t('accounts.keep'));
      await told(page, t('accounts.was_kept'));

      const third = await open();
      await registerIn(third, 'An');
      await claim(third);
      await third.getByRole('checkbox', { name: t('accounts.claim_sure') }).check();
      await press(third, t('accounts.claim'));
      await told(third, t('accounts.claim_is_case'));

      const staff = await open();
      await comeIn(staff);
      await staff.goto(paths.to('staff_claims'));
      expect(await faults(staff), 'cases').toEqual([]);
      const shown = `+44•••${number.slice(-3)}`;
      await main(staff).getByRole('link', { name: shown }).last().click();
      expect(await faults(staff), 'a case').toEqual([]);
      await staff.getByRole('combobox', { name: t('staff.action') }).selectOption('give');
      await staff.getByRole('combobox', { name: t('staff.reason') }).selectOption('shown');
      const [address, csrf] = [staff.url(), (await main(staff).locator('input[name="csrf"]').getAttribute('value')) ?? ''];
      await press(staff, t('staff.do_it'));
      expect(await faults(staff), 'sure').toEqual([]);
      await press(staff, t('endings.sure_yes'));
      await told(staff, t('staff.claims_done'));
      // Sent once more, as by a second press while the first is under way.
      const form = { csrf, decision: 'give', reason: 'shown', asked_again: 'yes' };
      const again = await staff.request.post(address, { form, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
      await staff.goto(again.headers()['location'] ?? '');
      await told(staff, t('staff.claims_gone'));
      await third.goto(paths.to('profile_account'));
      await expect(main(third)).toContainText(shown);
      for (const one of [other, third, staff]) await one.context().close();
    });
  });
}

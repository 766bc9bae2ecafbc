/** What is owed after moving in: a late part of the price and a deposit, as students and staff see and settle them, with and without script. */
import { addDays } from '#lib/dates/dates.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { lived } from '../support/reviews.ts';
import { depositOf, owesSince } from '../support/settling.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';
import { sayYesIfAsked } from '../support/sure.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'vi-vn', width: 390, javaScriptEnabled: false },
  { locale: 'en-us', width: 1280, javaScriptEnabled: true },
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.12] a late part gets more time, and a deposit is proposed, agreed to and given back', async ({ page, browser, baseURL }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      const necessary = { name: 'cookie_consent', value: 'necessary', url };
      await page.context().addCookies([necessary]);
      const main = page.getByRole('main');
      const today = new Date().toISOString().slice(0, 10);
      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([necessary]);
      await comeIn(staff);
      const desk = staff.getByRole('main');

      await registerIn(page, 'Lan');
      const code = await draftIn(page, locale);
      const part = await onSiteDatabase(async (db) => {
        await lived(db, code, 'checked_in', { from: addDays(today, -20), to: addDays(today, 60) });
        return owesSince(db, code, new Date());
      });
      await page.goto(paths.to('profile'));
      await expect(main).toContainText(t('arrears.next_title'));
      expect(await faults(page), 'the account').toEqual([]);
      await page.goto(orderPath(paths, code));
      await expect(main).toContainText(t('arrears.own_help'));
      expect(await faults(page), 'the order').toEqual([]);

      await staff.goto(paths.to('staff_arrears'));
      await expect(desk).toContainText(code);
      expect(await faults(staff), 'what is late').toEqual([]);
      await staff.goto(paths.to('staff_arrear', { part }));
      expect(await faults(staff), 'one that is late').toEqual([]);
      await desk.locator('[name="deed"][value="more-time"]').check();
      await desk.locator('[name="until"]').fill(addDays(today, 20));
      await desk.locator('[name="note"]').fill('A bank was closed.');
      await desk.getByRole('button', { name: t('arrears.decide'), exact: true }).press('Enter');
      await expect(desk.getByRole('status')).toHaveText(t('arrears.done'));
      await page.goto(orderPath(paths, code));
      await expect(main).toContainText('A bank was closed.');
      await expect(main).not.toContainText(t('arrears.own_help'));

      const left = await draftIn(page, locale);
      await onSiteDatabase(async (db) => {
        await lived(db, left, 'completed', { from: addDays(today, -60), to: addDays(today, -3) });
        await depositOf(db, left, new Date());
      });
      await staff.goto(paths.to('staff_deposits'));
      await expect(desk).toContainText(left);
      expect(await faults(staff), 'deposits').toEqual([]);
      await staff.goto(paths.to('staff_deposit', { order: left }));
      expect(await faults(staff), 'a deposit').toEqual([]);
      await desk.locator('[name="deed"][value="propose"]').check();
      await desk.locator('[name="reason_1"]').selectOption('cleaning');
      await desk.locator('[name="sum_1"]').fill('50');
      await desk.locator('[name="note_1"]').fill('The oven.');
      await desk.getByRole('button', { name: t('deposits.save'), exact: true }).press('Enter');
      await sayYesIfAsked(staff, t, /done=1/);
      await expect(desk).toContainText(t('deposits.state_proposed'));

      await page.goto(paths.to('order_deposit', { code: left }));
      await expect(main).toContainText('The oven.');
      expect(await faults(page), 'the answer').toEqual([]);
      await main.locator('[name="answer"][value="agree"]').check();
      await main.getByRole('button', { name: t('deposits.send_answer'), exact: true }).press('Enter');
      await sayYesIfAsked(page, t, /done=deposit/);
      await expect(main).toContainText(t('deposits.did_agree'));

      await staff.goto(paths.to('staff_deposit_give', { order: left }));
      expect(await faults(staff), 'giving back').toEqual([]);
      await desk.locator('[name="how"][value="provider"]').check();
      await desk.locator('[name="on"]').fill(today);
      await desk.getByRole('button', { name: t('deposits.give'), exact: true }).press('Enter');
      await sayYesIfAsked(staff, t, /done=1/);
      await expect(desk).toContainText(t('deposits.state_done'));
      await page.goto(orderPath(paths, left));
      await expect(main).toContainText(t('deposits.title'));
      expect(await faults(page), 'the order with its deposit').toEqual([]);
      await staff.context().close();
    });
  });
}

/** A deposit between provider and student: the link in the provider's mail, what they keep, and the student's answer. */
import { addDays } from '#lib/dates/dates.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { keyInMail } from '../support/outbox.ts';
import { reachProviders } from '../support/provider-contacts.ts';
import { lived } from '../support/reviews.ts';
import { depositOf } from '../support/settling.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';
import { sayYesIfAsked } from '../support/sure.ts';

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.12] a provider says by a link what they keep of a deposit, once, and the student agrees', async ({ page, browser, baseURL }) => {
      test.setTimeout(240_000);
      const url = baseURL ?? '';
      const necessary = { name: 'cookie_consent', value: 'necessary', url };
      await page.context().addCookies([necessary]);
      const main = page.getByRole('main');
      const today = new Date().toISOString().slice(0, 10);

      await registerIn(page, 'Lan');
      const code = await draftIn(page, locale);
      await onSiteDatabase(async (db) => {
        await lived(db, code, 'completed', { from: addDays(today, -60), to: addDays(today, -3) });
        await depositOf(db, code, new Date());
        await reachProviders(db, locale);
      });

      const staff = await (await browser.newContext({ baseURL: url, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([necessary]);
      await comeIn(staff);
      const desk = staff.getByRole('main');
      await staff.goto(paths.to('staff_deposit', { order: code }));
      await desk.locator('[name="deed"][value="ask"]').check();
      await desk.getByRole('button', { name: t('deposits.save'), exact: true }).press('Enter');
      await sayYesIfAsked(staff, t, /done=1/);
      expect(await faults(staff), 'a link was sent').toEqual([]);
      await staff.context().close();

      await expect.poll(() => keyInMail(code, '/order/deposit-deductions')).toBeDefined();
      const provider = await (await browser.newContext({ baseURL: url, javaScriptEnabled, viewport: { width, height: 844 } })).newPage();
      await provider.context().addCookies([necessary]);
      const theirs = provider.getByRole('main');
      await provider.goto(`${paths.to('supplier_deposit')}?key=${keyInMail(code, '/order/deposit-deductions')}`);
      await expect(provider.locator('h1')).toHaveText(t('deposits.supplier_title'));
      await expect(provider.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
      expect(await faults(provider), 'the provider reads').toEqual([]);
      await theirs.locator('[name="deed"][value="propose"]').check();
      await theirs.locator('[name="reason_1"]').selectOption('cleaning');
      await theirs.locator('[name="sum_1"]').fill('40');
      await theirs.locator('[name="note_1"]').fill('The oven.');
      await theirs.getByRole('button', { name: t('deposits.supplier_send'), exact: true }).press('Enter');
      await sayYesIfAsked(provider, t, /done/);
      await expect(theirs.getByRole('status')).toHaveText(t('deposits.supplier_said'));
      await expect(theirs).toContainText(t('deposits.supplier_none'));
      expect(await faults(provider), 'it is said').toEqual([]);
      await provider.context().close();

      await page.goto(paths.to('order_deposit', { code }));
      await expect(main).toContainText('The oven.');
      await main.locator('[name="answer"][value="agree"]').check();
      await main.getByRole('button', { name: t('deposits.send_answer'), exact: true }).press('Enter');
      await sayYesIfAsked(page, t, /done=deposit/);
      await expect(main).toContainText(t('deposits.did_agree'));
    });
  });
}

/** An application whose session ends while it is written, whose connection goes, and whose price changes before it is sent: nothing is lost, and nothing agreed to unseen. */
import type { Page } from '@playwright/test';
import { announceChange } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { beginIn, homeIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

/** Ends every session of whose application it is, as a new password on another device does. */
const endSessions = (code: string) =>
  onSiteDatabase(async (db) => {
    const { user_id } = await db.selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow();
    await db.deleteFrom('user_sessions').where('user_id', '=', user_id).execute();
  });

/** Has the provider ask a hundred pounds more in each unit of the lease's rent. */
const raiseRent = (code: string) =>
  onSiteDatabase((db) =>
    transact(db, async (tx) => {
      const { house_id, tenancy_id } = await tx.selectFrom('orders').select(['house_id', 'tenancy_id']).where('code', '=', code).executeTakeFirstOrThrow();
      await tx
        .updateTable('tenancies')
        .set(({ eb }) => ({ rent_minor: eb('rent_minor', '+', 10_000n), promo_rent_minor: null }))
        .where('id', '=', tenancy_id)
        .execute();
      await announceChange(tx, [`house:${house_id}`]);
    }),
  );

for (const [index, { locale, width, javaScriptEnabled }] of formReaders().entries()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.10] [R7.097] [R3.12] what is written outlives session and connection, and another price is shown before it counts', async ({ page, baseURL }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const box = (name: string) => main.getByRole('textbox', { name });

      const { email, password } = await registerIn(page, 'Lan');
      // A home of its own: its price changes.
      const code = await beginIn(page, locale, await homeIn(page, locale, -1 - index));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_person'));
      const part = new URL(page.url());

      await box(t('orders.full_name')).fill('Nguyễn Thị Lan');
      await main.locator('[name="birth_date"]').fill('2004-05-05');
      await box(t('orders.nationality')).fill('Vietnam');
      await main.locator('[name="mobile"]').fill('+84 912 345 678');
      await main.locator('[name="address"]').fill('1 Elm Road');
      await endSessions(code);
      await press(t('orders.go_on'));
      await expect(page).toHaveURL(/\/users\/login\?/);
      await page.goto(paths.to('login_password'));
      await page.getByRole('radio', { name: t('accounts.by_email') }).check();
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(email);
      await page.getByLabel(t('accounts.password'), { exact: true }).fill(password);
      await page.getByRole('checkbox', { name: t('accounts.terms') }).check();
      await press(t('accounts.sign_in'));
      await expect(page).toHaveURL(part.href);
      await expect(box(t('orders.full_name'))).toHaveValue('Nguyễn Thị Lan');
      await expect(main.locator('[name="address"]')).toHaveValue('1 Elm Road');
      await look('back after signing in');
      await press(t('orders.go_on'));

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_details'));
      await box(t('orders.school')).first().fill('UCL');
      await main.getByRole('radio', { name: t('orders.guarantor_none') }).check();
      await main.locator('[name="emergency_name"]').fill('欧阳娜娜');
      if (javaScriptEnabled) {
        await page.waitForLoadState('networkidle');
        await page.context().setOffline(true);
        await press(t('orders.go_on'));
        const note = main.getByRole('alert').filter({ hasText: t('api.offline') });
        await expect(note).toBeVisible();
        await expect(box(t('orders.school')).first()).toHaveValue('UCL');
        await look('offline');
        await page.context().setOffline(false);
        await expect(note).toHaveCount(0);
      }
      await press(t('orders.go_on'));

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.review_title'));
      const review = page.url();
      const tick = async () => {
        for (const one of await main.getByRole('checkbox').all()) await one.check();
      };
      await tick();
      await raiseRent(code);
      // A second tab shows when the site has heard of it; the first still has the price that was agreed to.
      const second = await page.context().newPage();
      const changed = t('orders.price_was', { before: '£' }).split('£')[0] ?? '';
      await expect(async () => {
        await second.goto(page.url());
        await expect(second.getByRole('main')).toContainText(changed, { timeout: 1_000 });
      }).toPass({ timeout: 30_000 });
      await second.close();
      await press(t('orders.submit'));
      const [isNow = ''] = t('orders.price_changed').split('{{total}}');
      await expect(main).toContainText(isNow);
      await expect(main).toContainText(changed);
      await look('another price');
      await tick();
      await press(t('orders.submit'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.sent_title'));
      // What is sent is not sent again from where it was: that leads to the order.
      await page.goto(review);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('orders.review_title'));
      await page.goto(paths.to('profile_order/rentalOrder'));
      await expect(main.locator(`a[href*="${code}"]`)).toHaveCount(1);
    });
  });
}

/** An application by the hurried and the interrupted: loaded anew in the middle of a field, gone on with on another device, open in two tabs, and sent by a double click. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { homeIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn, signInAt } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

/** How often an order was sent, and how many its applicant has. */
const madeOf = (code: string) =>
  onSiteDatabase(async (db) => {
    const { id, user_id } = await db.selectFrom('orders').select(['id', 'user_id']).where('code', '=', code).executeTakeFirstOrThrow();
    const sent = await db.selectFrom('order_events').select('id').where('order_id', '=', id).where('event', '=', 'submit').execute();
    const orders = await db.selectFrom('orders').select('id').where('user_id', '=', user_id).execute();
    return { sent: sent.length, orders: orders.length };
  });

for (const [index, { locale, width, javaScriptEnabled }] of formReaders().entries()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.10] [R2.127] [R2.128] [R2.018] [R7.097] what is written is there after a reload, on another device and in another tab, and is sent once', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const look = async (what: string, at: Page = page) => expect(await faults(at), what).toEqual([]);
      const main = page.getByRole('main');
      const button = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true });
      const field = (name: string, at: Page = page) => at.getByRole('main').locator(`[name="${name}"]`);
      const title = (at: Page = page) => at.getByRole('heading', { level: 1 });

      const person = await registerIn(page, 'Lan');
      // A residence: hosts ask for less than all that is written below.
      await page.goto(await homeIn(page, locale, index, paths.local('/uk/manchester'), '/detail-apartments-'));
      await main
        .getByRole('link', { name: t('orders.book'), exact: true })
        .first()
        .press('Enter');
      await main.getByRole('radio', { name: t('orders.plan_full') }).check();
      await button(t('orders.begin')).dblclick();
      await expect(title()).toHaveText(t('orders.part_person'));
      const code = new URL(page.url()).searchParams.get('orderCode') ?? '';
      const part = page.url();

      // Put aside in the middle of it: by itself with script, by its box without.
      await field('full_name').fill('Nguyễn Thị Lan');
      await field('nationality').fill('Vietnam');
      if (javaScriptEnabled) {
        await field('mobile').pressSequentially('+84 91');
        // Nothing is kept by what has not come yet; what was written before it comes is.
        await expect(page.locator('[data-draft][data-awake]')).toBeAttached();
        await page.reload();
        await expect(field('mobile')).toHaveValue('+84 91');
        await expect(main.getByRole('status')).toContainText(t('asking.draft_back'));
        await look('back after a reload');
        await button(t('orders.draft_discard')).press('Enter');
        await expect(field('full_name')).toHaveValue('');
        await expect(main.getByRole('status')).toHaveCount(0);
        await field('full_name').fill('Nguyễn Thị Lan');
        await field('nationality').fill('Vietnam');
        await page.reload();
      } else {
        await field('later').check();
        await button(t('orders.go_on')).press('Enter');
        await expect(page).toHaveURL(/done=saved/);
        await page.goto(part);
      }
      await expect(field('full_name')).toHaveValue('Nguyễn Thị Lan');
      await expect(field('nationality')).toHaveValue('Vietnam');
      await field('birth_date').fill('2004-05-05');
      await field('mobile').fill('+84 912 345 678');
      await field('address').fill('1 Elm Road');
      await button(t('orders.go_on')).press('Enter');
      await expect(title()).toHaveText(t('orders.part_details'));
      const details = page.url();

      const elsewhere = await browser.newContext({ baseURL: url, javaScriptEnabled });
      const device = await elsewhere.newPage();
      await signInAt(device, person);
      await device.goto(part);
      await expect(field('full_name', device)).toHaveValue('Nguyễn Thị Lan');
      await expect(field('address', device)).toHaveValue('1 Elm Road');
      await elsewhere.close();

      // Both tabs have the same part open; who comes second is told, and what they wrote stays.
      const second = await page.context().newPage();
      await second.goto(details);
      await field('school').fill('UCL');
      await main.getByRole('radio', { name: t('orders.guarantor_none') }).check();
      await field('emergency_name').fill('欧阳娜娜');
      await button(t('orders.go_on')).press('Enter');
      await expect(title()).toHaveText(t('orders.review_title'));
      await field('school', second).fill('LSE');
      await field('message', second).fill('A quiet room, please.');
      await second.getByRole('radio', { name: t('orders.guarantor_none') }).check();
      await field('emergency_name', second).fill('Trần Văn Minh');
      if (javaScriptEnabled) {
        await second.reload();
        await expect(field('school', second)).toHaveValue('LSE');
      }
      await button(t('orders.go_on'), second).press('Enter');
      await expect(second.getByRole('alert')).toContainText(t('orders.changed_elsewhere'));
      const saved = second.getByRole('main').locator('section', { hasText: t('orders.saved_elsewhere') });
      await expect(saved).toContainText('UCL');
      await expect(saved).toContainText('欧阳娜娜');
      await expect(field('school', second)).toHaveValue('LSE');
      await expect(field('message', second)).toHaveValue('A quiet room, please.');
      if (javaScriptEnabled) await look('changed elsewhere', second);
      await button(t('orders.go_on'), second).press('Enter');
      await expect(title(second)).toHaveText(t('orders.review_title'));
      await expect(second.getByRole('main')).toContainText('LSE');

      await page.reload();
      for (const at of [page, second]) for (const one of await at.getByRole('main').getByRole('checkbox').all()) await one.check();
      await button(t('orders.submit')).dblclick();
      // Without script the second press comes after it was sent: it leads to the order.
      await expect(page).toHaveURL(/apply-result|rentalDetail/);
      await expect(main).toContainText(code);
      await button(t('orders.submit'), second).press('Enter');
      await expect(second).toHaveURL(/rentalDetail/);
      await expect(second.getByRole('main')).toContainText(code);
      await expect(second.getByRole('alert')).toHaveCount(0);
      expect(await madeOf(code)).toEqual({ sent: 1, orders: 1 });
      await page.goto(paths.to('profile_order/rentalOrder'));
      await expect(main.locator(`a[href*="${code}"]`)).toHaveCount(1);
      await second.close();
    });
  });
}

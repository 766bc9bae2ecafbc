/** A booking on its whole way: applied for, offered by staff, signed, paid, cancelled and paid back. Every page of it is looked at. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expectOneWayOut, openStepsIn, tickSeenIn } from '../support/booking-in-browser.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';
import { comeIn } from '../support/staff-in-browser.ts';

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.10] [R1.11] [R1.12] [R2.030] [R2.031] [R2.127] [R2.128] [R2.018] [R2.019] [R2.017] [R2.139] [R2.140] [R4.054] [R4.056] [R7.104] a home is applied for, signed, paid at the second try, cancelled and paid back', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string, at: Page = page) => expect(await faults(at), what).toEqual([]);
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
      const follow = (name: string) => main.getByRole('link', { name, exact: true }).press('Enter');
      const box = (name: string) => main.getByRole('textbox', { name });

      await registerIn(page, 'Lan');
      await page.goto(addressOf('unit_detail', locale));
      await look('unit');
      await main
        .getByRole('link', { name: t('orders.book'), exact: true })
        .first()
        .press('Enter');
      await expect(page).toHaveURL(/book-rent/);
      await look('book');
      await expect(page.getByRole('banner').getByRole('link')).toHaveCount(2);
      await expect(page.getByRole('banner').getByRole('link', { name: t('chrome.leave') })).toHaveAttribute('href', /detail-(apartments|rent)-/);
      await expect(main.getByRole('radio', { checked: true }), 'nobody has chosen for the reader').toHaveCount(0);
      await press(t('orders.begin'));
      await expect(main.getByText(t('forms.choose')).first()).toBeVisible();
      await look('book without a way of paying');
      await main.getByRole('radio', { name: t('orders.plan_full') }).check();
      await press(t('orders.begin'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_person'));
      await look('person');
      await press(t('orders.go_on'));
      await expect(main.getByText(t('forms.required')).first()).toBeVisible();
      await look('person missing');
      await box(t('orders.full_name')).fill('Nguyễn Thị Lan');
      await main.locator('[name="birth_date"]').fill('2004-05-05');
      await box(t('orders.nationality')).fill('Vietnam');
      await main.locator('[name="mobile"]').fill('+84 912 345 678');
      await main.locator('[name="address"]').fill('1 Elm Road');
      await press(t('orders.go_on'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.part_details'));
      await look('details');
      await box(t('orders.school')).first().fill('UCL');
      await main.getByRole('radio', { name: t('orders.guarantor_person') }).check();
      await expect(box(t('orders.guarantor_name'))).toBeVisible();
      await main.getByRole('radio', { name: t('orders.guarantor_none') }).check();
      await expect(box(t('orders.guarantor_name'))).toBeHidden();
      await main.locator('[name="emergency_name"]').fill('欧阳娜娜');
      await press(t('orders.go_on'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.review_title'));
      await look('review');
      for (const one of await main.getByRole('checkbox').all()) await one.check();
      await press(t('orders.submit'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('orders.sent_title'));
      await look('sent');
      await follow(t('orders.open'));
      await look('order sent');
      const code = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(page.url())?.[0] ?? '';
      const order = page.url();

      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await comeIn(staff);
      await staff.goto(paths.to('staff_orders'));
      await look('staff queue', staff);
      await staff.getByRole('main').locator(`a[href*="${code}"]`).first().press('Enter');
      const act = async (label: string, more: Readonly<Record<string, string>> = {}) => {
        await openStepsIn(staff);
        await staff.getByRole('main').getByLabel(t('staff.action')).selectOption({ label });
        for (const [name, value] of Object.entries(more)) await staff.getByRole('main').locator(`[name="${name}"]`).fill(value);
        await tickSeenIn(staff);
        await press(t('staff.do_it'), staff);
        await staff.waitForURL(/done=/);
      };
      await look('staff order', staff);
      await act(t('orders.staff_offer'));
      await look('staff offered', staff);

      await page.goto(order);
      await look('order offered');
      await follow(t('orders.read_and_sign'));
      await expectOneWayOut(page, t('payments.back_to'), code);
      await look('sign');
      await box(t('orders.sign_name')).fill('Nguyễn Thị Lan');
      await main.getByRole('checkbox').check();
      await press(t('orders.sign'));
      await expect(main).toContainText(t('orders.next_to_pay'));
      await look('order to pay');
      await page.goto(paths.to('profile_order/rentalOrder'));
      await expect(main.locator(`a[href*="${code}"]`)).toBeVisible();
      await look('orders');
      await page.goto(order);
      for (const choice of ['fails', 'succeeds'] as const) {
        if (choice === 'fails') await follow(t('orders.pay'));
        else await follow(t('payments.try_again'));
        await expectOneWayOut(page, t('payments.back_to'), code);
        await look(`pay center ${choice}`);
        await press(t('payments.book_and_pay'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.sandbox_title'));
        await expectOneWayOut(page, t('payments.back_to'), code);
        await look(`sandbox ${choice}`);
        await main.locator(`[name="choice"][value="${choice}"]`).check();
        await press(t('payments.sandbox_send'));
        await expect(page).toHaveURL(/pay-result/);
        await look(`result ${choice}`);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payments.result_succeeded'));
      await follow(t('payments.back_to'));
      await expect(main).toContainText(t('orders.next_paid'));
      await look('order paid');
      await staff.goto(paths.to('staff_order', { order: code }));
      await act(t('orders.staff_provider_paper'), { paper_name: 'Ann Lee, director', paper_on: '2026-11-01' });
      await staff.goto(paths.to('staff_order', { order: code }));
      await act(t('orders.staff_confirm'));
      await look('staff confirmed', staff);
      await staff.goto(`${paths.to('staff_payments')}?tab=all`);
      await look('staff payments', staff);
      await staff
        .getByRole('main')
        .getByRole('link', { name: t('payments.recon_title') })
        .press('Enter');
      await expect(staff.getByRole('heading', { level: 1, name: t('payments.recon_title') })).toBeVisible();
      const today = new Date().toISOString().slice(0, 10);
      await staff.locator('[name="from"]').fill(today);
      await staff.locator('[name="to"]').fill(today);
      await press(t('payments.recon_compare'), staff);
      await expect(staff.getByRole('main').getByRole('status')).toBeVisible();
      await look('reconciliation', staff);
      await staff.goto(paths.to('staff_payouts'));
      await look('payouts', staff);
      await staff.getByRole('main').getByRole('table').getByRole('link').first().press('Enter');
      await expect(staff.getByRole('main').getByText(t('payments.payout_line_taken')).first()).toBeVisible();
      await press(t('payments.payout_submit'), staff);
      await expect(staff.getByRole('main').getByText(t('forms.required')).first()).toBeVisible();
      await look('payout', staff);
      await page.goto(order);
      await look('order confirmed');
      await follow(t('orders.cancel'));
      await expect(main.locator('.told')).toContainText('£');
      await look('cancel');
      // Where it depends on what happened, nobody has chosen yet.
      const events = main.locator('[name="event"]');
      await expect(events.and(page.locator(':checked'))).toHaveCount(0);
      if ((await events.count()) > 0) await events.and(page.locator('[value="changed-mind"]')).check();
      await main.getByRole('textbox').fill('My plans changed.');
      await press(t('orders.cancel'));
      await expect(page).toHaveURL(/done=cancelled/);
      await look('order cancelled');
      // The queue sends money back, in its own time.
      await expect(async () => {
        await page.goto(order);
        await expect(main).toContainText(t('orders.state_refunded'), { timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
      await look('refunded');
      await staff.goto(`${paths.to('staff_payments')}?tab=refunds`);
      await look('staff refunds', staff);
      await staff.context().close();
    });
  });
}

/** A video viewing on its whole way: opened by staff, booked and paid by a reader, held, read. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';
import { chooseTime, dayIn, londonTime, openTimes } from '../support/viewings-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean; readonly day: number }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false, day: 3 },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true, day: 4 },
];

/** Has the bank of who paid for a viewing have asked about it, which takes days. */
const disputed = (code: string) =>
  onSiteDatabase(async (db) => {
    const { id, minor, currency } = await db
      .selectFrom('payments')
      .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
      .select(['payments.id', 'payments.minor', 'payments.currency'])
      .where('code', '=', code)
      .where('received_minor', '>', 0n)
      .executeTakeFirstOrThrow();
    const at = { opened_at: new Date(), ended_at: new Date(), taken_at: null, returned_at: null, respond_by: null, refund_id: null };
    await db
      .insertInto('payment_disputes')
      .values({ provider: 'sandbox', dispute: `dp_${code}`, payment_id: id, minor, currency, reason: 'inquiry', state: 'closed', ...at })
      .execute();
  });

for (const { locale, width, javaScriptEnabled, day } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.38] [R2.141] [R4.101] a home is shown by video: booked from its page, paid, a bed kept until then, cancelled, and the money comes back', async ({
      page,
      browser,
      baseURL,
    }) => {
      test.slow();
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const press = (one: Page, name: string) => one.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');

      // Staff open two times in the home's city.
      await page.goto(addressOf('house_detail', locale));
      const href = (await page.locator('main a[href*="/houses/viewing/"]').first().getAttribute('href')) ?? '';
      const staff = await browser.newContext({ baseURL: url, viewport: { width, height: 844 } });
      const desk = await staff.newPage();
      await comeIn(desk);
      const on = dayIn(day);
      await openTimes(desk, locale, on, '10:00 11:00 12:00 13:00');

      // Readers of other tests have their own day: what is chosen here is nobody else's.
      const choose = async (label: string) => {
        const field = page.getByLabel(label, { exact: true });
        const labels = ['10:00', '11:00', '12:00', '13:00'].map((time) => londonTime(on, time, locale));
        const options = await field
          .locator('option')
          .evaluateAll((all) => all.map((one) => ({ value: one.getAttribute('value') ?? '', text: one.textContent })));
        await field.selectOption(options.find(({ text }) => labels.some((one) => text.includes(one)))?.value ?? '');
      };

      await registerIn(page, 'Mai');
      await page.goto(href);
      await expect(main).toContainText(t('stock.view_then', { count: 7 }));
      await look('the form');
      await choose(t('viewings.slot'));
      await press(page, t('viewings.book'));
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByRole('checkbox').check();
      await press(page, t('viewings.book'));
      await expect(main).toContainText(t('viewings.state_to_pay'));
      await look('to be paid');
      const own = page.url();
      await main.getByRole('link', { name: t('viewings.pay_now') }).press('Enter');
      await expect(main).toContainText('£25');
      await look('the pay centre');
      await press(page, t('payments.pay_viewing'));
      await expect(main).toContainText(t('payments.sandbox_lead'));
      await press(page, t('payments.sandbox_send'));
      await expect(main).toContainText(t('payments.reference'));
      await page.goto(own);
      await expect(main).toContainText(t('viewings.state_booked'));
      await look('booked');

      // See first, then decide: a bed is kept until a day after it, and both pages say so.
      const kept = t('stock.kept_view', { time: '#' }).split('#')[0] ?? '';
      await main.getByRole('link', { name: t('stock.view_choose') }).press('Enter');
      await main.locator('.rows a').first().press('Enter');
      await expect(main).toContainText(t('stock.keep_text'));
      await look('a lease, before a viewing');
      await main.getByRole('button', { name: t('stock.view_keep') }).press('Enter');
      await expect(main).toContainText(kept);
      await look('a lease, kept until a viewing');
      await page.goto(own);
      await expect(main.getByRole('heading', { name: t('stock.view_title') })).toBeVisible();
      await expect(main).toContainText(kept);
      await expect(main.getByRole('timer')).toHaveCount(0);
      await look('booked, with a bed');

      // In a calendar, and at another time; what was paid stays paid.
      const file = await main.getByRole('link', { name: t('viewings.calendar_add') }).getAttribute('href');
      const calendar = await page.request.get(file ?? '');
      expect([calendar.status(), calendar.headers()['content-type'], calendar.headers()['cache-control']]).toEqual([
        200,
        'text/calendar; charset=utf-8',
        'private, no-store',
      ]);
      const first = await calendar.text();
      const stranger = await browser.newContext({ baseURL: url });
      expect((await stranger.request.get(file ?? '', { maxRedirects: 0 })).status()).toBe(303);
      await stranger.close();
      await main.getByRole('link', { name: t('viewings.move') }).press('Enter');
      await look('another time');
      await choose(t('viewings.new_slot'));
      await press(page, t('viewings.move'));
      await expect(main).toContainText(t('viewings.moved'));
      const second = await (await page.request.get(file ?? '')).text();
      expect([/SEQUENCE:(\d)/.exec(first)?.[1], /SEQUENCE:(\d)/.exec(second)?.[1]]).toEqual(['0', '1']);
      await page.goto(paths.to('profile_messages'));
      await expect(main).toContainText(
        t('mail.viewingMovedSubject', { home: '' })
          .replace(/[：:]? $/, '')
          .trim(),
      );
      await look('messages');

      await desk.goto(paths.to('staff_viewings'));
      await expect(desk.getByRole('listitem').filter({ hasText: new URL(own).searchParams.get('code') ?? '' })).toContainText(t('viewings.state_booked'));
      // We cannot come then, and say so.
      await desk.goto(paths.to('staff_viewing', { viewing: new URL(own).searchParams.get('code') ?? '' }));
      await desk
        .getByRole('main')
        .getByRole('link', { name: t('viewings.staff_move') })
        .press('Enter');
      await expect(desk).toHaveURL(/\/time$/);
      // What is said to readers who pay is not said to staff.
      await expect(desk.getByRole('main')).not.toContainText(t('viewings.slot_hint'));
      expect(await faults(desk), 'staff, another time').toEqual([]);
      const last = londonTime(on, '13:00', locale);
      await chooseTime(desk, t('viewings.new_slot'), [on, '13:00', locale]);
      await press(desk, t('viewings.staff_move_submit'));
      await expect(desk.getByRole('status')).toHaveText(t('viewings.saved'));
      await page.goto(paths.to('profile_messages'));
      await expect(main).toContainText(last);
      await look('messages, moved by us');
      await staff.close();

      await disputed(new URL(own).searchParams.get('code') ?? '');
      await page.goto(own);
      await expect(main.getByRole('heading', { name: t('payments.own_disputes') })).toBeVisible();
      await look('disputed');
      await press(page, t('viewings.cancel'));
      await look('sure');
      await press(page, t('endings.sure_yes'));
      await expect(main).toContainText(t('viewings.cancelled'));
      await expect(main).not.toContainText(kept);
      await expect
        .poll(
          async () => {
            await page.goto(own);
            return main.innerText();
          },
          { timeout: 30_000 },
        )
        .toContain(t('viewings.state_refunded'));
      await page.goto(paths.to('viewings'));
      await expect(main.locator('.rows > li')).toHaveCount(1);
      await look('own viewings');
    });
  });
}

/** A provider's answer to a review, on its whole way: the link in their mail, read by staff, shown beneath the review, changed once. */
import type { Page } from '@playwright/test';
import { addDays } from '#lib/dates/dates.ts';
import { writePath } from '#lib/features/reviews/reviews.rules.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { formReaders } from '../support/matrix.ts';
import { keyInMail } from '../support/outbox.ts';
import { reachProviders } from '../support/provider-contacts.ts';
import { lived } from '../support/reviews.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';

for (const { locale, width, javaScriptEnabled } of formReaders()) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R1.32] [R3.69] a provider answers a review by a link, staff read it first, and it stands beneath the review with its date', async ({
      page,
      browser,
      baseURL,
    }, { retry }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string, at: Page = page) => expect(await faults(at), what).toEqual([]);
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).first().press('Enter');
      // Another reader's review of the same home is another.
      const [said, answered, changed] = ['Cold', 'Warm', 'Warmer'].map((word) => `${word} in winter, ${locale} ${width} ${retry}.`);

      await registerIn(page, 'Thu Hà');
      const code = await draftIn(page, locale);
      await onSiteDatabase(async (db) => {
        await lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -70) });
        await reachProviders(db, locale);
      });
      await page.goto(writePath(paths, code, 'stay'));
      await main.locator('[name="score"][value="2"]').check();
      await main.locator('[name="text"]').fill(said ?? '');
      await main.getByRole('checkbox').last().check();
      await press(t('reviews.send'));
      await expect(page).toHaveURL(/service-commentery\/result/);
      const review = await onSiteDatabase((db) =>
        db
          .selectFrom('stay_reviews')
          .innerJoin('orders', 'orders.id', 'order_id')
          .select('stay_reviews.code')
          .where('orders.code', '=', code)
          .executeTakeFirstOrThrow(),
      );
      const staffPath = paths.to('staff_review', { review: review.code });

      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await comeIn(staff);
      await staff.goto(staffPath);
      await staff.getByRole('main').locator('[name="act"]').selectOption('publish');
      await press(t('staff.do_it'), staff);
      await staff.waitForURL(/done=saved/);

      await expect.poll(() => keyInMail(code, '/order/review-answer')).toBeDefined();
      const context = await browser.newContext({ baseURL: url, javaScriptEnabled, viewport: { width, height: 844 } });
      await context.addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const theirs = await context.newPage();
      const desk = theirs.getByRole('main');
      const lookTheirs = async (what: string) => expect(await faults(theirs), what).toEqual([]);
      await theirs.goto(supplierLinkPath(paths, 'review', keyInMail(code, '/order/review-answer') ?? ''));
      await expect(desk).toContainText(said ?? '');
      await expect(theirs.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
      expect(await desk.textContent(), 'who wrote it is named nowhere').not.toContain('Thu Hà');
      // Another language is a touch away, and the link opens there too.
      await expect(theirs.locator('footer .language-links a[data-locale="zh-tw"]')).toHaveAttribute('href', /review-answer\?key=/);
      await lookTheirs('a review to answer');
      await press(t('reviews.send'), theirs);
      await expect(desk.getByRole('alert')).toBeVisible();
      await theirs.evaluate(() => scrollTo(0, 0));
      await lookTheirs('an answer without words');
      await desk.locator('[name="text"]').fill(answered ?? '');
      await press(t('reviews.send'), theirs);
      await expect(desk.getByRole('status')).toHaveText(t('reviews.answer_sent'));
      await lookTheirs('an answer that waits');

      await staff.goto(`${paths.to('staff_reviews')}?tab=answers`);
      await look('answers that wait', staff);
      await expect(staff.getByRole('main').locator(`a[href="${staffPath}"]`)).toBeVisible();
      await staff.goto(staffPath);
      await expect(staff.getByRole('main')).toContainText(answered ?? '');
      await look('an answer before staff', staff);
      await staff.getByRole('main').locator('[name="act"]').selectOption('show-answer');
      await press(t('staff.do_it'), staff);
      await staff.waitForURL(/done=saved/);
      await staff.goto(staffPath);
      const house = (await staff.getByRole('main').locator('.rows a[href*="review"]').first().getAttribute('href')) ?? '';
      await expect(async () => {
        await page.goto(house);
        await expect(main).toContainText(answered ?? '', { timeout: 1_000 });
      }).toPass({ timeout: 20_000 });
      const shown = main.locator('.review', { hasText: answered ?? '' });
      await expect(shown).toContainText(t('house.review_reply'));
      await expect(shown.locator('.reply time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/);

      await theirs.reload();
      await desk.locator('[name="text"]').fill(changed ?? '');
      await press(t('reviews.send'), theirs);
      await expect(desk.getByRole('status')).toHaveText(t('reviews.answer_sent'));
      await expect(desk).toContainText(t('reviews.answer_shut'));
      await expect(desk.locator('[name="text"]')).toHaveCount(0);
      await lookTheirs('changed once');
      await theirs.goto(supplierLinkPath(paths, 'review', 'a'.repeat(32)));
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(t('evidence.link_gone'));
      await lookTheirs('a link that opens nothing');
      await context.close();
      await staff.context().close();
    });
  });
}

/** A review on its whole way: written by who lives there, changed, shown by staff on the page of the home, answered, taken back. */
import type { Page } from '@playwright/test';
import { addDays } from '#lib/dates/dates.ts';
import { ownReviewsPath, writePath } from '#lib/features/reviews/reviews.rules.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { lived } from '../support/reviews.ts';
import { picture } from '../support/sample-files.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true },
];

/** Has an application go on until somebody lives there, as staff and providers make it in months. */
const moveIn = (code: string) => onSiteDatabase((db) => lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -70) }));

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R2.110] [R2.111] [R2.137] [R2.138] [R2.144] [R2.145] [R2.164] [R4.057] [R4.058] a stay is told of, shown, answered and taken back', async ({
      page,
      browser,
      baseURL,
    }, { retry }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string, at: Page = page) => {
        expect(await faults(at), what).toEqual([]);
      };
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).first().press('Enter');
      const follow = (name: string) => main.getByRole('link', { name, exact: true }).first().press('Enter');

      // Another reader's review of the same home is another.
      const mended = `It is mended, ${locale} ${retry}.`;

      await registerIn(page, 'Lan');
      const code = await draftIn(page, locale);
      // Nobody tells of a home that they only applied for.
      await page.goto(writePath(paths, code, 'stay'));
      await expect(main).toContainText(t('reviews.not_now'));
      await moveIn(code);

      await page.goto(orderPath(paths, code));
      await look('order');
      await follow(t('reviews.write'));
      await expect(page).toHaveURL(/oldComment/);
      await look('check in form');
      await press(t('reviews.send'));
      await expect(main.getByText(t('forms.choose')).first()).toBeVisible();
      await look('check in missing');
      await main.locator('[name="score"][value="4"]').check();
      await main.locator('[name="aspect_staff"]').selectOption('5');
      await main.locator('[name="text"]').fill('Keys on time.\nThe lift was broken.');
      await main.locator('[name="photo_1"]').setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 800, 600) });
      await main.getByRole('checkbox').last().check();
      await press(t('reviews.send'));
      await expect(page).toHaveURL(/comment-result/);
      await look('check in sent');
      await follow(t('reviews.of_order'));
      await look('own reviews');
      const review = await main.locator('[name="review"]').first().inputValue();
      await follow(t('reviews.change'));
      await expect(main.locator('[name="text"]')).toHaveValue(/Keys on time/);
      await look('change');

      // The other kind, for which moving in is long enough ago.
      await page.goto(orderPath(paths, code));
      await follow(t('reviews.write'));
      await expect(page).toHaveURL(/service-commentery/);
      await main.locator('[name="score"][value="2"]').check();
      await main.locator('[name="text"]').fill('Thin walls.');
      await main.getByRole('checkbox').last().check();
      await press(t('reviews.send'));
      await expect(page).toHaveURL(/service-commentery\/result/);
      await look('stay sent');
      await follow(t('reviews.service_title'));
      await main.locator('[name="score"][value="5"]').check();
      await press(t('reviews.send'));
      await expect(main).toContainText(t('reviews.service_sent'));
      await look('evaluation');
      await page.goto(paths.to('profile_order/comments'));
      await look('reviews');

      const staff = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true, viewport: { width, height: 844 } })).newPage();
      await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await comeIn(staff);
      await staff.goto(paths.to('staff_reviews'));
      await look('staff queue', staff);
      const pageOfReview = paths.to('staff_review', { review });
      await expect(staff.getByRole('main').locator(`a[href="${pageOfReview}"]`)).toBeVisible();
      await staff.goto(pageOfReview);
      await expect(staff.getByRole('main')).toContainText('The lift was broken.');
      await look('staff review', staff);
      await staff.getByRole('main').locator('[name="act"]').selectOption('publish');
      await press(t('staff.do_it'), staff);
      await staff.waitForURL(/done=saved/);
      await staff.goto(pageOfReview);
      await staff.getByRole('main').locator('[name="act"]').selectOption('reply');
      await staff.getByRole('main').locator('[name="reply"]').fill(mended);
      await press(t('staff.do_it'), staff);
      await staff.waitForURL(/done=saved/);
      await staff.goto(pageOfReview);
      const house = (await staff.getByRole('main').locator('.rows a[href*="review"]').first().getAttribute('href')) ?? '';
      await expect(async () => {
        await page.goto(house);
        await expect(main).toContainText(mended, { timeout: 1_000 });
      }).toPass({ timeout: 20_000 });
      // The photograph stands by the words; a touch shows it large, or leads to the page of all of them.
      const photo = main.locator('.review', { hasText: mended }).locator('a[data-enlarge]');
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await look('house reviews');
      await photo.press('Enter');
      if (javaScriptEnabled) {
        await expect(page.getByRole('dialog').locator('img')).toBeVisible();
        await look('photograph large');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.goto((await photo.getAttribute('href')) ?? '');
      }
      // There they are enlarged the same way; without script each leads to its file.
      await expect(page).toHaveURL(/review-media/);
      const ofAll = main.locator('.pictures a[data-enlarge]').first();
      await expect(ofAll.locator('img')).toBeVisible();
      await look('photographs of reviews');
      const file = await page.request.get((await ofAll.getAttribute('href')) ?? '');
      expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/webp']);
      if (javaScriptEnabled) {
        await ofAll.press('Enter');
        await expect(page.getByRole('dialog').locator('img').first()).toBeVisible();
        await look('photograph of all large');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }

      await page.goto(ownReviewsPath(paths, code));
      await press(t('reviews.withdraw'));
      await look('sure');
      await press(t('endings.sure_yes'));
      await expect(main).toContainText(t('reviews.withdrawn'));
      await look('withdrawn');
      // The photograph is gone at once; a page that was rendered before still asks for it, so it is looked at when it is the new one.
      await expect.poll(async () => (await page.request.get(house)).text(), { timeout: 20_000 }).toContain(t('reviews.reason_author'));
      await page.goto(house);
      await expect(main).not.toContainText(mended);
      await look('house reviews after');
    });
  });
}

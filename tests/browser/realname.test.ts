/** The check of names before an action: in a dialog on desks, on a page on phones, and back to what was written. */
import { addDays } from '#lib/dates/dates.ts';
import { writePath } from '#lib/features/reviews/reviews.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { draftIn } from '../support/booking-in-browser.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { lived } from '../support/reviews.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

const t = translator('zh-cn');
const paths = createPaths('zh-cn', false);
/** Numbers that nobody else of the suite gives: each serves one person. */
const numbers = { 390: '53010219200508011X', 1280: '440524188001010014' } as const;

for (const width of [390, 1280] as const)
  test(`[R2.185] [R4.046] [R4.047] [R4.049] [R4.051] [R4.052] [R4.053] a review waits for a confirmed name, and nothing of it is lost, ${width} px`, async ({
    page,
    baseURL,
  }, { retry }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 844 });
    await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
    if (retry > 0) await onSiteDatabase((db) => db.deleteFrom('user_realnames').where('number_digest', 'is not', null).execute());
    await registerIn(page, 'Mai', { hasName: false });
    const code = await draftIn(page, 'zh-cn');
    await onSiteDatabase((db) => lived(db, code, 'checked_in', { from: addDays(new Date().toISOString().slice(0, 10), -3) }));
    const isDesk = width === 1280;
    const written = 'Keys on time.';
    const main = page.getByRole('main');
    const text = main.locator('[name="text"]');
    const send = () => main.getByRole('button', { name: t('reviews.send'), exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('realname.title') });
    const asked = isDesk ? dialog : main;

    await page.goto(writePath(paths, code, 'check-in'), { waitUntil: 'networkidle' });
    await main.locator('[name="score"][value="4"]').check();
    await text.fill(written);
    await main.getByRole('checkbox').last().check();
    await send();
    if (isDesk) await expect(dialog).toBeVisible();
    else await expect(page).toHaveURL(/real-name\?redirect=/);
    await expect(asked).toContainText(t('realname.before_lead'));
    expect(await faults(page), 'prompt').toEqual([]);

    await asked.getByRole('link', { name: t('realname.skip_back') }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/oldComment/);
    await expect(text).toHaveValue(written);
    await expect(main.locator('[name="score"][value="4"]')).toBeChecked();

    await page.waitForLoadState('networkidle');
    await send();
    await asked.getByRole('link', { name: t('realname.begin') }).press('Enter');
    const compare = asked.getByRole('button', { name: t('realname.send') });
    await asked.getByRole('textbox', { name: t('realname.name') }).fill('王小明');
    await asked.getByRole('textbox', { name: t('realname.number') }).fill(numbers[width]);
    // What is not agreed to is said by what there is to read.
    await page.waitForLoadState('networkidle');
    await compare.press('Enter');
    await expect(asked.getByText(t('realname.agree')).first()).toBeVisible();
    expect(await faults(page), 'form').toEqual([]);
    await asked.getByRole('checkbox', { name: t('realname.consent') }).check();
    await expect(async () => {
      if (await compare.isVisible()) await compare.press('Enter', { timeout: 2_000 });
      await expect(asked.getByText(t('realname.well_formed'))).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 60_000 });
    expect(await faults(page), 'success').toEqual([]);

    await asked.getByRole('link', { name: t('realname.go_on') }).press('Enter');
    if (!isDesk) {
      await expect(text).toHaveValue(written);
      await send();
    }
    await expect(page).toHaveURL(/comment-result/);
  });

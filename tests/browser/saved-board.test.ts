/** The board of saved homes on an account, as somebody without script uses it. */
import type { Page } from '@playwright/test';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';
import { onSiteDatabase } from '../support/site-database.ts';

/** Keeps homes of one city on an account: one whose rent has fallen, one that has no more, and others. @returns their ids, latest kept first. */
async function keepHomes(nickname: string): Promise<readonly number[]> {
  return onSiteDatabase(async (db) => {
    const { id: userId } = await db.selectFrom('users').select('id').where('nickname', '=', nickname).executeTakeFirstOrThrow();
    const { city_id } = await db
      .selectFrom('houses')
      .innerJoin('listings', 'listings.house_id', 'houses.id')
      .select('houses.city_id')
      .where('listings.stock', '=', 0)
      .where('houses.status', '=', 'open')
      .orderBy('houses.id')
      .executeTakeFirstOrThrow();
    const homes = db
      .selectFrom('listings')
      .innerJoin('houses', 'houses.id', 'listings.house_id')
      .select(['listings.house_id', 'listings.weekly_minor'])
      .where('houses.city_id', '=', city_id);
    const free = await homes.where('listings.stock', '>', 3).where('listings.weekly_minor', 'is not', null).orderBy('listings.house_id').limit(3).execute();
    const full = await homes.where('listings.stock', '=', 0).orderBy('listings.house_id').limit(1).execute();
    const kept = [...free, ...full];
    const { rent_currency: kept_currency } = await db
      .selectFrom('tenancies')
      .innerJoin('units', 'units.id', 'tenancies.unit_id')
      .select('rent_currency')
      .where('units.house_id', '=', kept[0]?.house_id ?? 0)
      .executeTakeFirstOrThrow();
    const at = Date.now() - 20 * 86_400_000;
    await db
      .insertInto('favourites')
      .values(
        kept.map(({ house_id, weekly_minor }, place) => ({
          user_id: userId,
          house_id,
          kept_at: new Date(at - place * 60_000),
          removed_at: null,
          note: '',
          kept_weekly_minor: (weekly_minor ?? 20_000n) + (place === 0 ? 2_500n : 0n),
          kept_currency,
          told_weekly_minor: null,
          full_since: null,
          seen_state: null,
          seen_weekly_minor: null,
          seen_currency: null,
        })),
      )
      .execute();
    return kept.map(({ house_id }) => house_id);
  });
}

async function board(page: Page, locale: Locale, url: string): Promise<readonly number[]> {
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
  const nickname = `Lan ${crypto.randomUUID().slice(0, 8)}`;
  await registerIn(page, nickname);
  const ids = await keepHomes(nickname);
  await page.goto(createPaths(locale, false).to('profile_favourites'));
  return ids;
}

for (const [locale, width] of [
  ['en-us', 390],
  ['zh-cn', 1280],
] as const) {
  test.describe(`${locale}, ${width} px, without script`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 }, colorScheme: width === 390 ? 'dark' : 'light' });
    const [t, paths] = [translator(locale), createPaths(locale, false)];

    test('[R2.163] a board says what changed, takes a note, and two of its homes to the comparison', async ({ page, baseURL }) => {
      test.slow();
      const ids = await board(page, locale, baseURL ?? '');
      const main = page.getByRole('main');
      const rows = page.locator('.favourite');
      await expect(rows).toHaveCount(4);
      await expect(main.getByRole('heading', { name: t('shortlist.news_title') })).toBeVisible();
      await expect(main).toContainText(t('shortlist.board_only_you'));
      await expect(rows.first().locator('.lower').first()).toBeVisible();
      expect(await faults(page), 'a board').toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      // Without the footer.
      const height = await main.evaluate((one) => one.getBoundingClientRect().bottom + scrollY);
      expect(height).toBeLessThanOrEqual(width === 390 ? 3_300 : 1_900);

      const full = rows.last();
      await expect(full.getByRole('checkbox'), 'what cannot be had is not compared').toHaveCount(0);
      await expect(full.getByRole('link', { name: t('shortlist.board_like') })).toBeVisible();

      await rows.first().locator('summary').last().click();
      await rows.first().getByLabel(t('shortlist.note'), { exact: true }).fill('Quiet, ask about <b>bikes</b>');
      await rows
        .first()
        .getByRole('button', { name: t('shortlist.note_save') })
        .click();
      await expect(rows.first().locator('.note')).toHaveText('Quiet, ask about <b>bikes</b>');

      const bar = page.locator('.compare-bar');
      await expect(bar).toBeHidden();
      for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
      await expect(bar).toBeVisible();
      expect(await faults(page), 'with a note, ticked').toEqual([]);
      await bar.getByRole('button').click();
      await expect(page.locator('thead th[scope=col]')).toHaveCount(2);
      expect(new URL(page.url()).searchParams.getAll('ids').map(Number)).toEqual(ids.slice(0, 2));

      // Another stay, and a school: every link and form of the board goes by them.
      await page.goto(paths.to('profile_favourites'));
      await page.locator('.for summary').click();
      await page.locator('select[name="schoolunique"]').selectOption({ index: 1 });
      await page.locator('.for').getByRole('button').click();
      const school = new URL(page.url()).searchParams.get('schoolunique');
      expect(school).not.toBe('');
      await expect(rows.first().locator('h2 a')).toHaveAttribute('href', new RegExp(`schoolunique=${school}`));
      await expect(page.locator('#compare [name="schoolunique"]')).toHaveValue(school ?? '');
    });

    test('[R2.163] an empty board begins with homes', async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
      await registerIn(page, 'Minh');
      await page.goto(paths.to('profile_favourites'));
      await expect(page.getByRole('heading', { name: t('kept.empty_title') })).toBeVisible();
      await expect(page.locator('main .card')).toHaveCount(3);
      expect(await faults(page), 'an empty board').toEqual([]);
    });
  });
}

test('[R6.06] whoever has the link sees the same board with the notes, and without what only its owner can do', async ({ page, browser, baseURL }) => {
  test.slow();
  const [t, paths] = [translator('vi-vn'), createPaths('vi-vn', false)];
  await board(page, 'vi-vn', baseURL ?? '');
  await page.goto(paths.to('share_favourites'));
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: t('kept.name') }).fill('Cho mẹ');
  await main.getByRole('button', { name: t('shortlist.share_make'), exact: true }).click();
  const link = (await main.getByRole('link', { name: 'Cho mẹ', exact: true }).getAttribute('href')) ?? '';
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.locator('article.home')).toHaveCount(4);
  await expect(theirs.getByRole('button', { name: t('shortlist.remove') })).toHaveCount(0);
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await faults(theirs), 'a shared board').toEqual([]);
  for (const at of [0, 1, 2]) await theirs.getByRole('checkbox').nth(at).check();
  await theirs.locator('.compare-bar').getByRole('button').click();
  await expect(theirs.locator('thead th[scope=col]')).toHaveCount(3);
  await context.close();
  await page.goto(paths.to('profile_favourites'));
  await expect(page.getByRole('main')).not.toContainText(t('shortlist.board_only_you'));
});

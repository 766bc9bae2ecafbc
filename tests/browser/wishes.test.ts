/** What somebody looks for, kept as a card of their account, shared by a link and filled into forms: with script and without. */
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { journeyLocales } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390, javaScriptEnabled: false })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280, javaScriptEnabled: true })),
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });

    test('[R2.132] the card is filled in, leads to the homes that fit, and is taken away', async ({ page, baseURL }) => {
      test.slow();
      const [t, paths, url] = [translator(locale), createPaths(locale, false), baseURL ?? ''];
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
      await registerIn(page, 'Lan');
      await page.goto(paths.to('findhousecard'));
      await look('an empty card');
      await press(t('wishes.save'));
      await expect(main.getByRole('alert')).toContainText(t('wishes.place'));
      await main.getByRole('textbox', { name: t('wishes.place') }).fill('UCL');
      await main.getByRole('textbox', { name: t('wishes.weeks') }).fill('44');
      await main.getByRole('textbox', { name: t('wishes.rent'), exact: false }).fill('400');
      await main.getByRole('checkbox', { name: t('codes.unit_type_studio') }).check();
      await press(t('wishes.save'));
      await expect(main).toContainText(t('wishes.saved'));
      await look('the card');
      await main.getByRole('link', { name: t('wishes.fitting') }).click();
      await expect(page).toHaveURL(/u1002a0e400-u1003a4-u1004a1/);
      await page.goto(paths.to('findhousecard'));
      await press(t('wishes.remove'));
      await expect(main).toContainText(t('wishes.removed'));
      await page.goto(paths.to('share_wishes'));
      await expect(page).toHaveURL(/\/findhousecard$/);
    });

    test('[R2.132] a link shows the card to whoever has it, until its owner ends it', async ({ page, browser, baseURL }) => {
      test.slow();
      const [t, paths, url] = [translator(locale), createPaths(locale, false), baseURL ?? ''];
      const cookies = [{ name: 'cookie_consent', value: 'necessary', url }];
      await page.context().addCookies(cookies);
      const main = page.getByRole('main');
      await registerIn(page, 'Lan');
      await page.goto(paths.to('findhousecard'));
      await main.getByRole('textbox', { name: t('wishes.place') }).fill('UCL');
      await main.getByRole('textbox', { name: t('wishes.rent'), exact: false }).fill('400');
      await main.getByRole('button', { name: t('wishes.save'), exact: true }).click();
      await main.getByRole('link', { name: t('wishes.share_title') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('wishes.share_title'));
      expect(await faults(page), 'no link yet').toEqual([]);
      const make = main.getByRole('button', { name: t('shortlist.share_make'), exact: true });
      await make.click();
      await expect(main.getByRole('alert')).toContainText(t('wishes.share_name'));
      await main.getByRole('textbox', { name: t('wishes.share_name') }).fill('For Minh');
      await main.getByRole('checkbox', { name: t('shortlist.share_by') }).check();
      await make.click();
      await expect(main).toContainText(t('wishes.share_made'));
      expect(await faults(page), 'a link').toEqual([]);
      const link = (await main.getByRole('link', { name: 'For Minh', exact: true }).getAttribute('href')) ?? '';
      // Somebody else, who is signed in nowhere.
      const stranger = await browser.newContext({ baseURL: url, javaScriptEnabled, viewport: { width, height: 844 } });
      await stranger.addCookies(cookies);
      const theirs = await stranger.newPage();
      const shown = theirs.getByRole('main');
      const answer = await theirs.goto(link);
      expect(answer?.headers()['cache-control']).toBe('private, no-store');
      await expect(theirs.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
      await expect(shown).toContainText(t('wishes.shared_by', { name: 'Lan' }));
      await expect(shown).toContainText('£400');
      await expect(shown).not.toContainText('For Minh');
      expect(await faults(theirs), 'the shared card').toEqual([]);
      await shown.getByRole('link', { name: t('wishes.shared_ask') }).click();
      await expect(theirs.locator('[name="content"]')).toHaveValue(/£400/);
      await theirs.goBack();
      await shown.getByRole('link', { name: t('wishes.fitting') }).click();
      await expect(theirs).toHaveURL(/u1002a0e400/);
      await main.getByRole('button', { name: t('shortlist.share_end_name', { name: 'For Minh' }) }).click();
      await expect(main).toContainText(t('shortlist.share_ended'));
      await theirs.goto(link);
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(t('wishes.shared_gone'));
      await stranger.close();
    });

    test('[R2.132] [R2.127] [R2.153] the card fills in what a booking and an application ask, and says so', async ({ page, baseURL }) => {
      test.slow();
      const [t, paths, url] = [translator(locale), createPaths(locale, false), baseURL ?? ''];
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      await registerIn(page, 'Lan');
      await page.goto(paths.to('findhousecard'));
      await main.getByRole('textbox', { name: t('wishes.place') }).fill('UCL');
      await main.getByRole('textbox', { name: t('wishes.weeks') }).fill('6');
      await main.getByRole('button', { name: t('wishes.save'), exact: true }).click();
      await page.goto(paths.to('profile_apply-information'));
      await expect(main).toContainText(t('wishes.filled'));
      await expect(main.getByRole('textbox', { name: t('orders.school') }).first()).not.toHaveValue('');
      expect(await faults(page), 'information').toEqual([]);
      await page.goto(addressOf('unit_detail', locale));
      await main
        .getByRole('link', { name: t('orders.book'), exact: true })
        .first()
        .press('Enter');
      await expect(page).toHaveURL(/book-rent/);
      const days = await Promise.all(['move_in', 'move_out'].map((name) => main.locator(`[name="${name}"]`).inputValue()));
      expect(Date.parse(days[1] ?? '') - Date.parse(days[0] ?? '')).toBe(42 * 86_400_000);
      await expect(main.locator('.stays', { has: page.locator(`a[href="${paths.to('findhousecard')}"]`) })).toBeVisible();
      expect(await faults(page), 'book').toEqual([]);
    });
  });
}

/** What somebody looks for, kept as a card of their account: with script and without. */
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults, withScript } from '../support/form-faults.ts';
import { journeyLocales } from '../support/matrix.ts';
import { registerIn } from '../support/sign-in.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  ...journeyLocales('narrow').map((locale) => ({ locale, width: 390, javaScriptEnabled: false })),
  ...journeyLocales('wide').map((locale) => ({ locale, width: 1280, javaScriptEnabled: true })),
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });

    test('[R2.132] the card is filled in, leads to the homes that fit, and is taken away', async ({ page, browser, baseURL }) => {
      test.slow();
      const [t, paths, url] = [translator(locale), createPaths(locale, false), baseURL ?? ''];
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const judged = javaScriptEnabled ? page : await withScript(browser, url, width);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page, judged), what).toEqual([]);
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
      if (judged !== page) await judged.context().close();
    });
  });
}

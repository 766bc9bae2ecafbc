/** “Report this home” as readers meet it: from the page of a home to the form, through what is missing, to the thanks. */
import { referencePattern } from '#lib/ids/patterns.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'vi-vn', width: 390, javaScriptEnabled: false },
  { locale: 'en-us', width: 1280, javaScriptEnabled: true },
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });

    test('[R5.50] a home is reported: what is missing is told first and has the focus, then the report is thanked for', async ({ page, baseURL }) => {
      const url = baseURL ?? '';
      const t = translator(locale);
      // The notice about cookies would lie over what is judged here.
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      await page.goto(addressOf('house_detail', locale));
      await page
        .getByRole('main')
        .getByRole('link', { name: t('reports.link') })
        .click();
      await expect(page).toHaveURL(/\/report\/\d+$/);
      await expect(page.getByRole('heading', { level: 1, name: t('reports.title') })).toBeVisible();
      expect(await faults(page), 'the form').toEqual([]);

      const send = page.getByRole('button', { name: t('reports.submit') });
      const details = page.getByRole('textbox', { name: t('reports.details') });
      await details.fill('They ask for £260 a week.');
      await send.click();
      const problems = page.getByRole('alert').filter({ hasText: t('forms.choose') });
      await expect(problems).toBeFocused();
      await expect(page).toHaveTitle(new RegExp(`^${t('forms.error_title', { title: t('reports.title') })}`));
      await expect(details).toHaveValue('They ask for £260 a week.');
      expect(await faults(page), 'with what is missing').toEqual([]);

      await problems.getByRole('link').first().click();
      const reason = page.getByRole('radio', { name: t('reports.wrong_price') });
      await expect(reason).toBeFocused();
      await reason.check();
      await send.click();
      await expect(page).toHaveURL(/\/report\/\d+\?sent=/);
      await expect(page.getByRole('heading', { level: 1, name: t('reports.thanks') })).toBeVisible();
      expect(referencePattern.test(await page.getByRole('main').getByRole('definition').innerText())).toBe(true);
      expect(await faults(page), 'the thanks').toEqual([]);

      await page
        .getByRole('main')
        .getByRole('link', { name: t('reports.back', { name: '' }).trim() })
        .click();
      await expect(page).toHaveURL(addressOf('house_detail', locale));
    });
  });
}

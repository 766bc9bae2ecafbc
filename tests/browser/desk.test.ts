/** A question on its whole way: asked on the page of a home, seen at the desk, answered, read. Every page of the desk is looked at. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { importRefused } from '../support/feed-in-browser.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean }[] = [
  { locale: 'vi-vn', width: 390, javaScriptEnabled: false },
  { locale: 'zh-cn', width: 1280, javaScriptEnabled: true },
];

for (const { locale, width, javaScriptEnabled } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);
    const question = `Is it quiet at night? (${crypto.randomUUID().slice(0, 8)})`;

    /** Asks about the first home. @returns the address of the thread. */
    async function ask(page: Page, look: (what: string) => Promise<void>): Promise<string> {
      await page.goto(addressOf('house_detail', locale));
      // On desks a dialog would open; the page behind the link is looked at here.
      const href = await page.locator('main a[data-login][href*="askform"]').first().getAttribute('href');
      await page.goto(href ?? '');
      if (javaScriptEnabled) await expect(page.locator('#ask-form[data-awake]')).toBeAttached();
      const send = page.getByRole('button', { name: t('enquiries.submit') });
      await page.getByRole('textbox', { name: t('enquiries.content') }).fill(question);
      await look('the question');
      await send.click();
      const missing = javaScriptEnabled ? page.locator('.problem') : page.getByRole('alert');
      await expect(missing.filter({ hasText: t('forms.choose') }).first()).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('enquiries.content') })).toHaveValue(question);
      await look('with what is missing');
      // Nothing but a way to be reached.
      await page.getByRole('radio', { name: t('enquiries.reach_email') }).check();
      await page.getByRole('textbox', { name: t('enquiries.firstname') }).fill('Mai-Anh');
      await page.getByRole('textbox', { name: t('enquiries.email') }).fill(`asks-${crypto.randomUUID().slice(0, 8)}@example.org`);
      for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
      await send.click();
      if (javaScriptEnabled)
        await page
          .getByRole('dialog', { name: t('asking.sent_title') })
          .getByRole('link')
          .click();
      else await expect(page.getByRole('heading', { level: 1, name: t('enquiries.sent') })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(question);
      await look('the thread');
      return page.url();
    }

    test('[R1.09] [R2.097] [R6.04] a question asked on a home’s page is answered at the desk and read by who asked', async ({ page, baseURL }) => {
      test.slow();
      const url = baseURL ?? '';
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const visit = async (path: string, what: string) => {
        expect((await page.goto(path))?.status(), what).toBe(200);
        await look(what);
      };
      const thread = await ask(page, look);

      await comeIn(page);
      await visit(paths.to('staff'), 'overview');
      await visit(`${paths.to('staff_inbox')}?order=recent`, 'inbox');
      const row = main.getByRole('listitem').filter({ hasText: question });
      await expect(row).toContainText(t('desk.state_new'));
      // Many at once: looked at first, done, and undone.
      await row.getByRole('checkbox').check();
      await main.getByRole('combobox', { name: t('desk.together') }).selectOption('claim');
      await main.getByRole('button', { name: t('desk.preview_act') }).click();
      await expect(main).toContainText(t('desk.batch_will', { count: 1 }));
      await look('what comes of it');
      await main.getByRole('button', { name: t('desk.batch_go') }).click();
      await look('what came of it');
      await main.getByRole('button', { name: t('desk.undo') }).click();
      await expect(main).toContainText(t('desk.batch_undone', { count: 1 }));
      // A view is kept by a name.
      await visit(`${paths.to('staff_inbox')}?order=recent`, 'inbox');
      await main.getByText(t('desk.view_keep')).click();
      await main.getByRole('textbox', { name: t('desk.view_name'), exact: true }).fill(question.slice(-9));
      await main.getByRole('button', { name: t('desk.view_save'), exact: true }).click();
      await expect(main.getByRole('link', { name: question.slice(-9), exact: true })).toHaveAttribute('aria-current', 'true');
      await look('a view that is kept');
      if (javaScriptEnabled) {
        await expect(main.locator('.keys')).toBeVisible();
        await page.keyboard.press('j');
        await expect(main.locator('.inbox > li > a').first()).toBeFocused();
      }
      if (javaScriptEnabled) {
        const field = page.getByRole('searchbox', { name: t('staff.find_label') });
        await page.keyboard.press('/');
        await expect(field).toBeFocused();
        // What is typed there does nothing else, and `/` is a letter then.
        await page.keyboard.type('j/k');
        await expect(field).toHaveValue('j/k');
        await field.fill('');
        await page.keyboard.press('Escape');
      }
      await row.getByRole('link').click();
      await expect(main.locator('.conversation')).toContainText(question);
      await look('thread');
      if (javaScriptEnabled) {
        await page.keyboard.press('?');
        await expect(main.locator('.keys')).toHaveAttribute('open');
        await page.keyboard.press('r');
        await expect(main.getByRole('textbox', { name: t('desk.text') })).toBeFocused();
        // What is typed does nothing else.
        await page.keyboard.press('c');
        await expect(main.getByRole('textbox', { name: t('desk.text') })).toHaveValue('c');
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Escape');
        await page.keyboard.press('c');
      } else await main.getByRole('button', { name: t('desk.claim'), exact: true }).click();
      await expect(main.getByRole('status')).toContainText(t('desk.done_claim'));
      await main.getByRole('link', { name: t('desk.more_acts') }).click();
      await look('more that can be done');
      await main.getByRole('link', { name: t('desk.back_to_thread') }).click();
      await main.getByRole('textbox', { name: t('desk.text') }).fill('Yes: the windows look into the yard.');
      await main.getByRole('button', { name: t('desk.send_answer'), exact: true }).click();
      await expect(main.getByRole('status')).toContainText(t('desk.done_answer'));

      const home = new URL(addressOf('house_detail', locale), url).pathname.match(/\d+$/)?.[0] ?? '';
      await visit(paths.to('staff_home', { house: home }), 'home');
      await visit(paths.to('staff_check', { house: home }), 'check of a home');
      await visit(paths.to('staff_suppliers'), 'providers');
      const terms = (await main.getByRole('table').getByRole('link').first().getAttribute('href')) ?? '';
      await visit(terms, 'terms of a provider');
      await visit(`${terms}/address`, 'address of a provider');
      await visit(paths.to('staff_homes'), 'homes');
      await visit(`${paths.to('staff_find')}?q=asks-`, 'what was found');
      await expect(main.getByRole('heading', { level: 2, name: t('desk.inbox') })).toBeVisible();
      const provider = `Autumn Rooms ${crypto.randomUUID().slice(0, 8)}`;
      importRefused(provider);
      await visit(paths.to('staff_feeds'), 'feeds');
      await main.getByRole('link', { name: provider }).click();
      await expect(main.getByRole('heading', { level: 1, name: t('feeds.of', { provider }) })).toBeVisible();
      await expect(main.getByRole('table')).toContainText('on request');
      await look('a feed');
      await visit(paths.to('staff_figures'), 'figures');
      await visit(paths.to('staff_templates'), 'ready answers');
      await visit(paths.to('staff_template', { template: 'new' }), 'a ready answer');
      await visit(paths.to('staff_reports'), 'reports');
      await visit(paths.to('staff_resumes'), 'applications');
      await visit(paths.to('staff_feedback'), 'feedback');

      await visit(thread, 'the answer');
      await expect(main).toContainText('Yes: the windows look into the yard.');
    });
  });
}

/** People who book together: one makes the group, another joins by its link, applies, is seen by staff, and leaves. */
import type { Page } from '@playwright/test';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly { readonly locale: Locale; readonly width: number; readonly javaScriptEnabled: boolean; readonly other: number }[] = [
  { locale: 'zh-cn', width: 390, javaScriptEnabled: false, other: 0 },
  { locale: 'vi-vn', width: 1280, javaScriptEnabled: true, other: 1 },
];

for (const { locale, width, javaScriptEnabled, other } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);

    test('[R2.146] [R3.55] a group keeps its beds, is joined by its link, and is left and ended', async ({ page, browser, baseURL }) => {
      test.setTimeout(240_000);
      const url = baseURL ?? '';
      const necessary = { name: 'cookie_consent', value: 'necessary', url };
      await page.context().addCookies([necessary]);
      const look = async (what: string, at: Page = page) => {
        // From its top: where a page is scrolled to, the header that stays covers part of what lies below it.
        await at.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
        expect(await faults(at), what).toEqual([]);
      };
      const press = (name: string, at: Page = page) => at.getByRole('main').getByRole('button', { name, exact: true }).first().press('Enter');
      const main = page.getByRole('main');
      const list = paths.to('profile_order/group-list');

      await registerIn(page, 'Mai');
      await page.goto(list);
      await expect(main).toContainText(t('groups.none'));
      await look('no group');
      await page.goto(addressOf('unit_detail', locale));
      await main
        .getByRole('link', { name: t('orders.book'), exact: true })
        .first()
        .press('Enter');
      await main.getByRole('link', { name: t('groups.make_link'), exact: true }).press('Enter');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('groups.make_title'));
      await look('make');
      // A link that says so opens the group first; from there somebody can go on alone.
      await page.goto(`${page.url()}&isGroup=1`.replace(paths.to('group_make'), paths.to('book_rent')));
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('groups.make_title'));
      await main.getByRole('link', { name: t('groups.alone'), exact: true }).press('Enter');
      await expect(main.getByRole('link', { name: t('groups.make_link'), exact: true })).toBeVisible();
      await main.getByRole('link', { name: t('groups.make_link'), exact: true }).press('Enter');
      await press(t('groups.make'));
      await expect(main.getByText(t('forms.required')).first()).toBeVisible();
      await look('make missing');
      await main.locator('[name="called"]').fill('Mai');
      // The third one wants another room of the same home: each reader their own, as there may be but one bed of it.
      const own = await main.locator('[name="place_2"]').inputValue();
      const another = main.locator(`[name="place_3"] option:not([value=""], [value="${own}"])`).nth(other);
      const [studio = '', room = ''] = [(await another.getAttribute('value')) ?? '', (await another.textContent())?.split(' · ')[0]?.trim()];
      await main.locator('[name="place_3"]').selectOption(studio);
      await main.getByRole('radio', { name: t('orders.plan_full') }).check();
      await press(t('groups.make'));
      await expect(main).toContainText(t('groups.did_make'));
      await expect(main).toContainText(t('groups.places', { free: 2, size: 3 }));
      await expect(main).toContainText(room);
      await look('made');
      // For a place that nobody has taken its maker may have another room kept.
      await main.getByText(t('groups.act_change'), { exact: true }).press('Enter');
      await main.locator('[name="from"]').selectOption(own);
      await look('change');
      await press(t('groups.change'));
      await expect(main.getByText(t('forms.choose')).first()).toBeVisible();
      await look('change to nothing');
      await main.locator('[name="to"]').selectOption({ index: 1 });
      await press(t('groups.change'));
      await expect(main).toContainText(t('groups.did_change'));
      await expect(main).toContainText(t('groups.places', { free: 2, size: 3 }));
      const link = await main.locator('a[href*="/order/group/"]').first().getAttribute('href');

      const elsewhere = await browser.newContext({ javaScriptEnabled: true, viewport: { width, height: 844 }, baseURL: url });
      await elsewhere.addCookies([necessary]);
      const mate = await elsewhere.newPage();
      const theirs = mate.getByRole('main');
      await registerIn(mate, 'Lan');
      await mate.goto(link ?? '');
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(t('groups.join_title'));
      await expect(theirs).not.toContainText('Mai');
      await look('join', mate);
      await theirs.locator('[name="called"]').fill('Lan');
      await press(t('groups.join'), mate);
      await expect(theirs.getByText(t('forms.choose')).first()).toBeVisible();
      await look('join without a room', mate);
      await theirs.locator('[name="place"]').selectOption(studio);
      await theirs.getByRole('radio', { name: t('orders.plan_full') }).check();
      await press(t('groups.join'), mate);
      await expect(mate).toHaveURL(/orderCode=/);
      await mate.goto(list);
      await expect(theirs).toContainText('Mai');
      await expect(theirs).toContainText(t('groups.places', { free: 1, size: 3 }));
      await expect(theirs.getByRole('listitem').filter({ hasText: 'Lan' })).toContainText(room);
      await look('joined', mate);

      await page.goto(paths.to('profile_messages'));
      await expect(main).toContainText('Lan');
      await look('told');

      // Staff see it beside the order, with nothing said of it where there is none.
      await page.goto(list);
      const order = await main.locator('a[href*="rentalDetail"]').first().getAttribute('href');
      const code = /[\dA-Z]{4}-[\dA-Z]{4}/.exec(order ?? '')?.[0] ?? '';
      const desk = await (await browser.newContext({ baseURL: url, javaScriptEnabled: true })).newPage();
      await desk.context().addCookies([necessary]);
      await comeIn(desk);
      await desk.goto(createPaths('en-us', false).to('staff_order', { order: code }));
      await expect(desk.getByRole('main')).toContainText(translator('en-us')('groups.staff_title', { size: 3 }));
      await desk.context().close();

      await press(t('groups.act_leave'), mate);
      await press(t('endings.sure_yes'), mate);
      await expect(theirs).toContainText(t('groups.did_leave'));
      await look('left', mate);
      await page.goto(list);
      await expect(main).toContainText(t('groups.has_left'));
      await press(t('groups.act_link'));
      await expect(main).toContainText(t('groups.did_link'));
      await mate.goto(link ?? '');
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(t('groups.gone'));
      await look('gone', mate);
      await page.goto(list);
      await press(t('groups.act_end'));
      await press(t('endings.sure_yes'));
      await expect(main).toContainText(t('groups.did_end'));
      await look('ended');
      await elsewhere.close();
    });
  });
}

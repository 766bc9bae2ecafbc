/** The desk's orders: lists with filters that work without script, the page of one order beside its list, and keys. */
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const t = translator('en-us');
const paths = createPaths('en-us', false);
const list = paths.to('staff_orders');

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true, viewport: { width: 1280, height: 844 } });
  test('lists are looked through by address, and keys move and search but do nothing to an order', async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
    await comeIn(page);
    const main = page.getByRole('main');
    for (const tab of ['todo', 'waiting', 'confirmed', 'ended']) {
      await page.goto(`${list}?tab=${tab}&whose=nobody&age=2&from=10&to=900000`);
      expect(await faults(page), tab).toEqual([]);
      await expect(main.locator('.desk-tabs [aria-current="page"]')).toHaveCount(1);
      await expect(main.locator('.desk-chip[aria-current]')).toHaveCount(3);
    }
    // Keys wake after the page: they are pressed once nothing is fetched any more.
    await page.goto(list, { waitUntil: 'networkidle' });
    await page.keyboard.press('?');
    await expect(page.locator('.keys')).toHaveAttribute('open');
    await page.keyboard.press('/');
    await expect(page.locator('input[type="search"]:focus')).toHaveCount(1);
    await page.locator('#order-find').fill('no such person anywhere');
    await page.locator('#order-find').press('Enter');
    await expect(main).toContainText(t('orders.desk_none_so'));
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  test('filters are sent by their button', async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
    await comeIn(page);
    await page.goto(list);
    const main = page.getByRole('main');
    await main.locator('.desk-filters summary').click();
    await main.locator('.desk-form [name="whose"]').selectOption('mine');
    await main.locator('.desk-form').getByRole('button').click();
    await expect(page).toHaveURL(/whose=mine/);
    expect(await faults(page)).toEqual([]);
  });
});

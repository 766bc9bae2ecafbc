/** A search is saved from its list, told of as often as its owner wants, and mails end without signing in. */
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { registerIn } from '../support/sign-in.ts';

test('who saves a search from a list finds it on their account, and changes how often they hear of it', async ({ page, baseURL }) => {
  const t = translator('en-us');
  const paths = createPaths('en-us', false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL ?? '' }]);
  await registerIn(page, 'Minh');
  await page.goto(addressOf('new_list2', 'en-us'));
  // By key: a notice that comes up in that moment would take a click.
  await page.getByRole('link', { name: t('searches.save') }).press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: t('searches.save') })).toBeVisible();
  expect(await faults(page), 'the form of a search').toEqual([]);
  await main.getByRole('radio', { name: t('searches.pace_weekly') }).check();
  await main.getByRole('button', { name: t('searches.save') }).click();
  await expect(main.getByRole('status')).toHaveText(t('searches.saved'));
  const pace = main.getByLabel(t('searches.pace'), { exact: true });
  await expect(pace).toHaveValue('weekly');
  expect(await faults(page), 'a search that is saved').toEqual([]);
  await pace.selectOption('never');
  await main.getByRole('button', { name: t('searches.pace_change_name', { name: '' }) }).click();
  await expect(pace).toHaveValue('never');

  await page.goto(paths.to('notices'));
  await main.getByRole('checkbox', { name: t('searches.notice_price') }).check();
  await main.getByRole('button', { name: t('searches.notice_save'), exact: true }).click();
  await expect(main.getByRole('checkbox', { name: t('searches.notice_price') })).toBeChecked();
  expect(await faults(page), 'the choice of mails').toEqual([]);
});

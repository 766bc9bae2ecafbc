/** A booking on its way to be paid, in browsers: begun, applied for, offered by staff, signed. */
import type { Browser, Page } from '@playwright/test';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect } from './browser.ts';
import { comeIn } from './staff-in-browser.ts';

const name = 'Nguyễn Thị Lan';

const pressIn = (page: Page, button: string) => page.getByRole('main').getByRole('button', { name: button, exact: true }).press('Enter');
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** A home of the example's list that other tests leave alone, as its beds are few. @param at where it stands in the list; from the end, if negative. */
export async function homeIn(page: Page, locale: Locale, at: number): Promise<string> {
  await page.goto(addressOf('new_list2', locale));
  const links = page.getByRole('main').locator('a[href*="/detail-"]');
  const homes = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))]);
  return homes.at(at) ?? '';
}

/** Begins an application, whose first part is shown then. @param home the address of its page; without it, an example's room. @returns the code of the order. */
export async function beginIn(page: Page, locale: Locale, home = addressOf('unit_detail', locale)): Promise<string> {
  const t = translator(locale);
  await page.goto(home);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('orders.book'), exact: true })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(/book-rent/);
  await pressIn(page, t('orders.begin'));
  await expect(page).toHaveURL(/orderCode=/);
  return /[\dA-Z]{4}-[\dA-Z]{4}/.exec(page.url())?.[0] ?? '';
}

/** Applies for it; the order is shown then. */
export async function applyIn(page: Page, locale: Locale, home?: string): Promise<{ readonly code: string; readonly order: string }> {
  const t = translator(locale);
  const main = page.getByRole('main');
  const code = await beginIn(page, locale, home);
  await expect(titleOf(page)).toHaveText(t('orders.part_person'));
  await main.getByRole('textbox', { name: t('orders.full_name') }).fill(name);
  await main.locator('[name="birth_date"]').fill('2004-05-05');
  await main.getByRole('textbox', { name: t('orders.nationality') }).fill('Vietnam');
  await main.locator('[name="mobile"]').fill('+84 912 345 678');
  await main.locator('[name="address"]').fill('1 Elm Road');
  await pressIn(page, t('orders.go_on'));
  await expect(titleOf(page)).toHaveText(t('orders.part_details'));
  await main
    .getByRole('textbox', { name: t('orders.school') })
    .first()
    .fill('UCL');
  await main.getByRole('radio', { name: t('orders.guarantor_none') }).check();
  await main.locator('[name="emergency_name"]').fill('欧阳娜娜');
  await pressIn(page, t('orders.go_on'));
  await expect(titleOf(page)).toHaveText(t('orders.review_title'));
  for (const one of await main.getByRole('checkbox').all()) await one.check();
  await pressIn(page, t('orders.submit'));
  await expect(titleOf(page)).toHaveText(t('orders.sent_title'));
  const order = orderPath(createPaths(locale, false), code);
  await page.goto(order);
  return { code, order };
}

/** Ticks what staff have to have seen of a quote before they offer it; nothing where it breaks no rule. */
export async function tickSeenIn(staff: Page): Promise<void> {
  for (const box of await staff.getByRole('main').locator('[name^="seen_"]').all()) await box.check();
}

/** Has somebody of the staff do something with it, by a double click. */
export async function actAsStaffIn(
  browser: Browser,
  baseURL: string,
  locale: Locale,
  code: string,
  act: 'orders.staff_offer' | 'orders.staff_confirm',
): Promise<void> {
  const t = translator(locale);
  const staff = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage();
  await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL }]);
  await comeIn(staff, locale, baseURL);
  await staff.goto(createPaths(locale, false).to('staff_order', { order: code }));
  await staff
    .getByRole('main')
    .getByLabel(t('staff.action'))
    .selectOption({ label: t(act) });
  await tickSeenIn(staff);
  await staff
    .getByRole('main')
    .getByRole('button', { name: t('staff.do_it'), exact: true })
    .dblclick();
  await staff.waitForURL(/done=/);
  await staff.context().close();
}

/** Has somebody of the staff offer it. */
export const offerIn = (browser: Browser, baseURL: string, locale: Locale, code: string): Promise<void> =>
  actAsStaffIn(browser, baseURL, locale, code, 'orders.staff_offer');

/** Signs the contract that is shown. */
export async function signContractIn(page: Page, locale: Locale): Promise<void> {
  const t = translator(locale);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: t('orders.sign_name') }).fill(name);
  await main.getByRole('checkbox').check();
  await pressIn(page, t('orders.sign'));
}

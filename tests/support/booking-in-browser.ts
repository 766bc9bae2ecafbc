/** A booking on its way to be paid: begun, applied for and offered by requests, as browsers without script make them; signed in the browser. */
import type { Browser, Page } from '@playwright/test';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { addressOf, expect } from './browser.ts';
import { linksIn, openBy, sendBy } from './forms-by-request.ts';
import type { Answered } from './forms-by-request.ts';
import { comeIn } from './staff-in-browser.ts';

const name = 'Nguyễn Thị Lan';

const pressIn = (page: Page, button: string) => page.getByRole('main').getByRole('button', { name: button, exact: true }).press('Enter');

/** A home of the example's list that other tests leave alone, as its beds are few. @param at its place in the list; from the end, if negative. */
export async function homeIn(page: Page, locale: Locale, at: number, list = addressOf('new_list2', locale), kind = '/detail-'): Promise<string> {
  const first = linksIn(await openBy(page.request, list), kind);
  const all = at >= 0 && at < first.length ? first : [...first, ...linksIn(await openBy(page.request, `${list}/pga2`), kind)];
  const home = all.at(at);
  if (!home) throw new Error(`${list} has no home at ${at}`);
  return home;
}

/** An application that is begun: the page it began on, and the first part of its form. */
type Begun = { readonly code: string; readonly book: string; readonly part: Answered };

/** Begins an application, and leaves the browser where it was. @param home the address of its page; without it, an example's room. */
export async function begunIn(page: Page, locale: Locale, home = addressOf('unit_detail', locale)): Promise<Begun> {
  const [book = ''] = linksIn(await openBy(page.request, home), 'tenancyId=');
  const part = await sendBy(page.request, await openBy(page.request, book), 'house_id', { values: { plan: 'in-full' } });
  expect(part.url).toContain('orderCode=');
  return { code: /[\dA-Z]{4}-[\dA-Z]{4}/.exec(part.url)?.[0] ?? '', book, part };
}

/** Begins an application, and leaves the browser where it was. @returns the code of the order. */
export const draftIn = async (page: Page, locale: Locale, home?: string): Promise<string> => (await begunIn(page, locale, home)).code;

/** Begins an application, whose first part is shown then. @returns the code of the order. */
export async function beginIn(page: Page, locale: Locale, home?: string): Promise<string> {
  const { code, part } = await begunIn(page, locale, home);
  await page.goto(part.url);
  return code;
}

/** Applies for it; the order is shown then. */
export async function applyIn(page: Page, locale: Locale, home?: string): Promise<{ readonly code: string; readonly order: string }> {
  const { code, part } = await begunIn(page, locale, home);
  const person = { full_name: name, birth_date: '2004-05-05', nationality: 'Vietnam', mobile: '+84 912 345 678', address: '1 Elm Road' };
  const details = await sendBy(page.request, part, 'full_name', { values: person });
  const review = await sendBy(page.request, details, 'school', { values: { school: 'UCL', guarantor: 'none', emergency_name: '欧阳娜娜' } });
  const order = orderPath(createPaths(locale, false), code);
  await sendBy(page.request, review, 'consent_true', { ticked: 'consent_' });
  await page.goto(order);
  return { code, order };
}

/** Ticks what staff have to have seen of a quote before they offer it; nothing where it breaks no rule. */
export async function tickSeenIn(staff: Page): Promise<void> {
  for (const box of await staff.getByRole('main').locator('[name^="seen_"]').all()) await box.check();
}

/** Opens all that can be done with the order that is shown. */
export const openStepsIn = (staff: Page): Promise<void> => staff.getByRole('main').locator('.order-steps:not([open]) > summary').click();

/** Has somebody of the staff do something with it, by a double click. */
export async function actAsStaffIn(
  browser: Browser,
  baseURL: string,
  locale: Locale,
  code: string,
  act: 'orders.staff_offer' | 'orders.staff_provider_paper' | 'orders.staff_confirm',
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const t = translator(locale);
  const staff = await (await browser.newContext({ baseURL, javaScriptEnabled: true })).newPage();
  await staff.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL }]);
  await comeIn(staff);
  await staff.goto(createPaths(locale, false).to('staff_order', { order: code }));
  await openStepsIn(staff);
  await staff
    .getByRole('main')
    .getByLabel(t('staff.action'))
    .selectOption({ label: t(act) });
  for (const [name, value] of Object.entries(more)) await staff.getByRole('main').locator(`[name="${name}"]`).fill(value);
  await tickSeenIn(staff);
  await staff
    .getByRole('main')
    .getByRole('button', { name: t('staff.do_it'), exact: true })
    .dblclick();
  await staff.waitForURL(/done=/);
  await staff.context().close();
}

/** Has somebody of the staff offer it. */
export async function offerIn(browser: Browser, baseURL: string, locale: Locale, code: string): Promise<void> {
  const context = await browser.newContext({ baseURL });
  const staff = await context.newPage();
  await comeIn(staff);
  const shown = await openBy(context.request, createPaths(locale, false).to('staff_order', { order: code }));
  expect((await sendBy(context.request, shown, 'act', { values: { act: 'offer' }, ticked: 'seen_' })).url).toContain('done=');
  await context.close();
}

/** Signs the contract that is shown. */
export async function signContractIn(page: Page, locale: Locale): Promise<void> {
  const t = translator(locale);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: t('orders.sign_name') }).fill(name);
  await main.getByRole('checkbox').check();
  await pressIn(page, t('orders.sign'));
}

/** The page has one way out besides the mark, which says where it leads, and what is booked is in sight. @param path part of where that is */
export async function expectOneWayOut(page: Page, name: string, path: string): Promise<void> {
  const links = page.getByRole('banner').getByRole('link');
  await expect(links).toHaveCount(2);
  await expect(links.last()).toHaveAccessibleName(name);
  await expect(links.last()).toHaveAttribute('href', new RegExp(path));
  await expect(page.locator('.booking-summary')).toBeVisible();
}

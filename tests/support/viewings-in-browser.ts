/** Times for video viewings in London, where the homes of browser tests are. Tests have days of their own: what they choose is nobody else's. */
import type { Page } from '@playwright/test';
import { momentOf } from '#lib/features/viewings/viewings.rules.ts';
import { timeIn } from '#lib/features/viewings/viewings.words.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect } from './browser.ts';

/** What pages in a language call London in lists of cities. */
const london: Readonly<Partial<Record<Locale, RegExp>>> = { 'zh-cn': /^\s*伦敦\s*$/ };

/** @example dayIn(3) // '2026-11-27' */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Opens times of a day by hand. @param staff who has come in. */
export async function openTimes(staff: Page, locale: Locale, on: string, times: string): Promise<void> {
  const t = translator(locale);
  const press = (name: string) => staff.getByRole('main').getByRole('button', { name, exact: true }).press('Enter');
  await staff.goto(createPaths(locale, false).to('staff_viewing_slots'));
  const city = staff.getByLabel(t('viewings.city'), { exact: true });
  const option = city.locator('option', { hasText: london[locale] ?? /^\s*London\s*$/ }).first();
  await city.selectOption({ value: (await option.getAttribute('value')) ?? '' });
  await press(t('viewings.show'));
  await staff.getByLabel(t('viewings.on'), { exact: true }).fill(on);
  await staff.getByLabel(t('viewings.times'), { exact: true }).fill(times);
  await press(t('viewings.open_slots'));
  await expect(staff.getByRole('status')).toHaveText(t('viewings.opened'));
}

/** A time of London as pages say it. */
export const londonTime = (on: string, time: string, locale: Locale): string =>
  timeIn(momentOf(on, time, 'Europe/London') ?? new Date(), 'Europe/London', locale);

/** Chooses that time in the field with this label. */
export async function chooseTime(page: Page, label: string, [on, time, locale]: readonly [string, string, Locale]): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.selectOption(await field.locator('option', { hasText: londonTime(on, time, locale) }).getAttribute('value'));
}

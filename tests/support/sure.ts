/** Says yes where a page asks once more before it does what was pressed. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { T } from '#lib/i18n/t.ts';

/** @param done the address of the page that follows, in part. */
export async function sayYesIfAsked(page: Page, t: T, done: RegExp): Promise<void> {
  const yes = page.getByRole('main').getByRole('button', { name: t('endings.sure_yes'), exact: true });
  await expect.poll(async () => done.test(page.url()) || (await yes.isVisible())).toBe(true);
  if (!done.test(page.url())) await yes.press('Enter');
  await page.waitForURL(done);
}

/** Fills in a code that was sent: with script a whole one is sent by itself, without it somebody presses. */
import type { Page } from '@playwright/test';
import type { MessageKey, T } from '#lib/i18n/t.ts';

type Names = { readonly field: MessageKey; readonly button: MessageKey };

/** @param code one that is right, so that another page follows. */
export async function enterCode(
  page: Page,
  t: T,
  code: string,
  { field, button }: Names = { field: 'accounts.code', button: 'accounts.go_on' },
): Promise<void> {
  const main = page.getByRole('main');
  const before = page.url();
  // Script listens once it has come.
  await page.waitForLoadState('networkidle');
  const isPressed = await page.evaluate(() => matchMedia('(scripting: none)').matches);
  await main.getByRole('textbox', { name: t(field) }).fill(code);
  if (isPressed) await main.getByRole('button', { name: t(button), exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
}

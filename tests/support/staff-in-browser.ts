/** Members of staff as browser tests need them: made by command, come in with password and one-time code. */
import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { expect } from './browser.ts';

export const staffName = 'Ann Lee';

/** What the command for staff prints. @param dataDir of a site of the test's own. */
export function staffCommand(args: readonly string[], siteUrl: string, dataDir = process.env['SITE_DATA_DIR']): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/staff.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, SITE_URL: siteUrl, DATABASE_URL: '' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The query of the link by which a new member of staff comes in. @param dataDir of a site of the test's own. */
export function ticketFor(email: string, siteUrl: string, dataDir?: string): string {
  const printed = staffCommand(['add', '--email', email, '--name', staffName, '--role', 'admin'], siteUrl, dataDir);
  return new URL(/https?:\S+/.exec(printed)?.[0] ?? '').search;
}

/** Has somebody new come in; the page shows their overview then. */
export async function comeIn(page: Page, locale: Locale, siteUrl: string): Promise<void> {
  const t = translator(locale);
  const paths = createPaths(locale, false);
  const main = page.getByRole('main');
  await page.goto(`${paths.to('staff_enrol')}${ticketFor(`staff-${crypto.randomUUID().slice(0, 8)}@example.org`, siteUrl)}`);
  const secret = (await main.locator('.secret').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel(t('accounts.new_password')).fill('Harbour-2031');
  await page.getByRole('textbox', { name: t('staff.code') }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await main.getByRole('button', { name: t('staff.enrol'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('staff.hello', { name: staffName }) })).toBeVisible();
}

/** `test` for browser tests: knows the running site, and fails on any complaint in the console. */
import { expect, test as base } from '@playwright/test';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { watchConsole } from './console-guard.ts';
import { isPlain } from './page-types.ts';
import type { PageName, PagePaths } from './page-types.ts';

/** Set by browser-setup.ts. */
function given(name: 'SITE_BASE_URL' | 'SITE_PATHS'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run browser tests with "npx playwright test" or "npm test -- browser"`);
  return value;
}

/** The address of a page in a locale. @example addressOf('new_list2', 'en-us') // '/en/uk/manchester' */
export function addressOf(name: PageName, locale: Locale): string {
  const path = (JSON.parse(given('SITE_PATHS')) as PagePaths)[name];
  if (path === undefined) throw new Error(`The site has no page of type ${name}`);
  const { prefix } = localeFacts[locale];
  return prefix === '' || isPlain(name) ? path : `/${prefix}${path === '/' ? '' : path}`;
}

export const test = base.extend<{ quietConsole: void }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures used from this pattern
  baseURL: async ({}, use) => use(given('SITE_BASE_URL')),
  quietConsole: [
    async ({ page }, use) => {
      const complaints = watchConsole(page);
      await use();
      expect(complaints, 'complaints in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

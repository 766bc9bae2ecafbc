/** Browser tests: the built site in Chromium. `npx playwright test tests/browser/chrome.test.ts` runs one file. */
import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, chromiumPath } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.test.ts',
  globalSetup: './tests/support/browser-setup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine may stumble once; `npm test` names what passed on the second try only.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // A language that no page has: nobody is offered another than the page's.
    locale: 'fr-FR',
    timezoneId: 'Asia/Shanghai',
    // It would answer before the requests that tests watch and change; tests of being offline allow it.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumArguments] },
  },
});

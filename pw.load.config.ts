/** Browser tests: the built site in Chromium. `npx playwright test tests/browser/chrome.test.ts` runs one file. */
import { defineConfig, devices } from '@playwright/test';
import { chromiumArguments, installedBrowser } from './tests/support/chromium.ts';

/** None on a new machine, when this is read for the first time: the setup installs it, and workers read this again. */
const executablePath = installedBrowser();

export default defineConfig({
  testDir: 'tests/browser',
  // The one file whose tests follow each other begins at once, or one worker would be left with it at the end.
  projects: [
    { name: 'in-turn', testMatch: '**/streets.test.ts' },
    { name: 'together', testMatch: '**/*.test.ts', testIgnore: '**/streets.test.ts' },
  ],
  globalSetup: './tests/support/browser-setup.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine may stumble once; `npm test` names what passed on the second try only.
  retries: 0,
  // Limits end what hangs; nothing fails because a machine is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["line"]],
  use: {
    ...devices['Desktop Chrome'],
    // A language that no page has: nobody is offered another than the page's.
    locale: 'fr-FR',
    timezoneId: 'Asia/Shanghai',
    // It would answer before the requests that tests watch and change; tests of being offline allow it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumArguments] },
  },
});

/** Finds the Chromium for browser tests and Lighthouse. Configurations read this: it installs nothing; `ensure-browser.ts` does. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without windows of its own takes three quarters of the time: docs/decisions/0089-browser-tests-without-windows.md. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** The browser to use, if there is one: CHROMIUM_PATH, Debian's without windows, another installed one, or Playwright's own download. */
export function installedBrowser(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return existsSync(given) ? given : undefined;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApplications, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
}

/**
 * The browser to use, for those who start one.
 * @throws {Error} that says how to get one.
 */
export function chromiumPath(): string {
  const found = installedBrowser();
  if (found) return found;
  const given = process.env['CHROMIUM_PATH'];
  throw new Error(
    given
      ? `CHROMIUM_PATH names ${given}, which does not exist.`
      : 'There is no Chromium. On Debian as root, npm test installs it; otherwise install it (Debian: apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH.',
  );
}

/** Arguments that keep Chromium quiet, offline and able to run in containers. */
export const chromiumArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-quic',
  // How far ahead lazy pictures are fetched depends on how fast Chromium thinks the network is; a busy test machine must not decide that.
  '--force-effective-connection-type=4G',
  '--disable-dev-shm-usage',
];

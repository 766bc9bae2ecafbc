/** Finds a Chromium for browser tests and Lighthouse, and sees that Chinese has a font. Installs what is missing where it may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { canInstallPackages, installPackages } from './debian.ts';

/** Chromium without windows of its own takes three quarters of the time: docs/decisions/0089-browser-tests-without-windows.md. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApplications, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
}

function installBrowser(): void {
  const why = 'the browser tests need a browser';
  try {
    installPackages([shell], why);
  } catch {
    // Older Debians and Ubuntu do not have it.
    installPackages(['chromium'], why);
  }
}

function ensureChineseFont(): void {
  if (process.platform !== 'linux') return;
  const list = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  if (list.status === 0 && list.stdout.trim() !== '') return;
  if (canInstallPackages()) installPackages(['fontconfig', 'fonts-noto-cjk'], 'Chinese pages need a Chinese font');
  else console.warn('No Chinese font is installed; Chinese text is shown as boxes. Install fonts-noto-cjk.');
}

/**
 * The browser to use: CHROMIUM_PATH, Debian's without windows, another installed one, or Playwright's own download.
 * @throws {Error} that says what to install.
 */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
    return given;
  }
  if (!installedBrowser()) {
    if (canInstallPackages()) installBrowser();
    else spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const found = installedBrowser();
  if (!found) throw new Error('The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH.');
  ensureChineseFont();
  // Workers and further programs find the same one without looking again.
  process.env['CHROMIUM_PATH'] = found;
  return found;
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

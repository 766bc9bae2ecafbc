/** The build, when something that it reads has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly, say, took } from './quietly.ts';

const stamp = 'dist/.built-from';

/** Where Node keeps what it compiled (`NODE_COMPILE_CACHE`). Names of built files change, so that it would grow with each build. */
export const compiled = '.runtime/compiled';

/** Settings that end up in built files. */
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
  'scripts/optional-mapbox.ts',
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

/** Builds, when something the build reads has changed. Tells whether it did. */
export async function build(): Promise<boolean> {
  const inputs = inputsOfBuild();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === inputs) return false;
  const since = performance.now();
  say('Building the site …');
  rmSync(stamp, { force: true });
  rmSync(compiled, { recursive: true, force: true });
  await quietly(process.execPath, ['scripts/build-site.ts'], 'The messages above say what to mend; "npm run check" says more.');
  writeFileSync(stamp, `${inputs}\n`);
  say(`Site built (${took(since)})`);
  return true;
}

/** The build, when something that it reads has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildOf, keepBuild, placeToBuild, pointTo, pruneBuilds, rootOfBuilds, useBuild } from '#server/builds.ts';
import { quietly, say, took } from './quietly.ts';

/** Where Node keeps what it compiled (`NODE_COMPILE_CACHE`). Names of built files change, so that it would grow with each build. */
export const compiled = '.runtime/compiled';

/** Settings that end up in built files. Not BUILD_DIR: builds live side by side in it, each in a folder of its own. */
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
export function inputsOfBuild(): string {
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

/** What a command is given to serve. `isNew`: it was built just now. */
export type Built = { readonly folder: string; readonly isNew: boolean };

/**
 * The build of the files and settings that are there now, made where there is none, and `current` leads to it. It is this process's
 * from here on: no other command removes it. To be called by one command at a time (`alone`).
 * @param force make it although there is one.
 */
export async function build(force = false): Promise<Built> {
  // Settings are read by what has to be installed first.
  const { readConfig } = await import('#lib/config.ts');
  const root = rootOfBuilds(readConfig(process.env).buildDir);
  const inputs = inputsOfBuild();
  const known = force ? undefined : buildOf(root, inputs);
  const folder = known ?? (await make(root, inputs));
  useBuild(folder);
  pointTo(root, folder);
  pruneBuilds(root, folder);
  return { folder, isNew: known === undefined };
}

async function make(root: string, inputs: string): Promise<string> {
  const since = performance.now();
  say('Building the site …');
  // What a build that was killed has left.
  pruneBuilds(root);
  const place = placeToBuild(root);
  // Where this command would listen is no part of the pages.
  const settings = { BUILD_DIR: place, PORT: '' };
  await quietly(process.execPath, ['scripts/build-site.ts'], 'The messages above say what to mend; "npm run check" says more.', settings);
  rmSync(compiled, { recursive: true, force: true });
  const folder = keepBuild(root, place, inputs);
  say(`Site built (${took(since)})`);
  return folder;
}

/**
 * What `npm run build` runs. Builds the site: `astro build`, short names for the marks of scoped styles, then compressed twins of every text file,
 * then, where catalogue pages are wanted as files (RENDER_CATALOGUE=built), the export.
 */
import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { readConfig } from '#lib/config.ts';
import { shortenScopes } from './short-scopes.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const textEndings = new Set(['.html', '.css', '.js', '.mjs', '.json', '.webmanifest', '.txt', '.xml', '.svg']);
/** Below this many bytes, compression saves no packet. */
const worthwhile = 512;
/** Files compressed at once; zlib has four threads. */
const atOnce = 8;

/** Runs a program of ours with its output shown. */
async function run(...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, parameters, { stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } });
  const code = await new Promise((resolve) => void child.on('close', resolve));
  if (code !== 0) process.exit(1);
}

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < worthwhile) return;
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    gzipped(plain, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

async function compressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() && textEndings.has(extname(entry.name))).map((entry) => join(entry.parentPath, entry.name));
  const queue = paths.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const path of queue) await compressFile(path);
    }),
  );
  return paths.length;
}

/** What the built server alone knows and files need too: what wakes islands, and how a page asks for its script. */
type Built = { readonly islandFile: { readonly path: string; readonly text: string }; readonly withLateScript: (html: string) => string };

async function finishFiles(folder: string): Promise<void> {
  const { islandFile, withLateScript }: Built = await import(pathToFileURL(join(folder, 'server/entry.mjs')).href);
  const client = join(folder, 'client');
  await writeFile(join(client, islandFile.path), islandFile.text);
  for (const name of await readdir(client, { recursive: true })) {
    if (extname(name) !== '.html') continue;
    const path = join(client, name);
    await writeFile(path, withLateScript(await readFile(path, 'utf8')));
  }
}

const { buildDir, renderCatalogue } = readConfig(process.env);
await run('node_modules/astro/bin/astro.mjs', 'build', '--silent');
console.log(`${await shortenScopes(buildDir)} marks of scoped styles shortened`);
await finishFiles(buildDir);
console.log(`${await compressFolder(join(buildDir, 'client'))} text files compressed`);
if (renderCatalogue === 'built') await run('scripts/export.ts');

#!/usr/bin/env node
/**
 * The way into every command: `npm start`, `npm test`, `npm run build` … come through here.
 * Finds a fitting Node, installs what package-lock.json lists, builds what changed, and then runs the command.
 * What stands already is not done again, and a command that only tells of itself needs none of it.
 * Plain JavaScript, because the machine's own Node may be old.
 */
import { existsSync } from 'node:fs';
import module from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Stop, continueUnder, fetchedNode, fits } from './setup/node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/**
 * Each command: the program, and whether the site must be built before it runs.
 * @type {Record<string, { program: string, builds?: true, says: string }>}
 */
const commands = {
  start: { program: 'scripts/start.ts', builds: true, says: 'serve the site (build first, if anything changed)' },
  test: { program: 'scripts/test.ts', says: 'check everything and run every test, or some files' },
  build: { program: 'scripts/build.ts', says: 'build the site below dist/' },
  check: { program: 'scripts/check.ts', says: 'types, lint, format, boundaries, dead code, messages' },
  'check-live': { program: 'scripts/check-live.ts', says: 'whether the services that the settings name answer' },
  'content-check': { program: 'scripts/content-check.ts', says: 'what is wrong with texts of editors' },
  format: { program: 'scripts/format.ts', says: 'format every file' },
  dev: { program: 'scripts/dev.ts', says: 'the site with changes shown at once' },
  migrate: { program: 'scripts/migrate.ts', says: 'bring the database up to date' },
  seed: { program: 'scripts/seed.ts', says: 'fill the database with sample homes' },
  import: { program: 'scripts/import.ts', says: 'import a supplier feed' },
  photos: { program: 'scripts/photos.ts', says: 'suppliers’ photographs: how many are ours, why others are not' },
  basemap: { program: 'scripts/basemap.ts', says: 'the file of streets under our maps: install, look at, remove' },
  export: { program: 'scripts/export.ts', builds: true, says: 'write catalogue pages as files' },
  icons: { program: 'scripts/icons.ts', says: 'draw the icons of public/ from the mark' },
  indexnow: { program: 'scripts/indexnow.ts', says: 'tell search engines what changed' },
  backup: { program: 'scripts/backup.ts', says: 'write database, stored files and secret into a folder' },
  restore: { program: 'scripts/restore.ts', says: 'put a backup into an empty place' },
  jobs: { program: 'scripts/jobs.ts', says: 'jobs waiting, failed and dead; put dead ones back' },
  'audit-log': { program: 'scripts/audit-log.ts', says: 'read the audit log, or check that it is whole' },
  bank: { program: 'scripts/bank.ts', says: 'take in a statement of our bank' },
  staff: { program: 'scripts/staff.ts', says: 'who operates the site: add, list, change, end' },
  audit: { program: 'scripts/audit.ts', says: 'ask the registry for known weaknesses of what is installed' },
  spec: { program: 'scripts/spec.ts', says: 'how much of docs/requirements.tsv is named by tests' },
  bench: { program: 'scripts/bench.ts', builds: true, says: 'measure, and write docs/benchmarks.md' },
  screenshots: { program: 'scripts/screenshots.ts', builds: true, says: 'pictures of pages into a folder' },
};

const [name = '', ...rest] = process.argv.slice(2);

function usage() {
  const lines = Object.entries(commands).map(([known, { says }]) => `  npm run ${known.padEnd(12)} ${says}`);
  return `Commands:\n${lines.join('\n')}\nParameters go after "--": npm run bench -- cached. Each explains itself: npm run bench -- --help`;
}

async function main() {
  if (name === '--help' || name === '-h') {
    console.log(usage());
    return;
  }
  const chosen = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!chosen) {
    process.stderr.write(`${name ? `There is no command "${name}".\n` : ''}${usage()}\n`);
    process.exitCode = 2;
    return;
  }
  if (!fits(process.versions.node)) return continueUnder(fetchedNode(root));
  // Started by an older Node: when that one goes, however it goes, this one goes too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref?.();
  const program = join(root, chosen.program);
  if (!existsSync(program)) throw new Stop(`${chosen.program} is missing from this copy of Loftling; fetch the whole tree again.`);
  const { preparation } = await import('./command.ts');
  preparation.before = async () => {
    const { alone } = await import('./setup/alone.ts');
    const { install } = await import('./setup/install.ts');
    const { build, compiled } = await import('./setup/build.ts');
    await alone(install);
    if (name === 'start') await (await import('./setup/way-free.ts')).findWayFree();
    // The build of these very files and settings, whatever another command builds meanwhile.
    if (chosen.builds) Object.assign(process.env, { BUILD_DIR: (await alone(build)).folder });
    // What this command and those it starts compile, types taken out, is read by the next: a start takes a fifth less of the processor.
    process.env.NODE_COMPILE_CACHE ??= compiled;
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
    // What the program starts should find this same Node.
    process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  };
  process.argv = [process.execPath, program, ...rest];
  await import(pathToFileURL(program).href);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Stop ? error.message : String(error?.stack ?? error)}\n`);
  process.exit(1);
});

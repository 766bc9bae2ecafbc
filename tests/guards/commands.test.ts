/** Commands: they explain themselves on a copy where nothing is installed, and the build is made anew when what makes it changes. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFiles } from '../../scripts/setup/build.ts';
import { expectNone, filesBelow, importsOf, linesLike } from './source-files.ts';

/** Every file that one leads to, itself included, and the packages they name. */
function reached(starts: readonly string[]): { readonly files: Set<string>; readonly packages: string[] } {
  const files = new Set(starts);
  const packages: string[] = [];
  for (const path of files) {
    for (const one of importsOf({ path, text: readFileSync(path, 'utf8') })) {
      if (one.typeOnly || one.late) continue;
      if (existsSync(one.to)) files.add(one.to);
      else if (!one.to.startsWith('node:')) packages.push(`${one.from}:${one.line}: imports ${one.to}`);
    }
  }
  return { files, packages };
}

test('a command needs nothing installed to explain itself', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const table = readFileSync('scripts/run.mjs', 'utf8');
  const programs = [...table.matchAll(/program: '([^']+)'/g)].map(([, program = '']) => program);
  expect(programs.length).toBeGreaterThanOrEqual(new Set(Object.values(scripts).map((line) => line.split(' ')[3])).size);
  expectNone(reached(['scripts/run.mjs', ...programs]).packages, 'Import it inside run() with await import(), in a file of its own if there is more of it.');
});

test('every command declares itself', () => {
  const programs = [...readFileSync('scripts/run.mjs', 'utf8').matchAll(/program: '([^']+)'/g)].map(([, program = '']) => program);
  expectNone(
    programs.filter((path) => !/^await command\(\{$/m.test(readFileSync(path, 'utf8'))),
    'Declare it with command() of scripts/command.ts: name, what it does, options, example, run.',
  );
});

test('every file that makes the build makes it stale when it changes', () => {
  const { files } = reached(['astro.config.mjs', 'scripts/build-site.ts']);
  const ofBuild = [...files].filter((path) => !path.startsWith('src/'));
  expect(filesBelow(['src'], /\.ts$/).length).toBeGreaterThan(0);
  expectNone(
    ofBuild.filter((path) => !buildFiles.includes(path)),
    'Add it to buildFiles in scripts/setup/build.ts, or a change of it is built into nothing.',
  );
  expectNone(
    buildFiles.filter((path) => !existsSync(path)),
    'Take it out of buildFiles in scripts/setup/build.ts.',
  );
  expect(buildFiles.toSorted()).toEqual([...new Set(buildFiles)].toSorted());
});

test('no script names the folder of the build, which a setting does', () => {
  expectNone(
    filesBelow(['scripts'], /\.(?:ts|mjs)$/).flatMap((file) => linesLike(file, /'dist[/']/).filter((line) => !line.includes('join(folder,'))),
    'Take it from readConfig(process.env).buildDir, so that two builds live side by side.',
  );
});

test('what reads built pages takes a build that stays its own', () => {
  const allowed = ['src/server/builds.ts', 'src/server/start.ts', 'scripts/build-site.ts', 'tests/unit/build.test.ts', 'tests/guards/commands.test.ts'];
  expectNone(
    filesBelow(['src', 'scripts', 'tests'], /\.(?:ts|mjs)$/)
      .filter(({ path }) => !allowed.includes(path))
      .flatMap((file) => linesLike(file, /server\/entry\.mjs|\/server\/chunks/).filter((line) => !line.includes('renameSync'))),
    'Take it with openBuild() of src/server/start.ts: a build that nobody says to use is removed when the next one is there.',
  );
});

test('no option of a command covers a setting of the same name', () => {
  const known = new Set([...readFileSync('src/lib/settings.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name));
  expect(known.has('PORT')).toBe(true);
  expectNone(
    filesBelow(['scripts'], /\.ts$/).flatMap((file) =>
      linesLike(file, /^ {4}'?[\w-]+'?: \{ .*\bdefault: /).filter((line) =>
        known.has((/: +'?([\w-]+)'?: \{/.exec(line)?.[1] ?? '').replaceAll('-', '_').toUpperCase()),
      ),
    ),
    'Leave its default out and take the setting where the option is not given: PORT=5000 npm run dev listens on 5000.',
  );
});

test('the import of feeds has a bound on its memory', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const megabytes = Number(/--max-old-space-size=(\d+) --max-semi-space-size=\d /.exec(scripts['import'] ?? '')?.[1]);
  // With what lies beside the heap it stays below 300 MB.
  expect(megabytes).toBeLessThanOrEqual(200);
  // Its composition makes nothing that pages need: indexes alone took more than that.
  expect(readFileSync('scripts/import-and-tell.ts', 'utf8')).not.toContain("'#lib/open.ts'");
});

test('a container starts the site with the same bounds on its memory as `npm start`', () => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const flags = [...(scripts['start'] ?? '').matchAll(/--[\w-]+=\d+/g)].map(([flag]) => flag);
  const contained = [...readFileSync('Dockerfile', 'utf8').matchAll(/"(--[\w-]+=\d+)"/g)].map(([, flag]) => flag);
  expect(flags.length).toBeGreaterThan(1);
  expect(contained).toEqual(flags);
});

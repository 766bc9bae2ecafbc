/** `npm run format`: Biome for TypeScript, JSON and CSS, Prettier for .astro files, which Biome does not format whole. */
import { spawnSync } from 'node:child_process';
import { command } from './command.ts';

await command({
  name: 'npm run format',
  says: 'Formats every file, or those named: TypeScript, JSON and CSS with Biome, .astro files with Prettier.',
  operands: { name: 'PATH', says: 'files and folders to format instead of all', many: true },
  options: { check: { says: 'change nothing; name what is not formatted' } },
  examples: ['npm run format', 'npm run format -- --check', 'npm run format -- src/pages scripts/format.ts'],
  run({ options, operands }) {
    const isAstro = (path: string): boolean => path.endsWith('.astro');
    const isFolder = (path: string): boolean => !/\.\w+$/.test(path);
    const forBiome = operands.filter((path) => !isAstro(path));
    const forPrettier = operands
      .filter((path) => isAstro(path) || isFolder(path))
      .map((path) => (isFolder(path) ? `${path.replace(/\/$/, '')}/**/*.astro` : path));
    const isAll = operands.length === 0;
    const programs: readonly (readonly string[])[] = [
      ...(isAll || forBiome.length > 0
        ? [['biome', 'format', '--no-errors-on-unmatched', ...(options.check ? ['--max-diagnostics=5'] : ['--write']), ...(isAll ? ['.'] : forBiome)]]
        : []),
      ...(isAll || forPrettier.length > 0
        ? [
            [
              'prettier',
              '--no-error-on-unmatched-pattern',
              ...(options.check ? ['--check', '--log-level', 'warn'] : ['--write', '--list-different']),
              ...(isAll ? ['src/**/*.astro'] : forPrettier),
            ],
          ]
        : []),
    ];
    const statuses = programs.map(([program = '', ...parameters]) => spawnSync(`node_modules/.bin/${program}`, parameters, { stdio: 'inherit' }).status ?? 1);
    // Each has named what it found; both are asked, also when the first finds something.
    return options.check ? Math.max(...statuses) : statuses.some((status) => status > 1) ? 1 : 0;
  },
});

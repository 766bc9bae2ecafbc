/** `npm run build`: the site into dist/, when anything that it is made from has changed. */
import { rmSync } from 'node:fs';
import { command } from './command.ts';

await command({
  name: 'npm run build',
  says: 'Builds the site into dist/, unless it is built from these very files already. With RENDER_CATALOGUE=built it also writes the pages of the catalogue as files.',
  options: { force: { says: 'build although nothing changed' } },
  examples: ['npm run build', 'npm run build -- --force', 'RENDER_CATALOGUE=built npm run build'],
  async run({ options }) {
    const { alone } = await import('./setup/alone.ts');
    const { build } = await import('./setup/build.ts');
    if (options.force) rmSync('dist', { recursive: true, force: true });
    if (await alone(build)) return 0;
    console.error('The site is built from these very files already ("npm run build -- --force" builds it again)');
    // The catalogue as files follows the data, which change without the code.
    if (process.env['RENDER_CATALOGUE'] !== 'built') return 0;
    const { exportCatalogue } = await import('./export-catalogue.ts');
    return exportCatalogue({ all: false, onlySay: false });
  },
});

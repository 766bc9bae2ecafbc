/** `npm run build`: the site into a folder of its own below dist/ (BUILD_DIR), when anything that it is made from has changed. */
import { relative } from 'node:path';
import { command } from './command.ts';

await command({
  name: 'npm run build',
  says: 'Builds the site into a folder of its own below dist/, or the folder that BUILD_DIR names, unless it is built from these very files already; dist/current leads to it. A running server keeps the build that it began with. With RENDER_CATALOGUE=built it also writes the pages of the catalogue as files.',
  options: { force: { says: 'build although nothing changed' } },
  examples: ['npm run build', 'npm run build -- --force', 'RENDER_CATALOGUE=built npm run build', 'BUILD_DIR=.data/other npm run build'],
  async run({ options }) {
    const { alone } = await import('./setup/alone.ts');
    const { build } = await import('./setup/build.ts');
    const { folder, isNew } = await alone(() => build(options.force));
    console.error(`It is in ${relative('', folder)}`);
    if (isNew) return 0;
    console.error('The site is built from these very files already ("npm run build -- --force" builds it again)');
    // The catalogue as files follows the data, which change without the code.
    const { readConfig } = await import('#lib/config.ts');
    if (readConfig(process.env).renderCatalogue !== 'built') return 0;
    const { exportCatalogue } = await import('./export-catalogue.ts');
    return exportCatalogue({ all: false, onlySay: false });
  },
});

/** `npm run screenshots`: pictures of pages into a folder. */
import { locales } from '#lib/i18n/locales.ts';
import { MisuseError, command } from './command.ts';

const languages: readonly string[] = locales;

await command({
  name: 'npm run screenshots',
  says: 'Takes pictures of pages of the seeded test site: narrow and wide, light and dark.',
  operands: { name: 'PATH', says: 'addresses without language prefix, instead of every page type', many: true },
  options: {
    to: { value: 'FOLDER', says: 'where they go', default: 'test-results/screenshots' },
    locales: { value: 'LIST', says: `some of ${languages.join(', ')}`, default: 'zh-cn,en-us,vi-vn' },
    'first-screen': { says: 'what a window shows, not the whole page' },
  },
  examples: ['npm run screenshots -- --locales en-us --to test-results/london /uk/london'],
  check({ options }) {
    const unknown = options.locales.split(',').filter((one) => !languages.includes(one));
    if (unknown.length > 0) throw new MisuseError(`--locales ${unknown.join(',')}: there are ${languages.join(', ')}.`);
  },
  async run({ options, operands: paths }) {
    const { takeScreenshots } = await import('./take-screenshots.ts');
    await takeScreenshots({ to: options.to, only: options.locales.split(','), firstScreen: options['first-screen'], paths });
  },
});

/** `npm run screenshots`: pictures of pages into a folder. */
import { locales } from '#lib/i18n/locales.ts';
import { MisuseError, command } from './command.ts';

const choices: Readonly<Record<'locales' | 'widths' | 'themes', readonly string[]>> = { locales, widths: ['390', '1280'], themes: ['light', 'dark'] };

await command({
  name: 'npm run screenshots',
  says: 'Takes pictures of pages of the seeded test site: narrow and wide, light and dark.',
  operands: { name: 'PATH', says: 'addresses without language prefix, instead of every page type', many: true },
  options: {
    to: { value: 'FOLDER', says: 'where they go', default: 'test-results/screenshots' },
    locales: { value: 'LIST', says: `some of ${locales.join(', ')}`, default: 'zh-cn,en-us,vi-vn' },
    widths: { value: 'LIST', says: 'of the window in CSS pixels, some of 390, 1280', default: '390,1280' },
    themes: { value: 'LIST', says: 'some of light, dark', default: 'light,dark' },
    'first-screen': { says: 'what a window shows, not the whole page' },
    sheet: { says: 'each kind of page on one sheet, too: windows and themes below each other, languages side by side' },
  },
  examples: ['npm run screenshots -- --locales en-us --to test-results/london /uk/london'],
  check({ options }) {
    for (const [name, all] of Object.entries(choices)) {
      const unknown = options[name as keyof typeof choices].split(',').filter((one) => !all.includes(one));
      if (unknown.length > 0) throw new MisuseError(`--${name} ${unknown.join(',')}: there are ${all.join(', ')}.`);
    }
  },
  async run({ options, operands: paths }) {
    const { takeScreenshots } = await import('./take-screenshots.ts');
    await takeScreenshots({
      to: options.to,
      only: options.locales.split(','),
      widths: options.widths.split(',').map(Number),
      themes: options.themes.split(','),
      firstScreen: options['first-screen'],
      sheets: options.sheet,
      paths,
    });
  },
});

/** `npm run icons`: the icons of the site, from the mark of the brand. */
import { command } from './command.ts';

await command({
  name: 'npm run icons',
  says: 'Draws favicon.svg, icon-192.png, icon-512.png and apple-touch-icon.png in public/ from the mark of src/lib/brand.ts.',
  options: { check: { says: 'only say which of them are not of this mark; status 1 then' } },
  examples: ['npm run icons', 'npm run icons -- --check'],
  async run({ options }) {
    const { drawIcons, staleIcons } = await import('./draw-icons.ts');
    const stale = await staleIcons();
    if (options.check) {
      console.log(stale.length > 0 ? `Not of the mark in src/lib/brand.ts: ${stale.join(', ')}. npm run icons draws them.` : 'All icons are of the mark.');
      return stale.length > 0 ? 1 : 0;
    }
    await drawIcons(stale);
    console.log(stale.length > 0 ? `Drawn: ${stale.join(', ')}` : 'All icons are of the mark.');
    return 0;
  },
});

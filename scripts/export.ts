/** `npm run export`: the catalogue's pages as files. */
import { command } from './command.ts';

await command({
  name: 'npm run export',
  says: 'Writes the pages of the catalogue that are for search engines as files into the built site, with their pictures, for a host that serves files only. Says beforehand how many there are and how much disk they take. Pages whose data did not change since the last run stay as they are. Works beside a running server.',
  options: {
    all: { says: 'also the pages that are not for search engines: parts of homes, lists of few homes' },
    'only-say': { says: 'say how many pages and how much disk, and write nothing' },
  },
  examples: ['npm run export', 'npm run export -- --all --only-say'],
  async run({ options }) {
    const { exportCatalogue } = await import('./export-catalogue.ts');
    return exportCatalogue({ all: options.all, onlySay: options['only-say'] });
  },
});

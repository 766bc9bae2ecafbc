/** `npm run export`: the catalogue's pages as files. */
import { command } from './command.ts';

await command({
  name: 'npm run export',
  says: 'Writes the pages of the catalogue as files into the built site, for a host that serves files only. Pages whose data did not change since the last run stay as they are. Works beside a running server.',
  examples: ['npm run export'],
  async run() {
    const { exportCatalogue } = await import('./export-catalogue.ts');
    return exportCatalogue();
  },
});

/** `npm run restore`: what `npm run backup` has written, into an empty place. */
import { command } from './command.ts';

await command({
  name: 'npm run restore',
  says: 'Puts a backup into the database, the storage and the data folder that the settings name, and brings the schema up to date. Checks every sum first, refuses a database that is not empty, and needs the server stopped.',
  operands: { name: 'FOLDER', says: 'the backup', needed: true },
  options: {
    replace: { says: 'take away what is in the database first, for good' },
    check: { says: 'say whether the backup is whole, and restore nothing' },
    'without-secrets': { says: 'leave the secret of this place as it is' },
  },
  examples: ['npm run restore -- backups/monday --check', 'DATA_DIR=.data/again npm run restore -- backups/monday'],
  async run({ options, operands: [folder = ''] }) {
    const { checkAndTell, restore } = await import('./backup-and-tell.ts');
    if (options.check) await checkAndTell(folder);
    else await restore(folder, { replace: options.replace, withSecrets: !options['without-secrets'] });
  },
});

/** `npm run backup`: everything that is not in the repository, into a folder. */
import { command } from './command.ts';

await command({
  name: 'npm run backup',
  says: 'Writes the database, the stored files and the secret into a folder that only this user may read. Works beside a running server, on Postgres and on the embedded database; settings are not part of it.',
  operands: { name: 'FOLDER', says: 'where to; it must be empty or not there yet', needed: true },
  options: { 'without-secrets': { says: 'leave the secret out; keep it elsewhere, because encrypted fields are lost without it' } },
  examples: ['npm run backup -- backups/monday', 'npm run backup -- backups/monday --without-secrets'],
  async run({ options, operands: [folder = ''] }) {
    const { backUp } = await import('./backup-and-tell.ts');
    await backUp(folder, { withSecrets: !options['without-secrets'] });
  },
});

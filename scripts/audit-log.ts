/** `npm run audit-log`: what was changed by whom, and whether the record of it is whole. */
import { anchorOf, idOf, list, verify } from './audit-entries.ts';
import { command } from './command.ts';

await command({
  name: 'npm run audit-log',
  says: 'Reads the audit log. verify names the first row that is not as it was written, with status 1 then; list shows the latest entries. Works beside a running server.',
  operands: { name: 'WHAT', says: 'what to do', needed: true, oneOf: ['verify', 'list'] },
  options: {
    from: { value: 'ID', says: 'verify: begin at this row' },
    anchor: { value: 'ID:HASH', says: 'verify: what an earlier verify told, kept outside the database' },
    subject: { value: 'NAME:ID', says: 'list: entries about this, such as order:12' },
    actor: { value: 'NAME:ID', says: 'list: entries by this one, such as staff:3' },
    most: { value: 'N', says: 'list: how many entries', default: '50' },
  },
  examples: ['npm run audit-log -- verify', 'npm run audit-log -- list --subject order:12'],
  check({ options: { from, anchor, most } }) {
    if (from !== undefined) idOf('from', from);
    if (anchor !== undefined) anchorOf(anchor);
    idOf('most', most);
  },
  async run({ options, operands: [what] }) {
    await import('#lib/private-files.ts');
    const { readConfig } = await import('#lib/config.ts');
    const { openDatabase } = await import('#lib/db/database.ts');
    const { migrate } = await import('#lib/db/migrate.ts');
    const { createAuditFeature, sealOf } = await import('#lib/features/audit/audit.feature.ts');
    const { openSecrets } = await import('#lib/secrets.ts');
    const config = readConfig(process.env);
    const database = await openDatabase(config, 'beside');
    try {
      await migrate(database.db);
      // The server's own key: a row written without it is told as such.
      const { service: audit } = createAuditFeature({ db: database.db, seal: sealOf(openSecrets({ ...config, manyNodes: config.databaseUrl !== undefined })) });
      if (what === 'verify') return (await verify(audit, options)) ? 0 : 1;
      await list(audit, options);
      return 0;
    } finally {
      await database.close();
    }
  },
});

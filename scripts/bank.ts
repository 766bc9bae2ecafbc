/** `npm run bank`: takes in a statement of our bank, as the page of staff does. */
import { readFile, stat } from 'node:fs/promises';
import { mostSigns } from '#lib/features/statements/statements.schema.ts';
import { command } from './command.ts';

const reasons = {
  form: 'this is neither camt.053 nor CSV with a day and an amount in each row',
  day: 'a day cannot be read, or could be two different days',
  amount: 'an amount cannot be read',
  currency: 'the currency is not one that the books know, or not said',
  balance: 'what moved does not lead from the opening to the closing balance',
  large: 'this has more movements than are taken at once',
  account: 'the file does not say which account it is of: say it by --account',
} as const;

await command({
  name: 'npm run bank',
  says: 'Takes in a statement of our bank (camt.053, or CSV with a day and an amount in each row) and finds which posting of ours each movement is. What was taken before is not taken twice. Status 1 where the file is not taken. Works beside a running server.',
  operands: { name: 'FILE', says: 'the statement', needed: true },
  options: {
    account: {
      value: 'ACCOUNT',
      says: 'of a file that does not say: the account, and the currency behind it, such as "GB33BUKB20201555555555 GBP"',
      default: '',
    },
  },
  examples: ['npm run bank -- statement.xml', 'npm run bank -- statement.csv --account "GB33BUKB20201555555555 GBP"'],
  async run({ options, operands: [file = ''] }) {
    const size = await stat(file).then(
      (one) => one.size,
      () => undefined,
    );
    if (size === undefined || size > 4 * mostSigns) {
      console.error(size === undefined ? `There is no file ${file}.` : `${file} has more than a statement holds.`);
      return 1;
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    await import('#lib/private-files.ts');
    const { readConfig } = await import('#lib/config.ts');
    const { openDatabase } = await import('#lib/db/database.ts');
    const { migrate } = await import('#lib/db/migrate.ts');
    const { createLedger } = await import('#lib/features/ledger/ledger.feature.ts');
    const { createStatements } = await import('#lib/features/statements/statements.feature.ts');
    const config = readConfig(process.env);
    const database = await openDatabase(config, 'beside');
    try {
      await migrate(database.db);
      const ledger = createLedger({ db: database.db }).service;
      const { service } = createStatements({ db: database.db, ledger, audit: { append: () => Promise.resolve() }, bookYears: config.bookYears });
      const taken = await service.take(text, options.account, undefined, new Date());
      if (!taken.ok) {
        console.error(`Line ${taken.line}: ${reasons[taken.why]}. Nothing was taken.`);
        return 1;
      }
      const { read, added, matched, open } = taken.value;
      console.log(`${read} movements read, ${added} of them new; ${matched} are postings of ours, ${open} wait for an explanation at /staff/bank.`);
      return 0;
    } finally {
      await database.close();
    }
  },
});

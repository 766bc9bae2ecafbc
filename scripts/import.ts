/**
 * `npm run import`: a supplier's listing feed (docs/recipes/import-a-feed.md).
 * Exit status: 0 everything was taken, 1 something was refused, 2 the command cannot be carried out.
 */
import { MisuseError, command } from './command.ts';

const kinds = ['operator', 'landlord', 'homestay-host'] as const;

await command({
  name: 'npm run import',
  says: 'Brings in a supplier’s feed (CSV, XML or JSON, also as .gz): whole or not at all, house by house. Works while the server runs. docs/recipes/import-a-feed.md describes the file.',
  operands: { name: 'FILE', says: 'the feed to read', needed: true },
  options: {
    supplier: { value: 'NAME', says: 'whose homes these are; always needed' },
    kind: { value: 'KIND', says: 'what the supplier is', default: 'operator', oneOf: kinds },
    'dry-run': { says: 'say what would happen, and write nothing' },
    full: { says: 'the file has all homes of the supplier: those missing in it are closed' },
    'close-anyway': { says: 'with --full: close them also when much was refused, or most of the supplier’s homes would go' },
    verbose: { says: 'show every remark, not only refusals' },
  },
  examples: ['npm run import -- examples/feeds/teapot.csv --supplier Teapot --dry-run'],
  endsItself: true,
  check({ options }) {
    if (options['close-anyway'] && !options.full) throw new MisuseError('--close-anyway says what --full may do, which is not given');
    if (!options.supplier?.trim()) throw new MisuseError('--supplier NAME is missing: whose homes are these?');
  },
  async run({ options, operands: [file = ''] }) {
    const supplier = options.supplier?.trim() ?? '';
    const { importAndTell } = await import('./import-and-tell.ts');
    try {
      const kind = kinds.find((one) => one === options.kind) ?? 'operator';
      return await importAndTell({
        file,
        supplier,
        kind,
        dryRun: options['dry-run'],
        full: options.full,
        closeAnyway: options['close-anyway'],
        verbose: options.verbose,
      });
    } catch (error) {
      if (!(error instanceof Error && ['FeedFileError', 'SettingError', 'StorageError'].includes(error.name))) throw error;
      console.error(error.message);
      return 2;
    }
  },
});

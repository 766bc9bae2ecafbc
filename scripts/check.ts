/** `npm run check`: every check, or those named. */
import { command } from './command.ts';
import { checkNames } from './check-names.ts';

await command({
  name: 'npm run check',
  says: 'Runs every check of the tree, or those named, and says of each that fails how to mend it.',
  operands: { name: 'CHECK', says: 'checks to run instead of all', many: true, oneOf: checkNames },
  options: { changed: { says: 'leave out what passed before and reads nothing else now; CI runs all' } },
  examples: ['npm run check', 'npm run check -- --changed', 'npm run check -- types lint'],
  async run({ operands, options }) {
    const { runChecks } = await import('./checks.ts');
    const results = await runChecks(operands, (line) => console.log(line), options.changed && !process.env['CI']);
    const failed = results.filter(({ passed }) => !passed);
    console.log(
      `\n${results.length - failed.length} of ${results.length} checks passed${failed.length > 0 ? `; not: ${failed.map(({ name }) => name).join(', ')}` : ''}`,
    );
    return failed.length > 0 ? 1 : 0;
  },
});

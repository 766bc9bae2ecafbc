/** `npm run check`: every check, or those named. */
import { checks, runChecks } from './checks.ts';
import { command } from './command.ts';

await command({
  name: 'npm run check',
  says: 'Runs every check of the tree, or those named, and says of each that fails how to mend it.',
  operands: { name: 'CHECK', says: 'checks to run instead of all', many: true, oneOf: checks.map(({ name }) => name) },
  examples: ['npm run check', 'npm run check -- types lint'],
  async run({ operands }) {
    const results = await runChecks(operands, (line) => console.log(line));
    const failed = results.filter(({ passed }) => !passed);
    console.log(
      `\n${results.length - failed.length} of ${results.length} checks passed${failed.length > 0 ? `; not: ${failed.map(({ name }) => name).join(', ')}` : ''}`,
    );
    return failed.length > 0 ? 1 : 0;
  },
});

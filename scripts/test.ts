/** `npm test`: the checks, then every suite, one after the other on two workers. */
import { command } from './command.ts';
import { planOf, suiteNames } from './test-plan.ts';

await command({
  name: 'npm test',
  says: 'Runs the checks and every test, or what is named. The very last line sums up: "N passed, N failed, N skipped"; a check counts as one test. Tests of the site and of the browser build it first, if anything changed. journeys, faults and engines run only when they are named.',
  operands: { name: 'SUITE or PATH', says: `suites (${suiteNames.join(', ')}), or files and folders of tests`, many: true },
  examples: ['npm test', 'npm test -- unit guards', 'npm test -- tests/unit/money.test.ts tests/browser/chrome.test.ts'],
  check: ({ operands }) => void planOf(operands),
  async run({ operands }) {
    const { runPlan } = await import('./test-suites.ts');
    return runPlan(planOf(operands));
  },
});

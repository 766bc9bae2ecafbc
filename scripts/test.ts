/** `npm test`: the checks, then every suite, one after the other on two workers. */
import { MisuseError, command } from './command.ts';
import { planOf, suiteNames } from './test-plan.ts';
import { readShard } from './testing/shard.ts';

await command({
  name: 'npm test',
  says: 'Runs the checks and every test, or what is named. The very last line sums up: "N passed, N failed, N skipped"; a check counts as one test. Tests of the site and of the browser build it first, if anything changed. journeys, faults and engines run only when they are named.',
  operands: { name: 'SUITE or PATH', says: `suites (${suiteNames.join(', ')}), or files and folders of tests`, many: true },
  options: {
    changed: { says: 'leave out files that passed before and read nothing else now; CI runs all, whatever is asked' },
    shard: { value: 'I/N', says: 'the I-th of N parts of equal weight, for several machines' },
    record: { says: 'keep what everything took in tests/times.json, by which shards are cut and growth is told' },
  },
  examples: ['npm test', 'npm test -- --changed', 'npm test -- unit guards', 'npm test -- tests/unit/money.test.ts', 'npm test -- --shard 2/3'],
  check({ operands, options }) {
    planOf(operands);
    if (options.shard !== undefined && !readShard(options.shard))
      throw new MisuseError(`--shard ${options.shard}: a part is written 2/3, the second of three.`);
  },
  async run({ operands, options }) {
    const { runPlan } = await import('./test-suites.ts');
    const isInCi = Boolean(process.env['CI']);
    if (options.changed && isInCi) console.log('CI runs everything: --changed is not heeded here.');
    return runPlan(planOf(operands), {
      changed: options.changed && !isInCi,
      shard: options.shard === undefined ? undefined : readShard(options.shard),
      record: options.record,
    });
  },
});

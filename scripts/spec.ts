/** `npm run spec`: how much of the register is named by tests, area by area. */
import { command } from './command.ts';
import { namedTests, readRegister } from './register.ts';

const register = readRegister();
const named = new Set(namedTests().flatMap(({ ids }) => ids));

const areas = Map.groupBy(register, ({ area }) => area);
const bar = (share: number): string => '█'.repeat(Math.round(share * 20)).padEnd(20, '·');
const row = (name: string, of: readonly { id: string }[]): string => {
  const done = of.filter(({ id }) => named.has(id)).length;
  return `${name.padEnd(14)} ${String(done).padStart(4)} of ${String(of.length).padStart(4)}  ${bar(done / of.length)} ${String(Math.round((100 * done) / of.length)).padStart(3)} %`;
};

await command({
  name: 'npm run spec',
  says: 'How much of docs/requirements.tsv is named by the titles of tests, area by area.',
  operands: { name: 'AREA', says: 'areas whose rows without a test are listed', many: true, oneOf: [...areas.keys()].sort() },
  examples: ['npm run spec', 'npm run spec -- house'],
  run({ operands }) {
    if (operands.length === 0) {
      for (const [area, rows] of [...areas].sort(([a], [b]) => a.localeCompare(b))) console.log(row(area, rows));
      console.log(row('all', register));
    }
    for (const area of operands) {
      const rows = areas.get(area) ?? [];
      console.log(row(area, rows));
      for (const { id, text } of rows) if (!named.has(id)) console.log(`  ${id}  ${text}`);
    }
    return 0;
  },
});

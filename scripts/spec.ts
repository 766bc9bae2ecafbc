/**
 * How much of the register is named by tests, area by area. `npm run spec -- house` lists the rows of an area
 * that no test names yet.
 */
import { namedTests, readRegister } from './register.ts';

const register = readRegister();
const named = new Set(namedTests().flatMap(({ ids }) => ids));
const chosen = process.argv.slice(2);

const areas = Map.groupBy(register, ({ area }) => area);
const bar = (share: number): string => '█'.repeat(Math.round(share * 20)).padEnd(20, '·');
const row = (name: string, of: readonly { id: string }[]): string => {
  const done = of.filter(({ id }) => named.has(id)).length;
  return `${name.padEnd(14)} ${String(done).padStart(4)} of ${String(of.length).padStart(4)}  ${bar(done / of.length)} ${String(Math.round((100 * done) / of.length)).padStart(3)} %`;
};

if (chosen.length === 0) {
  for (const [area, rows] of [...areas].sort(([a], [b]) => a.localeCompare(b))) console.log(row(area, rows));
  console.log(row('all', register));
} else {
  for (const area of chosen) {
    const rows = areas.get(area);
    if (!rows) {
      console.error(`There is no area "${area}". Areas: ${[...areas.keys()].sort().join(', ')}`);
      process.exitCode = 1;
      continue;
    }
    console.log(row(area, rows));
    for (const { id, text } of rows) if (!named.has(id)) console.log(`  ${id}  ${text}`);
  }
}

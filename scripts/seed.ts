/**
 * Fills the catalogue with invented, marked sample homes.
 * `node scripts/seed.ts [--houses 3000] [--units-per-house N] [--seed WORD]`
 */
import '../src/lib/private-files.ts';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/lib/config.ts';
import { analyze } from '../src/lib/db/migrate.ts';
import { openLoftling } from '#lib/open.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';

const { values } = parseArgs({
  options: { houses: { type: 'string', default: '3000' }, 'units-per-house': { type: 'string' }, seed: { type: 'string', default: 'loftling' } },
});

function count(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  console.error(`--${name} ${text}: a whole number from 1 is expected`);
  process.exit(2);
}

const houses = count('houses', values.houses);
const unitsPerHouse = values['units-per-house'] === undefined ? undefined : count('units-per-house', values['units-per-house']);
// The homes come from here, so the server's own filling stays off.
const services = await openLoftling({ ...readConfig(process.env), sampleCatalogue: false }, 'beside', (line) => console.error(line));
try {
  const { db } = services.database;
  const result = await fillWithSample(
    { catalogue: services.catalogue.service, geo: services.geo, now: new Date() },
    {
      houses,
      ...(unitsPerHouse === undefined ? {} : { unitsPerHouse }),
      seed: values.seed,
      onProgress: (written, wanted) =>
        process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${written} of ${Math.max(written, wanted)} houses${process.stderr.isTTY ? '' : '\n'}`),
    },
  );
  await analyze(db);
  console.log(`${result.houses} houses, ${result.added} of them new, in ${(result.milliseconds / 1000).toFixed(1)} s`);
} finally {
  await services.close();
}

/** `npm run seed`: fills the catalogue with invented, marked sample homes. */
import { MisuseError, command } from './command.ts';

function count(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new MisuseError(`--${name} ${text}: a whole number from 1 is expected.`);
}

await command({
  name: 'npm run seed',
  says: 'Fills the database with invented sample homes, which every page marks as such. The same word gives the same homes again. Works beside a running server.',
  options: {
    houses: { value: 'N', says: 'how many houses', default: '3000' },
    'units-per-house': { value: 'N', says: 'how many kinds of room each house has, instead of some to several' },
    seed: { value: 'WORD', says: 'what chance begins with', default: 'loftling' },
  },
  examples: ['npm run seed -- --houses 600'],
  check({ options }) {
    count('houses', options.houses);
    if (options['units-per-house'] !== undefined) count('units-per-house', options['units-per-house']);
  },
  async run({ options }) {
    const houses = count('houses', options.houses);
    const unitsPerHouse = options['units-per-house'] === undefined ? undefined : count('units-per-house', options['units-per-house']);
    await import('#lib/private-files.ts');
    const { readConfig } = await import('#lib/config.ts');
    const { analyze } = await import('#lib/db/migrate.ts');
    const { fillWithSample } = await import('#lib/sample/sample.service.ts');
    const { openLoftling } = await import('#lib/open.ts');
    // The homes come from here, so the server's own filling stays off.
    const services = await openLoftling({ ...readConfig(process.env), sampleCatalogue: false }, 'beside', (line) => console.error(line));
    try {
      const { db } = services.database;
      const result = await fillWithSample(
        { catalogue: services.catalogue.service, geo: services.geo, now: new Date() },
        {
          houses,
          ...(unitsPerHouse === undefined ? {} : { unitsPerHouse }),
          seed: options.seed,
          onProgress: (written, wanted) =>
            process.stderr.write(`${process.stderr.isTTY ? '\r' : ''}${written} of ${Math.max(written, wanted)} houses${process.stderr.isTTY ? '' : '\n'}`),
        },
      );
      await analyze(db);
      console.log(`${result.houses} houses, ${result.added} of them new, in ${(result.milliseconds / 1000).toFixed(1)} s`);
    } finally {
      await services.close();
    }
  },
});

/** `npm run basemap`: the file of streets under our maps (docs/operations.md, "Streets on the map"). Works while the server runs. */
import { MisuseError, command } from './command.ts';

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

await command({
  name: 'npm run basemap',
  says: 'Checks a PMTiles file of streets (schema of Protomaps, version 4) and installs a copy of it in DATA_DIR; maps show it at once, also those of a running server. docs/operations.md says where to get one.',
  operands: { name: 'FILE', says: 'the file to install' },
  options: {
    check: { says: 'say whether FILE can be used, and install nothing' },
    status: { says: 'say what is installed' },
    remove: { says: 'take the streets away again' },
  },
  examples: ['npm run basemap -- london.pmtiles', 'npm run basemap -- --status'],
  check({ options: { check, status, remove }, operands: [file] }) {
    if ((status ? 1 : 0) + (remove ? 1 : 0) + (file ? 1 : 0) !== 1) throw new MisuseError('Give one of FILE, --status and --remove.');
    if (check && !file) throw new MisuseError('--check needs FILE.');
    if (file && !file.endsWith('.pmtiles')) throw new MisuseError(`${file}: a file whose name ends in .pmtiles is expected.`);
  },
  async run({ options, operands: [file = ''] }) {
    await import('#lib/private-files.ts');
    const { readConfig } = await import('#lib/config.ts');
    const { currentBasemap, installBasemap, lookAtBasemap, removeBasemap } = await import('#lib/features/basemap/basemap.files.ts');
    const { remarksOn } = await import('#lib/features/basemap/basemap.rules.ts');
    const { dataDir } = readConfig(process.env);
    const told = ({ bytes, box, minZoom, maxZoom, layers }: Omit<Awaited<ReturnType<typeof installBasemap>>, 'name' | 'installed'>): string =>
      `${megabytes(bytes)}, longitude ${box.west} to ${box.east}, latitude ${box.south} to ${box.north}, zooms ${minZoom} to ${maxZoom}, layers ${layers.join(', ')}`;
    if (options.status) {
      const facts = await currentBasemap(dataDir);
      console.log(facts ? `Installed ${facts.installed.slice(0, 10)}: ${told(facts)}.` : 'No streets are installed; maps are drawn from our own places.');
    } else if (options.remove) {
      console.log((await removeBasemap(dataDir)) ? 'Removed. Maps are drawn from our own places again.' : 'No streets were installed.');
    } else {
      const { head, bytes } = await lookAtBasemap(file);
      for (const remark of remarksOn(head)) console.log(remark);
      if (options.check) console.log(`It can be used: ${told({ bytes, ...head })}.`);
      else console.log(`Installed: ${told(await installBasemap(dataDir, file, new Date()))}.`);
    }
  },
});

/** `npm run photos`: suppliers' photographs: how many are ours, and why others could not be had. */
import { command } from './command.ts';

await command({
  name: 'npm run photos',
  says: 'Counts suppliers’ photographs, and names those that could not be had, with the reason and when they are tried again. The server fetches them by itself; --fetch does it now. Works beside a running server.',
  options: {
    supplier: { value: 'NAME', says: 'only photographs of this supplier' },
    fetch: { says: 'fetch those whose turn has come, now' },
  },
  examples: ['npm run photos', 'npm run photos -- --supplier Teapot', 'npm run photos -- --fetch'],
  async run({ options }) {
    const { tellOfPhotos } = await import('./tell-of-photos.ts');
    return tellOfPhotos(options);
  },
});

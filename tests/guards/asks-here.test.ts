/** One place decides whether a request comes from this machine, and one what a loopback name is. */
import { test } from 'vitest';
import { expectNone, filesBelow } from './source-files.ts';

/** Reads a client's address for limits and logs; it decides nothing about this machine. */
const readsAddresses = 'src/lib/api/address.ts';

test('nobody else looks at the socket to learn who asks', () => {
  const findings = filesBelow(['src'], /\.(?:ts|astro)$/)
    .filter(({ path, text }) => !['src/server/asks-here.ts', readsAddresses].includes(path) && /\bremoteAddress\b/.test(text))
    .map(({ path }) => path);
  expectNone(findings, 'Ask asksFromHere() of src/server/asks-here.ts: behind a proxy of this machine the socket is loopback for everybody.');
});

test('no other place reads headers of proxies or compares a Host with this machine', () => {
  const looks = /headers(?:\.forwarded|\['?(?:x-forwarded|x-real-ip|via))|loopback(?:Address|Host)/;
  const findings = filesBelow(['src/server', 'src/lib/api'], /\.ts$/)
    .filter(({ path, text }) => !['src/server/asks-here.ts', readsAddresses].includes(path) && looks.test(text))
    .map(({ path }) => path);
  expectNone(findings, 'Ask asksFromHere(), or clientAddress() for whose request it is.');
});

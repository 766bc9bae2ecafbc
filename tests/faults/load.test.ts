/** More than a server can do, and clients that keep it waiting. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' });
});
afterAll(() => site.stop());

async function residentMegabytes(): Promise<number> {
  const metrics = await (await fetch(`${site.baseUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1_048_576;
}

test('a flood of pages nobody has kept: those beyond what it takes on are turned away at once, the others answered, memory is given back', async () => {
  await fetch(`${site.baseUrl}/en/uk/leeds`);
  // By number: nine hundred look-ups of a name would come one after another.
  const origin = site.baseUrl.replace('localhost', '127.0.0.1');
  const before = await residentMegabytes();
  const flood = Promise.all(
    Array.from({ length: 900 }, async (_, number) => {
      const answer = await fetch(`${origin}/en/uk/leeds?supplier_id=${number + 1}`);
      await answer.arrayBuffer();
      return { status: answer.status, wait: answer.headers.get('retry-after') };
    }),
  );
  // Who asks for a page that is at hand is served all the same.
  const kept = await fetch(`${origin}/en/uk/leeds`);
  const answers = await flood;
  const refused = answers.filter(({ status }) => status === 503);
  expect(kept.status).toBe(200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ wait }) => wait === '2')).toBe(true);
  expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(200);
  expect((await fetch(`${site.baseUrl}/en/uk/leeds?supplier_id=1000`)).status).toBe(200);
  expect(await residentMegabytes()).toBeLessThan(before + 600);
});

test('clients that dawdle over a request are told so and let go, while others are served', async () => {
  const { hostname, port } = new URL(site.baseUrl);
  const dawdling = Array.from(
    { length: 60 },
    () =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname);
        let heard = '';
        socket.write('GET /en HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
        const more = setInterval(() => socket.write('a'), 1_000);
        socket.on('data', (chunk) => (heard += chunk.toString()));
        // Who goes on writing to one that has hung up is told so as well.
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearInterval(more);
          resolve(heard);
        });
      }),
  );
  expect((await fetch(`${site.baseUrl}/en`)).status).toBe(200);
  const answers = await Promise.all(dawdling);
  expect(new Set(answers.map((heard) => heard.split('\r\n')[0]))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
  expect((await fetch(`${site.baseUrl}/en`)).status).toBe(200);
});

test('a part that never ends does not keep the process: it ends by itself in time, says what it waited for, and fails', async () => {
  const hangs = `import { Server } from 'node:http'; Server.prototype.close = function () { return this; };`;
  const stuck = await startSite({ LOG_LEVEL: 'silent', NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hangs)}` });
  const since = performance.now();
  expect((await stuck.stop()).code).toBe(1);
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(stuck.output()).toMatch(/did not end within 14 s/);
});

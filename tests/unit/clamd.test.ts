/** The scanner's protocol, against a stand-in that speaks it. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { clamd } from '#lib/ports/scanner/clamd.ts';
import { scannerDaemon } from '#tests/support/scanner-daemon.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
const daemon: (...asked: Parameters<typeof scannerDaemon>) => Promise<{ host: string; port: number }> = async (...asked) => {
  const { end, ...at } = await scannerDaemon(...asked);
  ended.push(end);
  return at;
};

test('a file comes to the daemon whole, and its answer is what is told', async () => {
  let size = 0;
  const at = await daemon((bytes) => {
    size = bytes.length;
    return bytes.includes('HARM') ? 'stream: Test.Harm-1 FOUND\0' : 'stream: OK\0';
  });
  expect(await clamd(at).scan(Buffer.alloc(200_000, 'a'))).toBe('clean');
  expect(size).toBe(200_000);
  expect(await clamd(at).scan(Buffer.concat([Buffer.alloc(70_000), Buffer.from('HARM')]))).toEqual({ found: 'Test.Harm-1' });
});

test('no answer, another answer and nobody there are failures, never a clean file', async () => {
  await expect(clamd(await daemon(() => undefined)).scan(Buffer.from('x'))).rejects.toThrow(/closed the connection/);
  await expect(clamd(await daemon(() => 'INSTREAM size limit exceeded. ERROR\0')).scan(Buffer.from('x'))).rejects.toThrow(/size limit/);
  await expect(clamd(await daemon(() => 'y'.repeat(2_000))).scan(Buffer.from('x'))).rejects.toThrow(/something else/);
  await expect(clamd({ host: '127.0.0.1', port: 1 }).scan(Buffer.from('x'))).rejects.toThrow(/clamd/);
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await expect(clamd({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port }, 100).scan(Buffer.from('x'))).rejects.toThrow(/within 100 ms/);
  silent.close();
});

/** The scanner's protocol, against a stand-in that speaks it. */
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { clamd } from '#lib/ports/scanner/clamd.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A daemon that reads the whole stream and finds what says so. */
async function daemon(answerOf: (bytes: Buffer) => string | undefined): Promise<{ host: string; port: number }> {
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      const begin = heard.indexOf('zINSTREAM\0');
      if (begin !== 0) return;
      const pieces: Buffer[] = [];
      for (let at = 10; at + 4 <= heard.length; ) {
        const size = heard.readUInt32BE(at);
        if (size === 0) {
          const answer = answerOf(Buffer.concat(pieces));
          if (answer === undefined) socket.destroy();
          else socket.end(answer);
          return;
        }
        pieces.push(heard.subarray(at + 4, at + 4 + size));
        at += 4 + size;
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

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

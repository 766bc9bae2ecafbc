/** A stand-in for the scanner of documents, which speaks the protocol of `clamd`. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A daemon that reads the whole stream and finds what says so. @param answerOf undefined: it hangs up without a word. */
export async function scannerDaemon(
  answerOf: (bytes: Buffer) => string | undefined,
): Promise<{ readonly host: string; readonly port: number; readonly end: () => Promise<void> }> {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    end: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

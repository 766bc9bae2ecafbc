/** A way to a server that tests can cut and mend (connections that stood are broken, new ones refused), or let fall silent. */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export type Cuttable = {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Connections that stand now neither bring nor take anything any more, and nobody is told. */
  fallSilent(): void;
  close(): Promise<void>;
};

/** @param to port on the loopback that connections are passed on to. */
export async function cuttable(to: number): Promise<Cuttable> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  async function cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of open) socket.destroy();
    await closed;
  }
  const fallSilent = (): void => {
    for (const socket of open) socket.unpipe().pause();
  };
  return { port, cut, fallSilent, mend: () => listen(port), close: () => (server.listening ? cut() : Promise.resolve()) };
}

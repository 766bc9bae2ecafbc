/** How many renders one client may have waiting, so that nobody takes them all. */
import { countedAs, isOwnNetwork } from '#lib/api/address.ts';

/** A person opens a few pages at once, not dozens. */
const mostOfClient = 8;

export type ClientShares = {
  /** Counts a render of the client until what is returned is called; undefined when the client has enough of them. */
  take(address: string): (() => void) | undefined;
};

export function createClientShares(): ClientShares {
  const waiting = new Map<string, number>();
  return {
    take(address) {
      // Whoever comes from our own network is a proxy that speaks for many, or ourselves.
      if (isOwnNetwork(address)) return () => undefined;
      const { client } = countedAs(address);
      const count = waiting.get(client) ?? 0;
      if (count >= mostOfClient) return undefined;
      waiting.set(client, count + 1);
      return () => {
        const left = (waiting.get(client) ?? 1) - 1;
        if (left > 0) waiting.set(client, left);
        else waiting.delete(client);
      };
    },
  };
}

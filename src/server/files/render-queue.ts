/** Orders for pictures that have to be drawn and files that have to be printed: a bounded line, in which nobody keeps a place who has gone. */
import pLimit from 'p-limit';

/** Orders waiting at once; more would wait longer than anybody does. */
const mostWaiting = 64;

export type Ordered<T> = { readonly kind: 'made'; readonly value: T | undefined } | { readonly kind: 'busy' } | { readonly kind: 'given-up' };

export type RenderQueue<T> = {
  /** Makes `key`, once for all who ask for it meanwhile. `gone` is aborted when this asker no longer waits. */
  order(key: string, gone: AbortSignal, make: () => Promise<T | undefined>): Promise<Ordered<T>>;
  /** Whether somebody waits for it already. */
  has(key: string): boolean;
};

type Order<T> = { readonly made: Promise<Ordered<T>>; waiting: number };

/** @param atOnce orders worked on at once. */
export function createRenderQueue<T>(atOnce: number, most = mostWaiting): RenderQueue<T> {
  const limited = pLimit(atOnce);
  const orders = new Map<string, Order<T>>();

  function begin(key: string, make: () => Promise<T | undefined>): Order<T> {
    const order: Order<T> = {
      waiting: 0,
      made: limited(async (): Promise<Ordered<T>> => (order.waiting === 0 ? { kind: 'given-up' } : { kind: 'made', value: await make() })).finally(() => {
        if (orders.get(key) === order) orders.delete(key);
      }),
    };
    // Who went away does not hear of a failure.
    order.made.catch(() => undefined);
    orders.set(key, order);
    return order;
  }

  return {
    has: (key) => (orders.get(key)?.waiting ?? 0) > 0,
    async order(key, gone, make) {
      if (gone.aborted) return { kind: 'given-up' };
      const known = orders.get(key);
      const awaited = [...orders.values()].filter(({ waiting }) => waiting > 0).length;
      if (!known && (awaited >= most + atOnce || limited.pendingCount >= 4 * most)) return { kind: 'busy' };
      const order = known ?? begin(key, make);
      order.waiting++;
      const left = Promise.withResolvers<Ordered<T>>();
      const leave = (): void => left.resolve({ kind: 'given-up' });
      gone.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([order.made, left.promise]);
      } finally {
        gone.removeEventListener('abort', leave);
        order.waiting--;
      }
    },
  };
}

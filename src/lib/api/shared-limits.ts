/**
 * Limits that all nodes count together, because the fifth try matters: sign-in, codes, dear writes. Without its database such
 * a call is refused (503): what cannot be counted is not let in. Reads are counted in each process, and need no database.
 */
import type { CounterStore } from './counters.schema.ts';
import { countedAs } from './address.ts';
import type { SharedLimitName } from './contract.ts';

type SharedLimit = {
  readonly seconds: number;
  /** Calls in that time from one address (IPv6: one /64; a /48 may make ten times as many). */
  readonly address: number;
  /** From one browser, whatever address it comes from: an address may be a household's or a campus's, a browser is one person's. */
  readonly browser: number;
  /** For one account, from wherever. */
  readonly account: number;
  /** To one mail address or phone, from wherever. */
  readonly destination: number;
};

export const sharedLimits: Readonly<Record<SharedLimitName, SharedLimit>> = {
  login: { seconds: 900, address: 150, browser: 30, account: 10, destination: 10 },
  code: { seconds: 3_600, address: 120, browser: 12, account: 6, destination: 6 },
  'write-heavy': { seconds: 3_600, address: 60, browser: 60, account: 60, destination: 60 },
  // Calls with a ticket in place of a captcha: enough for a hall of residence on a day when a service is away.
  unverified: { seconds: 3_600, address: 30, browser: 10, account: 3, destination: 3 },
};

/** Whom a call counts for. Any of them may be left out, and is then not counted. */
export type Spender = {
  readonly address?: string;
  /** Names the visit; it is kept as a keyed digest only. */
  readonly browser?: string;
  readonly account?: number | string;
  /** A mail address or a phone number in its one written form, or the key of a link. It is kept as a keyed digest only. */
  readonly destination?: string;
  /** A browser or address that came in there before: it has as much of its own, which no stranger uses up. */
  readonly share?: string | undefined;
};

export type SharedLimits = {
  /** Seconds to wait, or undefined when the call may go on. @throws {LimitsUnavailableError} */
  spend(limit: SharedLimitName, spender: Spender): Promise<number | undefined>;
  /** A browser whose visit gets another name goes on with what it has used up. */
  renamed(browser: string, next: string): Promise<void>;
};

/** Nobody can count at the moment. */
export class LimitsUnavailableError extends Error {
  override name = 'LimitsUnavailableError';
  readonly statusCode = 503;
}

/** @throws {LimitsUnavailableError} for whatever keeps it from being counted. */
export async function counted<T>(count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    throw new LimitsUnavailableError('Calls cannot be counted, so this one is refused', { cause: error });
  }
}

type Bound = { readonly key: string; readonly most: number };

/**
 * @param digest a keyed digest (HMAC) of a mail address or phone, so that the table names nobody.
 * @param factor multiplies every limit; 0 lifts all.
 */
export function createSharedLimits(parts: {
  readonly store: CounterStore;
  readonly digest: (destination: string) => string;
  readonly factor: number;
}): SharedLimits {
  const { store, digest, factor } = parts;
  const browserKey = (limit: SharedLimitName, browser: string): string => `${limit} browser ${digest(browser)}`;
  return {
    async renamed(browser, next) {
      if (factor === 0) return;
      for (const limit of Object.keys(sharedLimits) as SharedLimitName[]) await store.move(browserKey(limit, browser), browserKey(limit, next));
    },

    async spend(limit, { address, browser, account, destination, share }) {
      if (factor === 0) return undefined;
      const { seconds, ...most } = sharedLimits[limit];
      const scaled = (points: number): number => Math.max(1, Math.round(points * factor));

      /** The longest wait among the keys that have had too much. */
      async function add(bounds: readonly Bound[]): Promise<number | undefined> {
        const counts = await counted(() => store.add(bounds.map(({ key }) => ({ key, seconds }))));
        const waits = counts.filter(({ key, points }) => points > (bounds.find((bound) => bound.key === key)?.most ?? 0)).map(({ endsIn }) => endsIn);
        return waits.length > 0 ? Math.max(1, Math.ceil(Math.max(...waits))) : undefined;
      }

      const { client, network } = address === undefined ? { client: undefined, network: undefined } : countedAs(address);
      const here = [
        ...(client === undefined ? [] : [{ key: `${limit} address ${client}`, most: scaled(most.address) }]),
        // A house of many behind one connection, or one who has many of them: ten times as much, and no more.
        ...(network === undefined ? [] : [{ key: `${limit} address ${network}`, most: 10 * scaled(most.address) }]),
        ...(browser === undefined ? [] : [{ key: browserKey(limit, browser), most: scaled(most.browser) }]),
      ];
      const wait = await add(here);
      // Who is stopped by the address does not use up the tries of an account.
      if (wait !== undefined) return wait;
      return add([
        ...(account === undefined ? [] : [{ key: `${limit} account ${account}`, most: scaled(most.account) }]),
        ...(destination === undefined
          ? []
          : [{ key: `${limit} destination ${digest(share === undefined ? destination : `${destination} from ${share}`)}`, most: scaled(most.destination) }]),
      ]);
    },
  };
}

export type SpendBreaker<Kind extends string> = {
  /** Whether so much may be spent today (UTC). It counts as spent at once. @throws {LimitsUnavailableError} */
  spend(kind: Kind, cost: number): Promise<boolean>;
  /** For what was allowed and then not spent. */
  takeBack(kind: Kind, cost: number): Promise<void>;
};

/**
 * Stops spending for a day when a sum is reached, whoever asks: the last bound when every other limit was got round.
 * @param budgets most a day by kind, in whole numbers of whatever `cost` is counted in.
 */
export function createSpendBreaker<Kind extends string>(store: CounterStore, budgets: Readonly<Record<Kind, number>>): SpendBreaker<Kind> {
  const keyOf = (kind: Kind): string => `budget ${kind}`;
  const whole = (cost: number): number => {
    if (!Number.isSafeInteger(cost) || cost < 0) throw new RangeError(`A cost is a whole number from 0, not ${cost}`);
    return cost;
  };
  return {
    spend: (kind, cost) => {
      const given = whole(cost);
      return counted(() => store.addWithin(keyOf(kind), given, budgets[kind]));
    },
    takeBack: (kind, cost) => store.takeBack(keyOf(kind), whole(cost)),
  };
}

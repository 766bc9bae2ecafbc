/**
 * How many calls of a kind one client may make: a browser that carries the cookie of its visit, or an address where there is none.
 * Behind one address there may be a campus: its browsers have a share each, and together as much as a crowd. Most are counted in this
 * process, so many nodes multiply the figures; those of `shared-limits.ts` are counted by all nodes together.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedAs } from './address.ts';
import type { LimitName, SharedLimitName } from './contract.ts';
import { sharedLimits } from './shared-limits.ts';
import type { SharedLimits } from './shared-limits.ts';

type Limit = { readonly points: number; readonly seconds: number };

/** Generous for people, several behind one address included; tight for loops. */
export const limits: Readonly<Record<LimitName, Limit>> = {
  read: { points: 600, seconds: 60 },
  suggest: { points: 900, seconds: 60 },
  map: { points: 600, seconds: 60 },
  write: { points: 120, seconds: 60 },
  track: { points: 300, seconds: 60 },
  // Each of these costs a call to somebody else's service.
  outside: { points: 60, seconds: 60 },
  // Pages of results, each a dozen searches.
  search: { points: 60, seconds: 60 },
  // Pictures that have to be drawn; kept ones are free.
  // Each home has a façade of its own: a page of a list that nobody has opened before is twenty drawings, a home ten.
  picture: { points: 900, seconds: 60 },
  ...shownLimits(),
};
/** An address with many browsers, and a network of many clients, may make as many calls as so many of them. */
const clientsOfCrowd = 10;
/** Calls that cost something elsewhere are as many for a crowd as for one. */
const paidFor: ReadonlySet<string> = new Set<LimitName>(['outside']);

/** The shared ones as one address meets them. */
function shownLimits(): Readonly<Record<SharedLimitName, Limit>> {
  const shown = (name: SharedLimitName): Limit => ({ points: sharedLimits[name].address, seconds: sharedLimits[name].seconds });
  return { login: shown('login'), code: shown('code'), 'write-heavy': shown('write-heavy'), unverified: shown('unverified') };
}

function isShared(limit: LimitName): limit is SharedLimitName {
  return Object.hasOwn(sharedLimits, limit);
}

export type RateLimits = {
  /**
   * Counts a call.
   * @param browser the visit that its cookie names. It is nobody's proof: whoever makes visits up comes to the crowd's bound.
   * @returns seconds to wait, or undefined when the call may go on.
   */
  spend(limit: LimitName, address: string, browser?: string): Promise<number | undefined>;
};

/**
 * @param factor multiplies every limit; tests of speed raise it, 0 lifts all.
 * @param shared counts where all nodes do; without it this process counts alone.
 */
export function createRateLimits(factor: number, shared?: SharedLimits): RateLimits {
  if (factor === 0) return { spend: async () => undefined };
  const made = (timesOf: (name: string) => number) =>
    new Map(
      Object.entries(limits).map(([name, { points, seconds }]) => [
        name,
        new RateLimiterMemory({ points: Math.max(1, Math.round(points * factor * timesOf(name))), duration: seconds }),
      ]),
    );
  const ofClients = made(() => 1);
  const ofCrowds = made((name) => (paidFor.has(name) ? 1 : clientsOfCrowd));
  const ofNetworks = made(() => clientsOfCrowd);
  const waitOf = (refusal: RateLimiterRes): number => Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  return {
    async spend(limit, address, browser) {
      if (shared && isShared(limit)) return shared.spend(limit, { address });
      const { client, network } = countedAs(address);
      const own = ofClients.get(limit);
      const name = browser === undefined ? `address ${client}` : `browser ${browser}`;
      // Whoever has had enough takes nothing from the others behind the same address.
      const spent = await own?.get(name);
      if (spent && spent.remainingPoints <= 0 && spent.msBeforeNext > 0) return waitOf(spent);
      try {
        await ofCrowds.get(limit)?.consume(client);
        if (network !== undefined) await ofNetworks.get(limit)?.consume(network);
        await own?.consume(name);
        return undefined;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return waitOf(refusal);
        throw refusal;
      }
    },
  };
}

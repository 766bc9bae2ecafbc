/**
 * Where somebody came in before: a browser that keeps who signed in with it last, and addresses of the network. What a stranger tries at
 * a mail address or number is counted apart from what comes from there, so a stranger keeps nobody out.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Contact } from './accounts.schema.ts';
import { destinationOf } from './contacts.rules.ts';
import { pauseBefore, triesAt } from './password-tries.rules.ts';

/** From where a call comes: the client that limits count, and what its browser kept of who signed in last. */
export type Place = { readonly client: string; readonly browser: string | undefined };

/** Days for which an address of the network is one that came in before. */
const keptDays = 90;
/** Tries that may pause at once in this process: each keeps a connection. */
const mostPausing = 100;

type Parts = {
  /** What all nodes count together. Rejects where nobody can count: what cannot be counted is not let in. */
  readonly counters: {
    add(counts: readonly { readonly key: string; readonly seconds: number }[]): Promise<readonly { readonly points: number }[]>;
    has(key: string): Promise<boolean>;
  };
  /** A keyed digest, so that the table names nobody. */
  readonly digest: (text: string) => string;
  /** Whose the account is that a browser keeps as the last one. */
  readonly known: { ownerOf(kept: string, now: Date): Promise<number | undefined> };
  readonly ownerOf: (contact: Contact) => Promise<number | undefined>;
  /** Multiplies every limit; 0 lifts all. */
  readonly factor: number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
};

export type KnownPlaces = ReturnType<typeof createKnownPlaces>;

export function createKnownPlaces({ counters, digest, known, ownerOf, factor, pause = wait }: Parts) {
  const keyOf = (contact: Contact, client: string): string => `came in ${digest(`${destinationOf(contact)} from ${client}`)}`;
  let pausing = 0;

  /** The share of a place in what may be asked for a contact; undefined where nobody came in from there. */
  async function shareOf(contact: Contact, place: Place | undefined, now: Date): Promise<string | undefined> {
    if (place === undefined || factor === 0) return undefined;
    if (await counters.has(keyOf(contact, place.client))) return `address ${place.client}`;
    if (place.browser === undefined) return undefined;
    const [kept, owner] = await Promise.all([known.ownerOf(place.browser, now), ownerOf(contact)]);
    return owner !== undefined && kept === owner ? `browser of ${owner}` : undefined;
  }

  return {
    shareOf,

    /** Somebody came in with a contact from there. */
    async noteArrival(contact: Contact, place: Place | undefined): Promise<void> {
      if (place === undefined || factor === 0) return;
      // They are signed in already: what cannot be noted costs them nothing but a share another time.
      await counters.add([{ key: keyOf(contact, place.client), seconds: keptDays * 86_400 }]).catch(() => undefined);
    },

    /**
     * Counts a try at a password and waits for as long as it has to. Strangers share their tries and are refused after some; whoever
     * comes from where somebody came in before only waits.
     */
    async mayTry(contact: Contact, place: Place | undefined, now: Date): Promise<boolean> {
      if (factor === 0) return true;
      const share = await shareOf(contact, place, now);
      const key = `login destination ${digest(share === undefined ? destinationOf(contact) : `${destinationOf(contact)} from ${share}`)}`;
      const [count] = await counters.add([{ key, seconds: triesAt.seconds }]);
      const next = pauseBefore(count?.points ?? 1, share !== undefined, factor);
      if (next === undefined || (next > 0 && share === undefined && pausing >= mostPausing)) return false;
      if (next === 0) return true;
      pausing += 1;
      try {
        await pause(next);
        return true;
      } finally {
        pausing -= 1;
      }
    },
  };
}

/** Whoever sends something without an account, as far as it takes to count what they send in a day (UTC). */
import { createHash, randomBytes } from 'node:crypto';
import { countedAs } from '#lib/api/address.ts';

export type DailySender = {
  /** The cookie of before sign-in, else the device's id; undefined when a client sends neither. */
  readonly visitor: string | undefined;
  readonly address: string;
  /** What shows that a person sends it: a solved captcha, or the ticket of who could not load one. */
  readonly proof: 'solved' | 'unverified' | undefined;
};

/** What an address counts as: itself, or the network of one who has many (IPv6: a /64). */
export const senderOf = (address: string): string => countedAs(address).client;

/** Digests of one sender on one day. */
export type SenderDigests = { readonly visitor: string; readonly address: string };

/** What one visitor may send, and all behind one address; of an address less while nobody there has shown to be a person. */
export type DailyBounds = { readonly visitor: number; readonly address: number; readonly unproven: number; readonly unverified: number };

/** What was sent today, by the visitor and from their address. */
export type SentToday = { readonly visitor: number; readonly address: number };

/**
 * Tells senders apart. What they are mixed with changes with the day, so that what somebody sends on two days is not known to be theirs.
 * One who changes addresses within a network of their own (IPv6: a /64) stays one.
 * @param saltOf keeps a salt for an installation: gives the one that is kept, or keeps what is proposed.
 */
export function createDailyDigests(
  saltOf: (proposed: string) => Promise<string>,
): (sender: Pick<DailySender, 'visitor' | 'address'>, now: Date) => Promise<SenderDigests> {
  let salt: Promise<string> | undefined;
  return async ({ visitor, address }, now) => {
    salt ??= saltOf(randomBytes(32).toString('base64url'));
    const mixed = await salt.catch((error: unknown) => {
      salt = undefined;
      throw error;
    });
    const day = now.toISOString().slice(0, 10);
    const digest = (text: string): string => createHash('sha256').update(`${mixed} ${day} ${text}`).digest('base64url');
    const from = `address ${countedAs(address).client}`;
    return { visitor: digest(visitor === undefined ? from : `visitor ${visitor}`), address: digest(from) };
  };
}

/**
 * Why nothing more is taken from a sender today, if so. @param asksForProof whether senders can show to be people; where they cannot, none is asked to.
 * @example refusalToday({ visitor: 5, address: 25, unproven: 3, unverified: 8 }, { visitor: 1, address: 3 }, undefined, true) // 'no-proof'
 */
export function refusalToday(bounds: DailyBounds, today: SentToday, proof: DailySender['proof'], asksForProof: boolean): 'enough' | 'no-proof' | undefined {
  if (today.visitor >= bounds.visitor || today.address >= bounds.address) return 'enough';
  const withoutMore = proof === 'solved' ? bounds.address : proof === 'unverified' ? bounds.unverified : bounds.unproven;
  return asksForProof && today.address >= withoutMore ? 'no-proof' : undefined;
}

/**
 * Who has to show to be a person before a code is sent or a password compared. Counted by all nodes for a day (UTC), by address
 * and by contact, whether or not anybody has the contact; so honest people are hardly ever asked, and loops at once.
 */
import type { CodeEvent, Contact } from './accounts.schema.ts';

/** What goes without a captcha each day. A household or a campus shares an address, so it has much more than a contact. */
export const unproven = {
  codes: { address: 60, contact: 3 },
  recoveries: { address: 12, contact: 1 },
  /** Passwords that were wrong. */
  passwords: { address: 40, contact: 2 },
} as const;
type Kind = keyof typeof unproven;

export type Asked = { readonly contact: Contact; readonly address: string; readonly proof: 'solved' | 'unverified' | undefined };
export type PersonsService = ReturnType<typeof createPersonsService>;

type Parts = {
  /** Adds to a key's sum of the day if it stays within `most`, and tells whether it did. */
  readonly counters: { addWithin(key: string, cost: number, most: number): Promise<boolean> };
  /** A keyed digest, so that the table names nobody. */
  readonly digest: (text: string) => string;
  /** Multiplies what goes without; 0 asks nobody. */
  readonly factor: number;
};

/** More than anybody does in a day. */
const countless = 1_000_000_000;

export function createPersonsService({ counters, digest, factor }: Parts) {
  const keysOf = (kind: Kind, { contact, address }: Asked) =>
    [
      { key: `unproven ${kind} address ${address}`, most: Math.ceil(unproven[kind].address * factor) },
      { key: `unproven ${kind} contact ${digest(`${contact.kind} ${contact.address}`)}`, most: Math.ceil(unproven[kind].contact * factor) },
    ] as const;

  async function isWithin(kind: Kind, asked: Asked, cost: number, spare: number): Promise<boolean> {
    const answers = await Promise.all(keysOf(kind, asked).map(({ key, most }) => counters.addWithin(key, cost, most - spare)));
    return answers.every(Boolean);
  }

  return {
    /** Whether a code may be sent now. To set a new password only a solved captcha counts, never a ticket. */
    async maySend(event: CodeEvent, asked: Asked): Promise<boolean> {
      const isRecovery = event === 'forget';
      if (factor === 0 || asked.proof === 'solved' || (asked.proof === 'unverified' && !isRecovery)) return true;
      return isWithin(isRecovery ? 'recoveries' : 'codes', asked, 1, 0);
    },

    /** Whether a password may be tried now. */
    async mayTry(asked: Pick<Asked, 'contact' | 'address'> & Partial<Asked>): Promise<boolean> {
      return factor === 0 || asked.proof !== undefined || isWithin('passwords', { ...asked, proof: undefined }, 0, 1);
    },

    /** Counts a password that was wrong. */
    async wasWrong(asked: Asked): Promise<void> {
      if (factor === 0) return;
      await Promise.all(keysOf('passwords', asked).map(({ key }) => counters.addWithin(key, 1, countless)));
    },
  };
}

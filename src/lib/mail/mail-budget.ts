/**
 * How many mails go out in a day (UTC), on all nodes together: a flood of them costs money, and the good name of the address they
 * come from. What can wait waits first, so that what cannot is never behind it.
 */
import { counted } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { KnownMail, Urgency } from './mail.ts';

type Rule = {
  /** How much of the day may be spent, by mails of all kinds, for one of these to go out still; undefined where it always does. */
  readonly share: number | undefined;
  /** Whether an address gets only so many of them. */
  readonly each: boolean;
};

const rules: Readonly<Record<Urgency, Rule>> = {
  now: { share: undefined, each: false },
  code: { share: 1, each: false },
  operator: { share: 0.75, each: false },
  soon: { share: 0.75, each: true },
  later: { share: 0.5, each: true },
};

/** Mails a day to one address of those that a stranger can cause, or that can wait. */
export const mostToOne = 20;

/** What is spent: all that the day has for such mails, all that one address gets of them, or the one that it is promised at most (`turn`). */
export type Spent = 'day' | 'address' | 'turn';

/** What is counted of a mail. */
export type Counted = Pick<KnownMail, 'name' | 'urgency' | 'isDaily'>;

export type MailBudget = {
  /** Counts a mail that is about to go out. @returns what is spent where it is not to. @throws {LimitsUnavailableError} */
  take(mail: Counted, to: string): Promise<Spent | undefined>;
  /** For what was counted and then not sent. */
  takeBack(mail: Counted, to: string): Promise<void>;
};

/** One box is one address, however it is spelt: `+` begins what only its owner sorts by. @example boxOf('Lan+1@Example.org') // 'lan@example.org' */
export const boxOf = (address: string): string => address.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '');

/**
 * @param digest a keyed digest (HMAC) of an address, so that the table names nobody.
 * @param daily mails of a day.
 */
export function createMailBudget(parts: { readonly store: CounterStore; readonly digest: (address: string) => string; readonly daily: number }): MailBudget {
  const { store, digest, daily } = parts;

  /** Every sum that a mail is part of, the narrowest first. */
  function sumsOf({ name, urgency, isDaily }: Counted, to: string): readonly { readonly key: string; readonly most: number; readonly what: Spent }[] {
    const { share, each } = rules[urgency];
    const box = digest(boxOf(to));
    return [
      ...(isDaily ? [{ key: `budget mail ${name} to ${box}`, most: 1, what: 'turn' as const }] : []),
      ...(each ? [{ key: `budget mail to ${box}`, most: mostToOne, what: 'address' as const }] : []),
      { key: 'budget mail', most: share === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(daily * share), what: 'day' },
    ];
  }
  const giveBack = async (sums: readonly { readonly key: string }[]): Promise<void> => {
    for (const { key } of sums) await store.takeBack(key, 1);
  };

  return {
    take: (mail, to) =>
      counted(async () => {
        const sums = sumsOf(mail, to);
        for (const [at, { key, most, what }] of sums.entries()) {
          if (await store.addWithin(key, 1, most)) continue;
          await giveBack(sums.slice(0, at));
          return what;
        }
        return undefined;
      }),
    takeBack: (mail, to) => giveBack(sumsOf(mail, to)),
  };
}

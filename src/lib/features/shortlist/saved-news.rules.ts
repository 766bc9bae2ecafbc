/** What became of a home that somebody saved since they were told of it last. Pure. */
import { shortened } from './notices.rules.ts';
import { nameFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { SeenHome } from './notices.schema.ts';

export type HouseChange =
  | { readonly kind: 'free'; readonly now: Money }
  | { readonly kind: 'lower' | 'higher'; readonly now: Money; readonly before: Money }
  | { readonly kind: 'full' | 'gone' };

/** A home as news name it. */
export type NamedHome = HouseNames & { readonly id: HouseId; readonly cityId: number; readonly houseType: 'apartment' | 'house' | 'homestay' };

/** Homes that one message names; all are counted. Their names have at most so many UTF-16 units. */
export const namedMost = { homes: 4, name: 80 } as const;

/** Part of a rent by which it has to change, in hundredths: a rounding is no news, and many of them are once they add up. */
const leastChange = 1n;

/**
 * What is new, and what counts as told from then on.
 * @param seen undefined where nobody looked at it before: whatever it is then is known, and no news.
 */
export function houseChange(seen: SeenHome | undefined, today: SeenHome): { readonly change: HouseChange | undefined; readonly seen: SeenHome } {
  const quiet = { change: undefined, seen: today };
  if (!seen) return quiet;
  if (today.state !== 'free') {
    // Of what is offered again, nothing is worth telling before something is free.
    const isNews = today.state !== seen.state && !(today.state === 'full' && seen.state === 'gone');
    return isNews ? { change: { kind: today.state }, seen: today } : quiet;
  }
  const { rent } = today;
  if (seen.state !== 'free') return { change: { kind: 'free', now: rent }, seen: today };
  const before = seen.rent;
  if (before.currency !== rent.currency) return quiet;
  const moved = rent.minor > before.minor ? rent.minor - before.minor : before.minor - rent.minor;
  if (moved === 0n || moved * 100n < before.minor * leastChange) return { change: undefined, seen };
  return { change: { kind: rent.minor < before.minor ? 'lower' : 'higher', now: rent, before }, seen: today };
}

const amount = ({ minor, currency }: Money): string => `${minor} ${currency}`;

/** What is kept with a message: of the first homes their names and what became of them, and how many they are. */
export function houseFacts(homes: readonly { readonly home: NamedHome; readonly change: HouseChange }[]): Readonly<Record<string, string>> {
  const facts = homes.slice(0, namedMost.homes).flatMap(({ home, change }, at) => {
    const own = {
      ...Object.fromEntries(Object.entries(nameFacts(home)).map(([key, name]) => [key, shortened(name, namedMost.name)])),
      house: String(home.id),
      city: String(home.cityId),
      type: home.houseType,
      kind: change.kind,
      ...('now' in change ? { now: amount(change.now) } : {}),
      ...('before' in change ? { before: amount(change.before) } : {}),
    };
    return Object.entries(own).map(([key, value]) => [`${at}-${key}`, value] as const);
  });
  return { count: String(homes.length), ...Object.fromEntries(facts) };
}

/** Messages about homes that somebody saved or waits for: one a person and day, whatever an import changed. */
import type { DbTransaction } from '#lib/db/database.ts';
import { savedKind } from '#lib/features/news/news.schema.ts';
import type { Telling } from '#lib/features/news/news.schema.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { houseChange, houseFacts } from './saved-news.rules.ts';
import type { SeenHome } from './notices.schema.ts';
import type { HouseChange, NamedHome } from './saved-news.rules.ts';
import type { NoticeChoices, WatchedHome } from './notices.schema.ts';

export type ChangedHome = { readonly houseId: HouseId; readonly change: HouseChange };
/** `seen`: what is known from now on, of homes whose change is told and of those that have none. */
export type HomesLooked = { readonly changed: readonly ChangedHome[]; readonly seen: readonly { readonly houseId: HouseId; readonly seen: SeenHome }[] };

const isSame = (a: SeenHome | undefined, b: SeenHome): boolean =>
  a?.state === b.state && (a.state !== 'free' || b.state !== 'free' || (a.rent.minor === b.rent.minor && a.rent.currency === b.rent.currency));

/** What became of homes. @param rents of those that are offered: undefined where nothing is free. */
export function lookAtHomes(watched: readonly WatchedHome[], rents: ReadonlyMap<number, Money | undefined>): HomesLooked {
  const looked = watched.map(({ houseId, seen: before }) => {
    const rent = rents.get(houseId);
    const today: SeenHome = rent ? { state: 'free', rent } : { state: rents.has(houseId) ? 'full' : 'gone' };
    return { houseId, before, ...houseChange(before, today) };
  });
  return {
    changed: looked.flatMap(({ houseId, change }) => (change ? [{ houseId, change }] : [])),
    seen: looked.flatMap(({ houseId, before, seen }) => (isSame(before, seen) ? [] : [{ houseId, seen }])),
  };
}

/** Whether somebody wants a change by mail that no other part of the mail tells of. */
export const isMailed = ({ kind }: HouseChange, { priceRises, ends }: NoticeChoices): boolean =>
  kind === 'higher' ? priceRises : (kind === 'full' || kind === 'gone') && ends;

type Parts = { readonly named: (ids: readonly HouseId[]) => Promise<ReadonlyMap<HouseId, NamedHome>>; readonly telling: Telling };

export function createSavedNews({ named, telling }: Parts) {
  return {
    async factsOf(changed: readonly ChangedHome[]): Promise<Readonly<Record<string, string>> | undefined> {
      const names = await named(changed.map(({ houseId }) => houseId));
      const homes = changed.flatMap(({ houseId, change }) => {
        const home = names.get(houseId);
        return home ? [{ home, change }] : [];
      });
      return homes.length > 0 ? houseFacts(homes) : undefined;
    },

    /** @param about `once` names the message: there is one of it. */
    async tell(
      tx: DbTransaction,
      userId: UserId,
      facts: Readonly<Record<string, string>>,
      about: { readonly day: string; readonly once: string; readonly now: Date },
    ): Promise<void> {
      const { day, once, now } = about;
      await telling.tell(tx, { userId, kind: savedKind, about: 'homes', code: day, what: 'changed', facts, once }, now);
    },
  };
}

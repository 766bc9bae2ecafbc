/** The card of what somebody looks for: one of each account, and the links by which others see it. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { NewSharedList } from '#lib/features/shortlist/shared-lists.schema.ts';
import type { SharedListsService } from '#lib/features/shortlist/shared-lists.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, SchoolId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { StoredWishes, WishesRepository } from './wishes.repository.ts';
import { cityOfWishes } from './wishes.rules.ts';
import { wishBounds } from './wishes.schema.ts';
import type { Wishes } from './wishes.schema.ts';

export type WishesService = ReturnType<typeof createWishesService>;

type Parts = {
  readonly repository: WishesRepository;
  readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById'>;
  /** The city or school that bears a name. */
  readonly placeNamed: (text: string) => Promise<City | School | undefined>;
  readonly links: SharedListsService;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** What whoever has a link is shown. `by`: what its owner is called, where they want it said. */
export type OpenedWishes = { readonly card: Wishes; readonly by: string | undefined; readonly expiresAt: Date };

export function createWishesService({ repository, geo, placeNamed, links, transact }: Parts) {
  const placeOf = ({ kind, placeId }: StoredWishes): City | School | undefined =>
    kind === 'city' ? geo.cityById(asId<CityId>(placeId)) : geo.schoolById(asId<SchoolId>(placeId));

  /** Undefined where there is none, or its place is not there any more. */
  async function of(userId: UserId): Promise<(Wishes & { readonly updatedAt: Date }) | undefined> {
    const stored = await repository.of(userId);
    const place = stored && placeOf(stored);
    if (!stored || !place) return undefined;
    const { moveIn, weeks, rent, types, updatedAt } = stored;
    return { place, moveIn, weeks, rent, types, updatedAt };
  }

  return {
    of,

    /** @param given the place in words: a name as it was typed. */
    async save(
      userId: UserId,
      { place: named, ...given }: Omit<Wishes, 'place'> & { readonly place: string },
      now: Date,
    ): Promise<Outcome<null, 'no-place' | 'past' | 'weeks' | 'rent'>> {
      const isWithin = (value: number | undefined, most: number): boolean => value === undefined || (value >= 1 && value <= most);
      if (!isWithin(given.weeks, wishBounds.weeks)) return refused('weeks');
      if (!isWithin(given.rent, wishBounds.rent)) return refused('rent');
      const former = await of(userId);
      // A name that many places have stays the one that was meant before.
      const place = former && Object.values(former.place.names).includes(named) ? former.place : await placeNamed(named);
      if (!place) return refused('no-place');
      // The day is the place's own.
      if (given.moveIn !== undefined && given.moveIn < listToday(cityOfWishes({ place }), now)) return refused('past');
      await repository.save(userId, { ...given, place }, now);
      return done(null);
    },

    /** The card goes, and with it every link to it: none of them shows one that is made later. */
    remove: (userId: UserId): Promise<void> =>
      transact(async (tx) => {
        await links.endAll(tx, userId);
        await repository.remove(tx, userId);
      }),

    links,

    async share(userId: UserId, link: NewSharedList, now: Date): Promise<Outcome<null, 'no-card' | 'full'>> {
      return (await of(userId)) ? links.share(userId, link, now) : refused('no-card');
    },

    /** The card as it is now; undefined where the link is forged, has expired or was ended. */
    async open(token: string, now: Date): Promise<OpenedWishes | undefined> {
      const link = await links.open(token, now);
      const card = link && (await of(link.userId));
      return link && card && { card, by: link.by, expiresAt: link.expiresAt };
    },
  };
}

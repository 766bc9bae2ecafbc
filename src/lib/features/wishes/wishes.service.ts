/** The card of what somebody looks for: one of each account. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
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
};

export function createWishesService({ repository, geo, placeNamed }: Parts) {
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

    remove: (userId: UserId): Promise<void> => repository.remove(userId),
  };
}

import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import { placeAsked } from '#lib/features/enquiries/asked-place.rules.ts';
import type { FindPlace } from '#lib/features/enquiries/asked-place.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { SharedListsService } from '#lib/features/shortlist/shared-lists.service.ts';
import { wishesSource } from './personal-data.service.ts';
import { wishesCalls } from './wishes.api.ts';
import { createWishesLoader } from './wishes.loader.ts';
import type { WishesLoader } from './wishes.loader.ts';
import { createWishesRepository } from './wishes.repository.ts';
import { createWishesService } from './wishes.service.ts';
import type { WishesService } from './wishes.service.ts';

export type WishesFeature = {
  readonly service: WishesService;
  readonly loader: WishesLoader;
  readonly calls: readonly BoundCall[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly findPlace: FindPlace;
  /** Of the shortlist, which has the links of everything that people share. */
  readonly links: SharedListsService;
};

/** What people look for, as a card of their account. */
export function createWishes({ db, geo, findPlace, links }: Parts): WishesFeature {
  const repository = createWishesRepository(db);
  const placeNamed = (location: string) => placeAsked(geo, findPlace, { city_id: '', school_id: '', location });
  const service = createWishesService({ repository, geo, placeNamed, links, transact: (work) => transact(db, work) });
  return {
    service,
    loader: createWishesLoader(service),
    calls: wishesCalls(service),
    personal: wishesSource(service),
    joiner: { join: repository.join },
  };
}

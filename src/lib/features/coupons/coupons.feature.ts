import type { BoundCall } from '#lib/api/bind.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { couponCalls } from './coupons.api.ts';
import { createCouponsLoader } from './coupons.loader.ts';
import type { CouponsLoader } from './coupons.loader.ts';
import { createCouponsRepository } from './coupons.repository.ts';
import { mostGuesses } from './coupons.schema.ts';
import { createCouponsService } from './coupons.service.ts';
import type { CouponsService } from './coupons.service.ts';
import { couponsSource } from './personal-data.service.ts';

export type Coupons = {
  readonly service: CouponsService;
  readonly loader: CouponsLoader;
  readonly calls: readonly BoundCall[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly houses: HouseService;
  readonly audit: Pick<Audit, 'append'>;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
};

/** Everything about coupons. */
export function createCoupons({ db, geo, houses, audit, counters, rateLimitFactor: factor }: Parts): Coupons {
  const repository = createCouponsRepository(db);
  const guesses = Math.ceil(mostGuesses * factor);
  const service = createCouponsService({
    repository,
    audit,
    // Asking adds nothing; it only fits where one more guess would.
    mayGuess: async (userId, wrong) => factor === 0 || counters.addWithin(`coupons guessed by ${userId}`, wrong, wrong === 1 ? guesses : guesses - 1),
    isCountry: (slug) => geo.country(slug) !== undefined,
    isCity: (country, city) => geo.city(country, city) !== undefined,
    isHouse: async (id) => (await houses.find(id)) !== undefined,
    transact: (work) => transact(db, work),
  });
  return {
    service,
    loader: createCouponsLoader(service),
    calls: couponCalls({ coupons: service, houses }),
    personal: couponsSource(service),
    joiner: { join: repository.join },
  };
}

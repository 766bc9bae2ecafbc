/** Homes for tests: one house with sensible facts, or a varied crowd that is the same in every run. */
import type { Db } from '#lib/db/database.ts';
import { addDays } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft, TenancyDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { amenityCodes, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { RoomStatus, Verification } from '#lib/features/catalogue/listings.schema.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import type { Filling } from '#tests/support/database.ts';

/** The day all tests with homes live in. */
export const testNow = new Date('2026-11-21T12:00:00Z');
export const testToday = '2026-11-21';

export function tenancyDraft(city: City, overrides: Partial<TenancyDraft> = {}): TenancyDraft {
  const { currency } = city.country;
  return {
    ref: 't1',
    moveIn: '2027-09-01',
    moveOut: '2028-08-23',
    rent: money(22500n, currency),
    rentUnit: 'WEEK',
    promoRent: undefined,
    deposit: money(25000n, currency),
    bookingFee: money(0n, currency),
    stock: 3,
    cancellationPolicy: 'standard',
    source: 'sample',
    lastConfirmedAt: new Date('2026-11-21T09:00:00Z'),
    ...overrides,
  };
}

export function unitDraft(city: City, overrides: Partial<UnitDraft> = {}): UnitDraft {
  return {
    ref: 'u1',
    name: 'Bronze ensuite',
    type: 'ensuite',
    sizeSqm: 14,
    bedSize: 'small-double',
    maxOccupants: 1,
    bathroom: 'private',
    kitchen: 'shared',
    rooms: undefined,
    tenancies: [tenancyDraft(city)],
    pastRents: [],
    ...overrides,
  };
}

const verification = (fact: (typeof verifiedFacts)[number]): Verification => ({ fact, by: 'Loftling', method: 'visit', on: '2026-10-01' });

export function houseDraft(city: City, supplierId: SupplierId, overrides: Partial<HouseDraft> = {}): HouseDraft {
  return {
    supplierId,
    ref: 'h1',
    category: 'rent',
    houseType: 'apartment',
    city,
    name: 'Weaver Court',
    nameZh: '织工苑',
    address: '12 Example Street',
    postalCode: 'AB1 2CD',
    at: { latitude: city.at.latitude + 0.005, longitude: city.at.longitude + 0.005 },
    yearBuilt: 2015,
    storeys: 7,
    description: 'A house.',
    descriptionZh: '一栋公寓。',
    amenities: ['wifi', 'laundry'],
    billsIncluded: ['water'],
    verifications: [verification('address'), verification('owner')],
    faqs: [],
    isSample: true,
    units: [unitDraft(city)],
    media: [],
    promos: [],
    reviews: [],
    ...overrides,
  };
}

/** A small generator of pseudo-random numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** `count` houses in the cities that differ in everything a list filters and sorts by; some are full, some are for sale. */
export function variedHouses(cities: readonly City[], suppliers: readonly SupplierId[], count: number, seed = 1): readonly HouseDraft[] {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[below(list.length)] as T;
  const moveIns = ['2026-10-01', '2026-12-01', '2027-01-10', '2027-02-01', '2027-07-01', '2027-09-01', '2027-09-11', '2027-09-18'];
  const tenancies = (city: City): TenancyDraft[] =>
    Array.from({ length: 1 + below(3) }, (_, index) => {
      const moveIn = pick(moveIns);
      return tenancyDraft(city, {
        ref: `t${index}`,
        moveIn,
        moveOut: addDays(moveIn, 7 * pick([10, 20, 26, 40, 42, 44, 51, 52])),
        rent: money(BigInt(9_000 + 250 * below(160)), city.country.currency),
        rentUnit: 'WEEK',
        stock: random() < 0.75 ? 1 + below(4) : 0,
        lastConfirmedAt: new Date(testNow.getTime() - below(9 * 24) * 3_600_000),
      });
    });
  const units = (city: City): UnitDraft[] =>
    Array.from({ length: 1 + below(4) }, (_, index) =>
      unitDraft(city, {
        ref: `u${index}`,
        name: `Room ${index}`,
        type: pick(unitTypes),
        bathroom: random() < 0.7 ? 'private' : 'shared',
        kitchen: random() < 0.5 ? 'private' : 'shared',
        maxOccupants: 1 + below(4),
        tenancies: tenancies(city),
        rooms:
          random() < 0.3
            ? undefined
            : Array.from({ length: 1 + below(5) }, (__, room) => ({
                label: `${index}A-${room}`,
                status: below(5) as RoomStatus,
                gender: 0 as const,
                floor: index,
              })),
      }),
    );
  return Array.from({ length: count }, (_, index) => {
    const city = pick(cities);
    return houseDraft(city, pick(suppliers), {
      ref: `varied-${seed}-${index}`,
      name: `House ${index}`,
      nameZh: `学舍${index}`,
      category: random() < 0.94 ? 'rent' : 'buy-old',
      at: { latitude: city.at.latitude + (random() - 0.5) * 0.15, longitude: city.at.longitude + (random() - 0.5) * 0.2 },
      amenities: amenityCodes.filter((_, at) => (at < 32 ? random() < 0.35 : (index + at) % 3 === 0)),
      verifications: verifiedFacts.filter(() => random() < 0.6).map(verification),
      units: units(city),
      reviews: Array.from({ length: below(3) }, (__, review) => ({
        ref: `r${review}`,
        source: 'import' as const,
        language: 'en' as const,
        stayedFrom: '2025-09-01',
        writtenOn: '2026-07-01',
        score: 1 + below(5),
        aspects: {},
        texts: { en: 'Fine.', 'zh-CN': '不错。', 'zh-TW': '不錯。', vi: 'Ổn.' },
        reply: undefined,
      })),
    });
  });
}

/** Writes houses as an import would, with two suppliers of their own. */
export async function seedVariedHouses(db: Db, cities: readonly City[], count: number, seed = 1): Promise<readonly SupplierId[]> {
  const suppliers = [
    await ensureSupplier(db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: '2026-01-05', isSample: true }),
    await ensureSupplier(db, { name: 'Ada Weaver', kind: 'landlord', verifiedOn: undefined, isSample: true }),
  ];
  await writeHouses(db, variedHouses(cities, suppliers, count, seed), testNow);
  return suppliers;
}

/** So many homes in London, for databases that begin with them (`testDatabase`). */
export const homesInLondon = (count: number): Filling => ({
  name: `${count} homes in London`,
  fill: async ({ db, geo }) =>
    seedVariedHouses(
      db,
      geo.cities.filter(({ slug, country }) => slug === 'london' && country.slug === 'uk'),
      count,
    ),
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import type { HouseDraft, TenancyDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { amenityCodes, distanceSteps, formatFilterCode, leaseBands, noFilter, sorts, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { readListedHouses } from '#lib/features/finding/cards.repository.ts';
import { monthBit, rentBits } from '#lib/features/finding/facets.rules.ts';
import { findHouses } from '#lib/features/finding/finding.repository.ts';
import { intakeSpan, mostOfCheapest } from '#lib/features/finding/intake.rules.ts';
import { figureBasis } from '#lib/features/finding/lease-figures.rules.ts';
import { tally } from '#lib/features/finding/tally.rules.ts';
import { metresBetween, usualCommute } from '#lib/geo/distance.ts';
import { billsApart, comparedTotal, usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { months, randomFilter } from '#tests/factories/filters.ts';
import { seededRandom, seedVariedHouses, testToday, variedHouses } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';

const houses = 160;
const soon = '2026-12-22';
let base: TestDatabase;
let london: City;
let drafts: readonly HouseDraft[];
beforeAll(async () => {
  base = await testDatabase();
  const found = base.geo.city('uk', 'london');
  if (!found) throw new Error('no London');
  london = found;
  const suppliers = await seedVariedHouses(base.db, [london], houses);
  drafts = variedHouses([london], suppliers, houses);
});
afterAll(() => base.close());

const ask = (filter: ListFilter, pageSize = 20, place: City | School = london, season?: ReturnType<typeof intakeSpan>) =>
  findHouses(base.db, {
    scope: scopeOf({ place, category: 'rent' }, wholeList),
    filter,
    minorUnits: 100,
    soon,
    pageSize,
    figures: figureBasis(london.country, place, testToday),
    season,
  });
const total = async (filter: ListFilter): Promise<number> => tally((await ask({ ...filter, page: 1 })).records, filter).total;
const toggle = <T>(list: readonly T[], value: T): readonly T[] => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value]);

/** The filter as a reader would check it by hand against what the provider wrote. */
function fits(house: HouseDraft, filter: ListFilter): boolean {
  const open = (unit: UnitDraft): readonly TenancyDraft[] => unit.tenancies.filter(({ stock, moveOut }) => stock > 0 && moveOut > testToday);
  const facts = house.verifications?.map(({ fact }) => fact) ?? [];
  /** One lease option has all that is asked for of units and leases: two of a unit that have half of it each are no answer. */
  const optionFits = ({ rent, moveIn, moveOut }: TenancyDraft): boolean => {
    const weeks = Math.round((Date.parse(moveOut) - Date.parse(moveIn)) / (7 * 86_400_000));
    return (
      (filter.rent === undefined || (Number(rent.minor) >= filter.rent.from * 100 && Number(rent.minor) < (filter.rent.to + 1) * 100)) &&
      (filter.months.length === 0 || filter.months.includes(Number(moveIn.slice(0, 7).replace('-', '')))) &&
      (filter.leases.length === 0 || filter.leases.some((band) => weeks >= (leaseBands[band]?.from ?? 0) && weeks <= (leaseBands[band]?.to ?? 0))) &&
      (!filter.availableNow || moveIn <= soon)
    );
  };
  const asksOptions = filter.rent !== undefined || filter.months.length > 0 || filter.leases.length > 0 || filter.availableNow;
  const unitFits = (unit: UnitDraft): boolean =>
    (filter.types.length === 0 || filter.types.includes(unit.type)) &&
    (filter.bathroom === undefined || unit.bathroom === filter.bathroom) &&
    unit.maxOccupants >= (filter.guests ?? 0) &&
    (!asksOptions || open(unit).some(optionFits));
  return (
    house.category === 'rent' &&
    house.units.some(unitFits) &&
    filter.amenities.every((code) => house.amenities.includes(code)) &&
    (filter.distance === undefined || metresBetween(house.at, london.at) <= filter.distance) &&
    (!filter.verified || (facts.includes('address') && facts.includes('owner')))
  );
}

describe('filters', () => {
  test('[R2.081] a list has exactly the homes that fit', async () => {
    const random = seededRandom(3);
    for (let round = 0; round < 30; round++) {
      const filter = randomFilter(random);
      const { houseIds } = await ask(filter, 1_000);
      const names = (await readListedHouses(base.db, base.geo, houseIds, filter, testToday)).map(({ card }) => card.name).sort();
      expect([formatFilterCode(filter), names]).toEqual([
        formatFilterCode(filter),
        drafts
          .filter((house) => fits(house, filter))
          .map(({ name }) => name)
          .sort(),
      ]);
    }
  });

  test('[R2.081] every card shows the cheapest option that has all of what was asked for', async () => {
    const random = seededRandom(11);
    let shown = 0;
    for (let round = 0; round < 30; round++) {
      const filter = randomFilter(random);
      const { houseIds } = await ask(filter, 1_000);
      for (const { card, offer, cheapest, stock } of await readListedHouses(base.db, base.geo, houseIds, filter, testToday)) {
        const draft = drafts.find(({ name }) => name === card.name);
        if (!draft) throw new Error(card.name);
        // The card's option alone, in a home of nothing else, answers the filter; and no other of the home does for less.
        const alone = draft.units.flatMap((unit) => unit.tenancies.map((tenancy) => ({ ...draft, units: [{ ...unit, tenancies: [tenancy] }] })));
        const rents = alone.filter((one) => one.units[0]?.tenancies[0]?.stock !== 0 && fits(one, filter)).map((one) => one.units[0]?.tenancies[0]?.rent.minor);
        const open = rents.filter((minor) => minor !== undefined);
        const code = formatFilterCode(filter);
        if (offer)
          expect([code, card.name, open.includes(offer.terms.rent.minor), open.some((minor) => minor < offer.terms.rent.minor)]).toEqual([
            code,
            card.name,
            true,
            false,
          ]);
        // Where nothing is asked of the lease, homes are listed that have let all of what fits; their cards say so.
        else
          expect([code, filter.rent, filter.availableNow, filter.months, filter.leases, stock > 0 && open.length > 0 && code === '']).toEqual([
            code,
            undefined,
            false,
            [],
            [],
            false,
          ]);
        if (offer && cheapest) expect(cheapest.terms.rent.minor <= offer.terms.rent.minor).toBe(true);
        if (offer) shown++;
      }
    }
    expect(shown).toBeGreaterThan(100);
  });

  test('every link says how many homes following it gives', async () => {
    const random = seededRandom(7);
    for (let round = 0; round < 6; round++) {
      const filter = randomFilter(random);
      const counts = tally((await ask(filter)).records, filter);
      const expectations: [string, number, ListFilter][] = [
        ...unitTypes.map((type, at): [string, number, ListFilter] => [type, counts.values.types.toggled(at), { ...filter, types: toggle(filter.types, type) }]),
        ...months.map((month): [string, number, ListFilter] => [
          String(month),
          counts.values.months.toggled(monthBit(month)),
          { ...filter, months: toggle(filter.months, month) },
        ]),
        ...leaseBands.map((_, band): [string, number, ListFilter] => [
          `lease ${band}`,
          counts.values.leases.toggled(band),
          { ...filter, leases: toggle(filter.leases, band) },
        ]),
        ...[1, 2, 3, 4].map((guests): [string, number, ListFilter] => [`${guests} people`, counts.values.guests.alone(guests - 1), { ...filter, guests }]),
        ...(['private', 'shared'] as const).map((bathroom, at): [string, number, ListFilter] => [
          bathroom,
          counts.values.bathroom.alone(at),
          { ...filter, bathroom },
        ]),
        ...(
          [
            [0, 150],
            [150, 200],
            [200, 250],
            [250, 300],
            [300, 400],
            [400, 500],
          ] as const
        ).map(([from, to]): [string, number, ListFilter] => [
          `rent ${from}`,
          counts.rent(rentBits(from * 100, to * 100)),
          { ...filter, rent: { from, to: to - 1 } },
        ]),
        ...amenityCodes.flatMap((code, at): [string, number, ListFilter][] =>
          at % 4 === round % 4 || filter.amenities.includes(code) ? [[code, counts.amenity(at), { ...filter, amenities: toggle(filter.amenities, code) }]] : [],
        ),
        ...distanceSteps.map((distance, step): [string, number, ListFilter] => [`${distance} m`, counts.distance(step), { ...filter, distance }]),
        ['verified', counts.verified, { ...filter, verified: true }],
        ['available now', counts.availableNow, { ...filter, availableNow: true }],
        ...(filter.rent ? [['without rent', counts.without.get('rent') ?? -1, { ...filter, rent: undefined }] as [string, number, ListFilter]] : []),
        ...(filter.types.length > 0 ? [['without types', counts.without.get('types') ?? -1, { ...filter, types: [] }] as [string, number, ListFilter]] : []),
        ...(filter.amenities.length > 0
          ? [['without amenities', counts.without.get('amenities') ?? -1, { ...filter, amenities: [] }] as [string, number, ListFilter]]
          : []),
        ...(filter.distance === undefined
          ? []
          : [['without distance', counts.without.get('distance') ?? -1, { ...filter, distance: undefined }] as [string, number, ListFilter]]),
      ];
      const code = formatFilterCode(filter);
      for (const [name, count, next] of expectations) expect([code, name, count]).toEqual([code, name, await total(next)]);
    }
  });
});

describe('order and pages', () => {
  const filters: readonly ListFilter[] = [noFilter, { ...noFilter, types: ['studio', 'ensuite'], guests: 2 }];

  test.each(Object.keys(sorts) as Sort[])('[R2.221] sorted by %s', async (sort) => {
    for (const filter of filters) {
      const { houseIds } = await ask({ ...filter, sort }, 1_000);
      const homes = await readListedHouses(base.db, base.geo, houseIds, filter, testToday);
      const rank = new Map((await base.db.selectFrom('listings').select(['house_id', 'rank']).execute()).map((row) => [row.house_id, row.rank]));
      const weekly = homes.map(({ offer }) => offer && Number((offer.terms.promoRent ?? offer.terms.rent).minor));
      const ordered = <T>(values: readonly (T | undefined)[], after: (a: T, b: T) => boolean): boolean =>
        values.every((value, index) => index === 0 || value === undefined || (values[index - 1] !== undefined && !after(values[index - 1] as T, value)));
      switch (sort) {
        case 'rent-low':
          expect(ordered(weekly, (a, b) => a > b)).toBe(true);
          break;
        case 'rent-high':
          expect(ordered(weekly, (a, b) => a < b)).toBe(true);
          break;
        case 'nearest':
          expect(
            ordered(
              homes.map(({ at }) => metresBetween(at, london.at)),
              (a, b) => a > b + 0.01,
            ),
          ).toBe(true);
          break;
        case 'freshest':
          expect(
            ordered(
              homes.map(({ confirmedAt }) => confirmedAt.getTime()),
              (a, b) => a < b,
            ),
          ).toBe(true);
          break;
        case 'best-reviewed':
          expect(
            ordered(
              homes.map(({ reviews }) => (reviews.score === undefined ? undefined : (reviews.score * reviews.count + 3.5 * 5) / (reviews.count + 5))),
              (a, b) => a < b - 1e-6,
            ),
          ).toBe(true);
          break;
        case 'recommended': {
          const places = homes.map(({ id, offer }) => (offer ? 1_000_000 : 0) + (rank.get(id) ?? 0));
          expect(ordered(places, (a, b) => a < b)).toBe(true);
          break;
        }
        case 'contract-total': {
          const totals = homes.map((home) => {
            const bills = billsApart(home.bills, home.offer?.unitType ?? home.cheapestType, london.country);
            return home.offer && Number(comparedTotal(wholePrice(home.offer.terms), bills).amount.minor);
          });
          expect(ordered(totals, (a, b) => a > b)).toBe(true);
          expect(new Set(totals).size).toBeGreaterThan(20);
          break;
        }
        // Those of a school have a test of their own.
        case 'useful-week':
        case 'commute':
          expect(new Set(homes.map(({ id }) => id)).size).toBe(homes.length);
          break;
        case 'earliest-move-in':
          expect(homes.findLastIndex(({ offer }) => offer !== undefined)).toBeLessThan(homes.filter(({ offer }) => offer).length);
          break;
      }
    }
  });

  test.each(filters)(
    'with an intake each card leads with its cheapest lease of that, unless it costs much more, otherwise with the cheapest, and lists are in the order of what they show (%#)',
    async (filter) => {
      const span = intakeSpan(testToday);
      const asked = async (sort: Sort) => {
        const answer = await ask({ ...filter, sort }, 1_000, london, span);
        return { intake: known(answer.intake), homes: await readListedHouses(base.db, base.geo, answer.houseIds, filter, testToday, answer.intake) };
      };
      const { intake, homes } = await asked('rent-low');
      const without = new Map(
        (
          await readListedHouses(
            base.db,
            base.geo,
            homes.map(({ id }) => id),
            filter,
            testToday,
          )
        ).map((home) => [home.id, home.offer]),
      );
      const week = ({ offer }: (typeof homes)[number]) => offer && Number((offer.terms.promoRent ?? offer.terms.rent).minor);
      let led = 0;
      for (const { id, card, offer } of homes) {
        const draft = known(drafts.find(({ name }) => name === card.name));
        const leases = draft.units.flatMap((unit) => unit.tenancies.map((tenancy) => ({ ...draft, units: [{ ...unit, tenancies: [tenancy] }] })));
        const free = leases.filter((one) => (one.units[0]?.tenancies[0]?.stock ?? 0) > 0 && fits(one, filter));
        const rentsOf = (some: typeof free) => some.flatMap((one) => one.units[0]?.tenancies[0]?.rent.minor ?? []).toSorted((a, b) => Number(a - b));
        const [cheapest = 0n] = rentsOf(free);
        // What costs much more than the cheapest is another kind of home, and leads none.
        const rents = rentsOf(free.filter((one) => fits(one, { ...filter, months: [intake.month], leases: [intake.lease] }))).filter(
          (rent) => Number(rent) <= mostOfCheapest * Number(cheapest),
        );
        if (rents.length > 0) led++;
        expect([card.name, offer?.isOfIntake ?? false]).toEqual([card.name, rents.length > 0]);
        if (offer?.isOfIntake) expect([card.name, offer.terms.rent.minor]).toEqual([card.name, rents[0]]);
        else expect([card.name, offer?.tenancyId]).toEqual([card.name, without.get(id)?.tenancyId]);
        if (offer?.isCheapest) expect(offer.terms.rent.minor).toBe(without.get(id)?.terms.rent.minor);
      }
      expect(led).toBeGreaterThan(5);
      const low = homes.flatMap((home) => week(home) ?? []);
      expect(low).toEqual(low.toSorted((a, b) => a - b));
      const high = (await asked('rent-high')).homes.flatMap((home) => week(home) ?? []);
      expect(high).toEqual(high.toSorted((a, b) => b - a));
      const totals = (await asked('contract-total')).homes.flatMap(({ offer, bills, cheapestType }) =>
        offer ? Number(comparedTotal(wholePrice(offer.terms), billsApart(bills, offer.type ?? cheapestType, london.country)).amount.minor) : [],
      );
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    },
  );

  test.each(filters)('[R2.221] around a school homes are sorted by the week of term and by the way that their cards tell (%#)', async (filter) => {
    const school = known(london.schools[0]);
    const read = async (sort: Sort) => readListedHouses(base.db, base.geo, (await ask({ ...filter, sort }, 1_000, school)).houseIds, filter, testToday);
    const weeks = (await read('useful-week')).map((home) => {
      const bills = billsApart(home.bills, home.offer?.unitType ?? home.cheapestType, london.country);
      return home.offer && usefulWeekWithBills(school, home.offer.terms, bills)?.cost.minor;
    });
    const told = weeks.filter((cost) => cost !== undefined);
    expect(told.length).toBeGreaterThan(20);
    expect(weeks.slice(0, told.length)).toEqual(told.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const minutes = (await read('commute')).map(({ at }) => usualCommute(Math.min(...school.campuses.map((campus) => metresBetween(campus.at, at)))).minutes);
    expect(minutes.length).toBe(weeks.length);
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  });

  test('[R2.222] pages share no home and leave none out', async () => {
    for (const sort of ['recommended', 'rent-low', 'nearest', 'contract-total', 'commute'] as const) {
      const all = (await ask({ ...noFilter, sort }, 1_000)).houseIds;
      const paged = [];
      for (let page = 1; page <= Math.ceil(all.length / 20); page++) paged.push(...(await ask({ ...noFilter, sort, page })).houseIds);
      expect(paged).toEqual(all);
      expect(new Set(paged).size).toBe(await total(noFilter));
    }
  });
});

describe('the counted copy of the lists', () => {
  test('follows every write to the lists by itself', async () => {
    const [first] = (await ask(noFilter)).houseIds;
    if (!first) throw new Error('no home');
    const facets = () => base.db.selectFrom('listing_facets').selectAll().where('house_id', '=', first).executeTakeFirst();
    const before = await facets();
    await base.db.updateTable('listings').set({ rank: 1, verified: !before?.verified }).where('house_id', '=', first).execute();
    expect(await facets()).toMatchObject({ rank: 1, verified: !before?.verified, offer_bits: before?.offer_bits });
    await base.db.updateTable('listing_offers').set({ offer_bits: 128n, weekly_minor: null }).where('house_id', '=', first).execute();
    const after = await facets();
    expect([after?.rent_bits, (after?.offer_bits ?? 0n) & 255n, (after?.offer_bits ?? 0n) >> 21n]).toEqual([0n, 128n, 0n]);
    await base.db.deleteFrom('listings').where('house_id', '=', first).execute();
    expect(await facets()).toBeUndefined();
  });
});

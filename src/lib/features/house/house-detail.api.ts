/** Binds the calls about one home to the house service. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { estimateMinutes, usualCommute } from '#lib/geo/distance.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import { paidInFull } from './cancellation.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { formatCompareIds, parseCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import {
  cancelPolicyContract,
  commentsContract,
  compareContract,
  floorPlansContract,
  houseAmenitiesContract,
  houseDetailContract,
  houseMediaContract,
  houseNearbyContract,
  houseSchoolsContract,
  priceTrendContract,
  unitDetailContract,
} from './house-detail.contract.ts';
import { toAmenities, toBrief, toCancellationRow, toComment, toPictures, toReviewFigures, toSupplier } from './house-detail-wire.rules.ts';
import { readHouse } from './house.loader.ts';
import { unitPlan } from './house-pictures.rules.ts';
import { cheapestOffer, commutes, isOffered, isStale } from './house.rules.ts';
import type { Media, ReadHouse, Tenancy, UnitWithTenancies } from './house.schema.ts';
import type { HouseService } from './house.service.ts';
import { placesWithin } from './house-surroundings.rules.ts';
import { moneyWordsOf, toCoded, toRoom, toTenancy, toUnit, toWireMoney } from './house-wire.rules.ts';
import { placeReachMetres } from '#lib/features/catalogue/reach.rules.ts';

type Parts = { readonly geo: GeoIndex; readonly site: Site; readonly rates: RatesService; readonly houses: HouseService };
type Asker = Parameters<typeof callReader>[1];

const missing = { ok: false, error: 'not-found' } as const;
const groups = { station: 'subway', landmark: 'landmark', neighbourhood: 'neighborhood', postal: undefined } as const;

const firstPhoto = (media: readonly Media[]): string | undefined => {
  const photo = media.find(({ kind }) => kind === 'photo');
  return photo && photo.path + photo.suffix;
};

export function houseDetailCalls({ geo, site, rates, houses }: Parts): readonly BoundCall[] {
  /** The home with its asker; undefined when there is none, or none any more. */
  async function open(id: number, asker: Asker, schoolId?: number) {
    const found = await houses.find(asId<HouseId>(id));
    if (!found || found.status === 'removed') return undefined;
    const reader = callReader(site, asker);
    const house: ReadHouse = { ...readHouse(found, reader, geo), chosenSchool: found.city.schools.find((school) => school.id === schoolId) };
    return { house, reader, words: moneyWordsOf(rates, reader) };
  }

  /** The option a unit's page opens with. */
  const offerOf = (house: ReadHouse, unit: UnitWithTenancies): Tenancy | undefined =>
    house.status === 'open' ? cheapestOffer([unit], house.today, (amount, to) => rates.convert(amount, to)?.money)?.tenancy : undefined;

  return [
    bind(houseDetailContract, async ({ house_id }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, reader, words } = opened;
      const { t, paths, intl } = reader;
      const [homes, media, promos, reviews, twins] = await Promise.all([
        houses.offers(house, asker.now),
        houses.media(house),
        houses.promos(house, asker.now),
        houses.reviews(house),
        houses.twins(house, noQuestion, asker.now),
      ]);
      const { cheapest, units, confirmedAt } = homes;
      return {
        ok: true,
        data: {
          ...toBrief(house, firstPhoto(media), reader),
          category: house.category,
          description: house.words ? { lang: house.words.lang, paragraphs: [...house.words.paragraphs] } : null,
          year_built: house.yearBuilt ?? null,
          storeys: house.storeys ?? null,
          cheapest: cheapest ? toTenancy(house, cheapest.tenancy, house.today, paths, words) : null,
          confirmed_at: confirmedAt?.toISOString() ?? null,
          is_stale: confirmedAt ? isStale(confirmedAt, asker.now) : true,
          stock:
            house.status === 'open'
              ? units.flatMap(({ tenancies }) => tenancies).reduce((sum, one) => sum + (isOffered(one, house.today) ? one.stock : 0), 0)
              : 0,
          units: units.map((unit) => toUnit(house, unit, offerOf(house, unit), reader, words)),
          promos: promos.map(({ kind, amount, startsOn, endsOn }) => ({
            kind,
            label: toCoded(t, 'promo_kind', kind).label,
            amount: toWireMoney(amount, intl),
            starts_on: startsOn,
            ends_on: endsOn,
          })),
          reviews: { count: reviews.count, score: reviews.score ?? null },
          twins: twins.map(({ house: found, alike, offer }) => {
            const twin = readHouse(found, reader, geo);
            return {
              house_id: twin.id,
              title: twin.title,
              url: paths.house(twin),
              supplier: toSupplier(twin.supplier),
              alike,
              cheapest: offer ? toTenancy(twin, offer.tenancy, twin.today, paths, words) : null,
            };
          }),
        },
      };
    }),

    bind(houseMediaContract, async ({ house_id }, asker) => {
      const opened = await open(house_id, asker);
      return opened ? { ok: true, data: toPictures(opened.house, await houses.media(opened.house), opened.reader) } : missing;
    }),

    bind(houseSchoolsContract, async ({ house_id, school_id, limit }, asker) => {
      const opened = await open(house_id, asker, school_id);
      if (!opened) return missing;
      const { house, reader } = opened;
      return {
        ok: true,
        data: commutes(house.at, house.city.schools, house.chosenSchool, limit).map(({ school, campus, metres, walk, cycle, transit }) => ({
          school_id: school.id,
          school_unique_name: school.slug,
          school_name: school.names[reader.locale],
          school_ab: school.short ?? null,
          campus: campus.name,
          metres: Math.round(metres),
          minutes: { walk, cycle, transit },
          usual: usualCommute(metres),
          url: reader.paths.place(school),
        })),
      };
    }),

    bind(houseNearbyContract, async ({ house_id, metres }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, reader } = opened;
      const isListed = house.status === 'open' && house.category === 'rent';
      return {
        ok: true,
        data: placesWithin(house, metres).flatMap(({ place, metres: far }) => {
          const group = groups[place.kind];
          if (!group) return [];
          const listed = isListed && far <= placeReachMetres;
          return [
            {
              group,
              poi_id: place.id,
              name: place.names[reader.locale],
              lines: [...place.lines],
              metres: Math.round(far),
              walk: estimateMinutes(far, 'walk'),
              posx: place.at.latitude,
              posy: place.at.longitude,
              url: listed ? reader.paths.place(place) : null,
            },
          ];
        }),
      };
    }),

    bind(houseAmenitiesContract, async ({ house_id }, asker) => {
      const opened = await open(house_id, asker);
      return opened ? { ok: true, data: toAmenities(opened.house, opened.reader.t) } : missing;
    }),

    bind(unitDetailContract, async ({ house_id, unit_id }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, reader, words } = opened;
      const { units } = await houses.offers(house, asker.now);
      const unit = units.find(({ id }) => id === unit_id);
      if (!unit) return missing;
      const latest = unit.tenancies.toSorted((a, b) => b.confirmedAt.getTime() - a.confirmedAt.getTime())[0];
      return {
        ok: true,
        data: {
          ...toUnit(house, unit, offerOf(house, unit), reader, words),
          house_id: house.id,
          tenancies: unit.tenancies.map((tenancy) => toTenancy(house, tenancy, house.today, reader.paths, words)),
          rooms: unit.rooms.map((room) => toRoom(reader.t, room, unit.rooms)),
          confirmed_at: latest?.confirmedAt.toISOString() ?? null,
        },
      };
    }),

    bind(priceTrendContract, async ({ house_id }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, words } = opened;
      const [points, { units }] = await Promise.all([houses.pricePoints(house), houses.offers(house, asker.now)]);
      const byUnit = Map.groupBy(points, ({ unitId }) => unitId);
      return {
        ok: true,
        data: units.flatMap(({ id, name }) => {
          const own = byUnit.get(id);
          return own ? [{ unit_id: id, name, points: own.map(({ on, weekly }) => ({ on, weekly: toWireMoney(weekly, words.intl) })) }] : [];
        }),
      };
    }),

    bind(compareContract, async ({ ids }, asker) => {
      const reader = callReader(site, asker);
      const words = moneyWordsOf(rates, reader);
      const { homes } = await houses.compare(parseCompareIds(ids), asker.now);
      const data = homes.map(({ house: found, photo, unit, offer, asked }) => {
        const house = readHouse(found, reader, geo);
        return {
          ...toBrief(house, photo, reader),
          id: formatCompareIds([asked]),
          unit: unit ? toUnit(house, unit, offer?.tenancy, reader, words) : null,
          tenancy: offer ? toTenancy(house, offer.tenancy, house.today, reader.paths, words) : null,
          ...toAmenities(house, reader.t),
        };
      });
      return { ok: true, data };
    }),

    bind(cancelPolicyContract, async ({ house_id, hcr }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, reader } = opened;
      const { units } = await houses.offers(house, asker.now);
      const tenancy = units.flatMap(({ tenancies }) => tenancies).find(({ id }) => id === hcr);
      if (!tenancy) return missing;
      const rows = houses.cancellation(house, tenancy, asker.now);
      return {
        ok: true,
        data: {
          policy: rows && tenancy.policyCode ? toCoded(reader.t, 'cancellation_policy', tenancy.policyCode) : null,
          paid_in_full: toWireMoney(paidInFull(tenancy), reader.intl),
          rows: (rows ?? []).map((row) => toCancellationRow(row, reader)),
        },
      };
    }),

    bind(floorPlansContract, async ({ house_id }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { units } = await houses.offers(opened.house, asker.now);
      return {
        ok: true,
        data: units.map((unit) => ({
          unit_id: unit.id,
          name: unit.name,
          size_sqm: unit.sizeSqm ?? null,
          url: unitPlan(unit).url(640, 'webp'),
          is_drawn: true as const,
        })),
      };
    }),

    bind(commentsContract, async ({ house_id, page, page_size }, asker) => {
      const opened = await open(house_id, asker);
      if (!opened) return missing;
      const { house, reader } = opened;
      const { all, shown } = await houses.reviewPage(house, page, page_size);
      return {
        ok: true,
        data: {
          ...toReviewFigures(all, reader.t),
          items: shown.map((review) => toComment(review, reader)),
          paginate: { current_page: page, page_size, total: all.count },
        },
      };
    }),
  ];
}

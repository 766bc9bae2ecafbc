/** Binds the calls that give cards of homes named by id, or alike. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { likeHome } from '#lib/features/house/house.rules.ts';
import { moneyWordsOf } from '#lib/features/house/house-wire.rules.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import type { Reader } from '#lib/reader.ts';
import { historyContract, similarHousesContract } from './house-cards.contract.ts';
import { toListedHouse } from './house-card-wire.rules.ts';
import { houseCard } from './list-card.rules.ts';

type Parts = { readonly geo: GeoIndex; readonly site: Site; readonly rates: RatesService; readonly houses: HouseService; readonly lists: ListService };

/** Homes a client may ask to see again at once. */
const mostAsked = 20;

export function houseCardCalls({ geo, site, rates, houses, lists }: Parts): readonly BoundCall[] {
  function cards(homes: Awaited<ReturnType<ListService['houses']>>, reader: Reader) {
    const words = moneyWordsOf(rates, reader);
    return homes.map((home) => {
      const card = houseCard(home, home.city.country, reader, geo, (amount) => words.about(amount)?.amount);
      return toListedHouse(home, card, home.city.names[reader.locale], words);
    });
  }

  return [
    bind(similarHousesContract, async ({ house_id, limit }, asker) => {
      const house = await houses.find(asId<HouseId>(house_id));
      if (!house || house.status === 'removed') return { ok: false, error: 'not-found' };
      const { cheapest } = await houses.offers(house, asker.now);
      const homes = await lists.alike(likeHome(house, cheapest), limit, listToday(undefined, asker.now));
      return { ok: true, data: { items: cards(homes, callReader(site, asker)) } };
    }),

    bind(historyContract, async ({ ids }, asker) => {
      const asked = [...new Set(ids.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647).slice(0, mostAsked);
      const homes =
        asked.length === 0
          ? []
          : await lists.houses(
              asked.map((id) => asId<HouseId>(id)),
              listToday(undefined, asker.now),
            );
      return { ok: true, data: { items: cards(homes, callReader(site, asker)) } };
    }),
  ];
}

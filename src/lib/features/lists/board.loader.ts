/** The read model of boards: homes that somebody keeps, each with its lease for one stay and its way to one school. */
import { compareLimit, formatCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { intakeOfHomes } from '#lib/features/finding/intake.rules.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { questionQuery, readQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { askedCurrency, ownCurrency, readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import { sayLease, schoolOptions, stayOptions } from './board.rules.ts';
import type { Board, Shortlist } from './board.schema.ts';
import { houseCard } from './list-card.rules.ts';
import { saidOffer } from './list-intake.rules.ts';
import type { HouseCardFacts } from './list.schema.ts';
import { parseShortlist } from './shortlist.rules.ts';

/** Homes that an empty board begins with. */
const beginners = 3;

export function createBoardLoader(service: ListService, rates: RatesService, geo: GeoIndex) {
  /**
   * Homes on one board. Sums are of the lease that the address asks for, otherwise of what most of the homes offer next, by the rule of lists.
   * Two queries. @param all the homes that decide it, where these are only a part of them.
   */
  async function board(ids: readonly HouseId[], reader: Reader, all: readonly HouseId[] = ids): Promise<Board> {
    const { locale } = reader;
    const today = listToday(undefined, reader.now);
    // A board has room for what was saved, whatever it is: nothing but the stay and the way is asked of it.
    const { near, currency, intake: asked } = readQuestion(geo, reader.query);
    const days = await service.leaseDays(all, today);
    const intake = asked ?? intakeOfHomes([...days.values()], today);
    const found = await service.houses(ids, today, noFilter, intake);
    const said = saidOffer(found);
    const cities = new Set(found.map(({ city }) => city.id));
    const around = geo.schools.filter(({ city }) => cities.has(city.id));
    // Of several of that name, the one where the homes are.
    const school = around.find(({ slug }) => slug === reader.query.get('schoolunique')) ?? (near?.kind === 'school' ? near : undefined);
    const { convert } = readerConverter(rates, reader);
    const question = { near: school, filter: noFilter, currency, ...(intake && { intake }) };
    const homes = found.map((home) => {
      const there = school?.city.id === home.city.id ? school : undefined;
      const shown = { ...home, offer: home.offer ?? home.cheapest };
      const asks = { near: there, filter: noFilter, currency };
      const ofList = { sort: 'recommended', intake, said: said?.terms } as const;
      return {
        card: houseCard(shown, there ?? home.city.country, reader, geo, convert, asks, ofList),
        lowest: home.cheapest && wholePrice(home.cheapest.terms).weekly,
      };
    });
    const lease = sayLease(said, intake, reader);
    const own = ownCurrency(locale, askedCurrency(reader));
    const quoted = found.flatMap(({ offer }) => (offer ? [offer.terms.rent.currency] : []));
    const told = [...new Set([...quoted, own])].map((code) => currencyName(code, locale));
    return {
      homes,
      question: {
        words: [school?.names[locale] ?? reader.t('shortlist.board_centre'), ...(lease ? [lease] : []), listWords(told, locale)],
        schools: schoolOptions(school && !around.includes(school) ? [...around, school] : around, school?.slug, reader),
        stays: stayOptions([...days.values()].flat(), intake, today, reader),
        currency,
        carried: Object.fromEntries(new URLSearchParams(questionQuery(question))),
      },
    };
  }

  return {
    board,

    /** The homes that an address lists under a name; without any, those that the reader's device knows. */
    async shortlist(reader: Reader): Promise<Shortlist> {
      const { near, currency, intake } = readQuestion(geo, reader.query);
      const asks = questionQuery({ near: near?.kind === 'school' ? near : undefined, filter: noFilter, currency, ...(intake && { intake }) });
      const ids = parseShortlist(reader.query.get('ids'));
      if (ids.length === 0) return { kind: 'device', asks };
      const shown = await board(ids, reader);
      for (const { card } of shown.homes) reader.tags.add(`house:${card.id}`);
      const name = reader.query.get('list_name') ?? undefined;
      const query = new URLSearchParams(name ? { list_name: name } : {});
      const compared = formatCompareIds(shown.homes.slice(0, compareLimit).map(({ card }) => ({ houseId: card.id, unitId: undefined })));
      return {
        kind: 'shared',
        name,
        board: shown,
        gone: ids.length - shown.homes.length,
        ids: ids.join(','),
        href: `${reader.paths.to('favourites')}?ids=${ids.join(',')}${name ? `&${query}` : ''}${asks.replace('?', '&')}`,
        compareHref: shown.homes.length > 1 ? `${reader.paths.to('house_compare')}?ids=${compared}&${new URLSearchParams(shown.question.carried)}` : undefined,
      };
    },

    /**
     * Homes to begin with, and where they are: near the school of the address, otherwise in the city that most people look in. Each has
     * something free. Two queries.
     */
    async begin(reader: Reader): Promise<{ readonly place: string; readonly href: string; readonly cards: readonly HouseCardFacts[] } | undefined> {
      const { near } = readQuestion(geo, reader.query);
      const place = near?.kind === 'school' ? near : geo.cities[0];
      if (!place) return undefined;
      const city = place.kind === 'school' ? place.city : place;
      reader.tags.add(`city:${city.id}`);
      const ids = await service.bookable({ place, category: 'rent' }, noFilter, reader.now, beginners);
      const { homes } = await board(ids, reader);
      return homes.length === 0 ? undefined : { place: place.names[reader.locale], href: reader.paths.place(place), cards: homes.map(({ card }) => card) };
    },
  };
}

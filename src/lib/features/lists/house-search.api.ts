/** Binds the calls of the lists of homes to the list service. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { BoundCall, CallRefused } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { asId } from '#lib/ids/ids.ts';
import type { ListTarget, Site } from '#lib/paths.ts';
import { moneyWordsOf } from '#lib/features/house/house-wire.rules.ts';
import { callReader } from '#lib/reader.ts';
import type { DiscoverLoader } from './discover.loader.ts';
import { formatFilterCode, noFilter, parseFilterCode, sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { countContract, filterConfigContract, houseSearchContract, recommendContract, sortContract } from './house-search.contract.ts';
import type { ListQuestion } from './house-search.contract.ts';
import { filterAsked, placeAsked, sortNames } from './house-search.rules.ts';
import { houseCard } from './list-card.rules.ts';
import { activeFilters, filterGroups, relaxations, sortLinks } from './list-choices.rules.ts';
import type { ChoiceContext } from './list-choices.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { cleared, pageOfList, selectionPath } from './list.rules.ts';
import type { Choice } from './list.schema.ts';
import type { FoundList, ListService } from '#lib/features/finding/finding.service.ts';
import { countryOf, measuredTo, pageSize, scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';
import type { Narrowing } from '#lib/features/finding/question.rules.ts';
import { toListedHouse } from './house-card-wire.rules.ts';

type Parts = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly rates: RatesService;
  readonly lists: ListService;
  readonly discover: Pick<DiscoverLoader, 'picks'>;
};

type Asked = { readonly target: ListTarget; readonly narrowing: Narrowing; readonly filter: ListFilter; readonly reader: Reader };
type OpenedList = Asked & { readonly found: FoundList; readonly url: (filter: ListFilter) => string };
type Refused = CallRefused<'not-found' | 'bad-input'>;

const missing: Refused = { ok: false, error: 'not-found' };
const faulty = (name: string, problem: string): Refused => ({ ok: false, error: 'bad-input', data: { fields: [{ name, problem }] } });

/** What the links of the list pages need; here they lead to filter codes. */
function choiceContext({ target, narrowing, filter, reader, found }: OpenedList): ChoiceContext {
  return {
    t: reader.t,
    intl: reader.intl,
    filter,
    currency: countryOf(target.place).currency,
    today: found.today,
    typePages: false,
    href: formatFilterCode,
    measured: measuredTo(scopeOf(target, narrowing)),
    hasTerms: target.place.kind === 'school',
  };
}

export function houseSearchCalls({ geo, site, rates, lists, discover }: Parts): readonly BoundCall[] {
  function asked(question: ListQuestion, page: number, sort: Sort | undefined, caller: Caller): Asked | Refused {
    const place = placeAsked(geo, question);
    if (place === 'nothing') return faulty('country_id', 'missing');
    if (!place) return missing;
    const filter = filterAsked(question.filter, page, sort);
    if (!filter) return faulty('filter', 'invalid_format');
    const narrowing =
      question.supplier_id === undefined ? wholeList : { ...wholeList, supplierId: asId<NonNullable<Narrowing['supplierId']>>(question.supplier_id) };
    return { target: { place, category: question.category }, narrowing, filter, reader: callReader(site, caller) };
  }

  async function open(question: ListQuestion, caller: Caller, number = 1, size = pageSize, sort?: Sort): Promise<OpenedList | Refused> {
    const one = asked(question, number, sort, caller);
    if ('error' in one) return one;
    const found = await lists.find(one.target, one.filter, one.narrowing, caller.now, size);
    const page = pageOfList(one.target.place, one.narrowing.supplierId);
    const url = (filter: ListFilter): string => `${selectionPath(one.reader.paths, page.place, one.target.category, filter)}${page.query}`;
    return found ? { ...one, found, url } : missing;
  }

  const step = (list: OpenedList, label: string, code: string) => ({ label, filter: code, url: list.url(parseFilterCode(code) ?? noFilter) });
  const choiceOf =
    (list: OpenedList) =>
    ({ label, count, chosen, href }: Choice) => ({ label, count, chosen, filter: href, url: step(list, label, href).url });

  return [
    bind(houseSearchContract, async ({ page, page_size, sort, ...question }, caller) => {
      const list = await open(question, caller, page, page_size, sort);
      if ('error' in list) return list;
      const { reader, found, target, filter } = list;
      const words = moneyWordsOf(rates, reader);
      const items = found.homes.map((home) => {
        const card = houseCard(home, target.place, reader, geo, (amount) => words.about(amount)?.amount);
        return toListedHouse(home, card, home.city.names[reader.locale], words);
      });
      // Pages of the site have a size of their own.
      const shown = page_size === pageSize ? filter : { ...filter, page: 1 };
      return {
        ok: true,
        data: { items, paginate: { current_page: page, page_size, total: found.counts.total }, url: list.url(shown), filter: formatFilterCode(filter) },
      };
    }),

    bind(filterConfigContract, async (question, caller) => {
      const list = await open(question, caller);
      if ('error' in list) return list;
      const context = choiceContext(list);
      const { counts } = list.found;
      return {
        ok: true,
        data: {
          total: counts.total,
          groups: filterGroups(context, counts).map(({ id, title, choices, more }) => ({
            id,
            title,
            choices: choices.map(choiceOf(list)),
            more: more.map(choiceOf(list)),
          })),
          active: activeFilters(context).map(({ label, href }) => step(list, label, href)),
          clear: step(list, '', formatFilterCode(cleared(list.filter))),
          relaxations:
            counts.total === 0
              ? relaxations(context, counts)
                  .filter(({ text }) => text === undefined)
                  .map(({ label, href, count }) => ({ ...step(list, label, href), count }))
              : [],
        },
      };
    }),

    bind(sortContract, async (question, caller) => {
      const list = await open(question, caller);
      if ('error' in list) return list;
      const context = choiceContext(list);
      return {
        ok: true,
        data: sortLinks(context).map(({ label, href, current }) => {
          const sort = sortNames.find((name) => name === (parseFilterCode(href)?.sort ?? 'recommended')) ?? 'recommended';
          return { ...step(list, label, href), sort, value: sorts[sort], current };
        }),
      };
    }),

    bind(countContract, async (question, caller) => {
      const list = await open(question, caller);
      return 'error' in list ? list : { ok: true, data: { total: list.found.counts.total } };
    }),

    bind(recommendContract, async ({ city_id }, caller) => {
      const reader = callReader(site, caller);
      const city = city_id === undefined ? undefined : geo.cityById(city_id);
      if (city_id !== undefined && !city) return missing;
      const words = moneyWordsOf(rates, reader);
      const picked = await discover.picks(reader, city && [city]);
      return {
        ok: true,
        data: {
          items: picked.flatMap(({ picks }) =>
            picks.map(({ home, card, reasons }) => ({ ...toListedHouse(home, card, home.city.names[reader.locale], words), reasons: [...reasons] })),
          ),
        },
      };
    }),
  ];
}

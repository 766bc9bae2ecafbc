/** Binds the search calls: our words to the wire's. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import {
  deleteSearchContract,
  groupValues,
  hotSearchContract,
  keywordSearchContract,
  lastSearchesContract,
  recordSearchContract,
  suggestContract,
} from './search.contract.ts';
import type { SearchHistoryItem, Suggestion } from './search.contract.ts';
import { groupNames } from './search-groups.words.ts';
import type { FoundEntry, SearchEntry } from './search.schema.ts';
import type { Searcher, SearchService } from './search.service.ts';
import { shownEntry, titleOf } from './search.words.ts';
import { wishesIn } from './search-intent.rules.ts';

type Extend = Suggestion['extend'];

/** The ids and unique names of R3.27. */
function extendOf(entry: SearchEntry): Extend {
  const base = { type_id: groupValues[entry.group] };
  switch (entry.group) {
    case 'city': {
      const { id, slug, country } = entry.of;
      return {
        ...base,
        country_id: country.id,
        country_unique_name: country.slug,
        city_id: id,
        city_unique_name: slug,
        search_criteria: `/${country.slug}/${slug}`,
      };
    }
    case 'region': {
      const { id, country } = entry.of;
      return { ...base, country_id: country.id, country_unique_name: country.slug, region_id: id };
    }
    case 'supplier': {
      const { id, country } = entry.of;
      return { ...base, country_id: country.id, country_unique_name: country.slug, supplier_id: id };
    }
    default: {
      const city = entry.group === 'house' ? entry.city : entry.of.city;
      const { country } = city;
      const inside = { ...base, country_id: country.id, country_unique_name: country.slug, city_id: city.id, city_unique_name: city.slug };
      switch (entry.group) {
        case 'house':
          return { ...inside, house_id: entry.of.id, supplier_id: entry.of.supplierId };
        case 'school':
          return { ...inside, school_id: entry.of.id, school_unique_name: entry.of.slug, search_criteria: `/${country.slug}/${city.slug}/${entry.of.slug}` };
        default: {
          const criteria = `/${country.slug}/${city.slug}/place/${entry.of.slug}`;
          if (entry.group === 'postal_code') return { ...inside, postal_code_id: entry.of.id, search_criteria: criteria };
          return {
            ...inside,
            poi_id: entry.of.id,
            search_criteria: criteria,
            ...(entry.group === 'neighborhood' ? { neighborhood_unique_name: entry.of.slug } : {}),
          };
        }
      }
    }
  }
}

function historyItem({ entry }: FoundEntry, locale: Locale, site: Site): SearchHistoryItem {
  const { title, url } = shownEntry(entry, locale, site.paths(locale), '');
  const ids = extendOf(entry);
  return {
    type: entry.group,
    ...ids,
    name_zh: titleOf(entry, 'zh-cn'),
    name_tc: titleOf(entry, 'zh-tw'),
    name_en: titleOf(entry, 'en-us'),
    name_vi: titleOf(entry, 'vi-vn'),
    ...(entry.group === 'postal_code' ? { postalcode: entry.of.names['en-us'] } : {}),
    title,
    url,
  };
}

const searcherOf = ({ deviceId, session }: Pick<Caller, 'deviceId' | 'session'>): Searcher => ({ deviceId, userId: session && asId<UserId>(session.userId) });

export function searchCalls(search: SearchService, site: Site): readonly BoundCall[] {
  function suggestion({ entry, homes }: FoundEntry, locale: Locale, typed: string): Suggestion {
    const { title, within, otherName, url } = shownEntry(entry, locale, site.paths(locale), typed);
    return { group: entry.group, id: entry.of.id, title, sub_title: within, title_level_three: otherName, url, house_num: homes, extend: extendOf(entry) };
  }
  return [
    bind(suggestContract, async ({ keyword }, { locale, now }) => {
      const names = groupNames(translator(locale));
      // A sentence suggests places for the words that name one; where they lead is read with all of it.
      const read = wishesIn(keyword, now.toISOString().slice(0, 10), await search.isName());
      const isSentence = read.used.length > 0 && read.place !== '' && !(await search.isHome(keyword));
      const typed = isSentence ? read.place : keyword;
      const groups = await search.suggest(typed);
      const asked = (item: Suggestion): Suggestion =>
        isSentence && item.group !== 'house' && item.group !== 'supplier'
          ? { ...item, url: `${site.paths(locale).to('search')}?q=${encodeURIComponent([item.title, ...read.used.map(({ words }) => words)].join(' '))}` }
          : item;
      return {
        ok: true,
        data: groups.map(({ group, found }) => ({
          group_name: names[group],
          group_value: groupValues[group],
          group,
          lists: found.map((one) => asked(suggestion(one, locale, typed))),
        })),
      };
    }),
    bind(keywordSearchContract, async ({ keyword, type, page, page_size }, { locale }) => {
      const { found, total } = await search.search(keyword, type, page, page_size);
      const { spellings } = await search.spellings(keyword, total > 0, locale);
      return {
        ok: true,
        data: {
          items: found.map((one) => suggestion(one, locale, keyword)),
          paginate: { current_page: page, total },
          suggestions: { term_suggest: { options: spellings.map((text) => ({ text })) } },
        },
      };
    }),
    bind(hotSearchContract, async (_, { locale }) => {
      const paths = site.paths(locale);
      const hot = await search.hot();
      return {
        ok: true,
        data: hot.map(({ country, cities, schools }) => ({
          country_id: country.id,
          country_name: country.names[locale],
          country_url: paths.country(country),
          city_list: cities.map(({ of, homes }) => ({ id: of.id, name: of.names[locale], url: paths.place(of), house_num: homes })),
          school_list: schools.map(({ of, homes }) => ({ id: of.id, name: of.names[locale], url: paths.place(of), house_num: homes })),
        })),
      };
    }),
    bind(recordSearchContract, async ({ type, id }, caller) => {
      const outcome = await search.record(searcherOf(caller), type, id, caller.now);
      if (outcome.ok) return { ok: true, data: { recorded: true } };
      switch (outcome.reason) {
        case 'no-entry':
          return { ok: false, error: 'not-found' };
        // A history that nobody keeps is nothing a reader did wrong.
        case 'not-kept':
          return { ok: true, data: { recorded: false } };
      }
    }),
    bind(deleteSearchContract, async ({ type, id }, caller) => ({
      ok: true,
      data: { deleted: await search.forget(searcherOf(caller), type, id, caller.now) },
    })),
    bind(lastSearchesContract, async (_, caller) => {
      const last = await search.last(searcherOf(caller));
      return { ok: true, data: last.map((one) => historyItem(one, caller.locale, site)) };
    }),
  ];
}

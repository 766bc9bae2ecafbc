/** Every catalogue page with an address of its own, streamed, with a version that changes when its content does. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { houseSubPages } from '#lib/paths.ts';
import type { Paths, Site } from '#lib/paths.ts';
import type { ListTarget } from '#lib/paths.ts';
import type { ListCount, SitemapRepository } from './sitemaps.repository.ts';
import { spotsOf } from './spots.rules.ts';

export type CataloguePage = {
  readonly path: string;
  readonly version: string;
  /** The same for all locales of a page: they read the same rows. */
  readonly group: string;
};

type Parts = {
  readonly repository: SitemapRepository;
  readonly geo: GeoIndex;
  readonly site: Site;
  /** Changes with the code, the messages, the rates: everything that is on all pages. */
  readonly base: string;
};

function* inAllLocales(site: Site, version: string, path: (paths: Paths) => string): Generator<CataloguePage> {
  const group = path(site.paths(locales[0]));
  for (const locale of locales) yield { path: path(site.paths(locale)), version, group };
}

/** The first page of a list; the ones after it follow from its own links. */
function* listPages(site: Site, base: string, target: ListTarget, count: ListCount | undefined): Generator<CataloguePage> {
  if (!count || count.homes === 0) return;
  yield* inAllLocales(site, `${base}|${count.homes}|${count.changed.getTime()}`, (paths) => paths.list(target));
}

/** Home, cities, countries, all lists with their pages, and all houses. */
export async function* cataloguePages({ repository, geo, site, base }: Parts): AsyncGenerator<CataloguePage> {
  const { byPlace, byType } = await repository.listCounts();
  const whole = `${base}|${[...byPlace.values()].reduce((latest, { changed }) => Math.max(latest, changed.getTime()), 0)}`;
  yield* inAllLocales(site, whole, (paths) => paths.to('index'));
  yield* inAllLocales(site, whole, (paths) => paths.to('city'));
  for (const country of geo.countries) {
    yield* inAllLocales(site, whole, (paths) => paths.country(country));
    yield* listPages(site, base, { place: country, category: 'rent' }, byPlace.get(country.id));
    for (const type of unitTypes) yield* listPages(site, base, { place: country, type, category: 'rent' }, byType.get(`${country.id}/${type}`));
  }
  for (const city of geo.cities) {
    const count = byPlace.get(city.id);
    yield* listPages(site, base, { place: city, category: 'rent' }, count);
    for (const type of unitTypes) yield* listPages(site, base, { place: city, type, category: 'rent' }, byType.get(`${city.id}/${type}`));
    if (!count) continue;
    const near = await repository.housesNear(spotsOf(city));
    // Those without homes in reach have no list; the others tell of the whole city, so they change with it.
    for (const place of [...city.schools, ...city.places]) if (near.has(place.id)) yield* listPages(site, base, { place, category: 'rent' }, count);
  }
  for await (const batch of repository.houses(0, 2_147_483_647)) {
    for (const house of batch) {
      const city = geo.cityById(house.cityId);
      if (!city) continue;
      const address = { id: house.id, city, houseType: house.houseType };
      const version = `${base}|${house.changed.getTime()}`;
      yield* inAllLocales(site, version, (paths) => paths.house(address));
      for (const sub of houseSubPages) yield* inAllLocales(site, version, (paths) => paths.house(address, sub));
    }
  }
}

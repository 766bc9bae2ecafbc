/**
 * The composition root: configuration → database → repositories → services → loaders.
 * Everything is made here once and handed down by argument.
 */
import { join } from 'node:path';
import type { Config } from '#lib/config.ts';
import { ChangeMemory } from '#lib/db/change-memory.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { analyze, migrate } from '#lib/db/migrate.ts';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.files.ts';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { storePlaces, storedPlacesHash } from '#lib/features/geo/geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { createHomeLoader } from '#lib/features/front-page/front-page.loader.ts';
import type { HomeLoader } from '#lib/features/front-page/front-page.loader.ts';
import { createHomeRepository } from '#lib/features/front-page/front-page.repository.ts';
import { createHomeService } from '#lib/features/front-page/front-page.service.ts';
import type { HomeService } from '#lib/features/front-page/front-page.service.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { createHouseLoader } from '#lib/features/house/house.loader.ts';
import type { HouseLoader } from '#lib/features/house/house.loader.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { createHouseService } from '#lib/features/house/house.service.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { createDiscoverLoader } from '#lib/features/lists/discover.loader.ts';
import type { DiscoverLoader } from '#lib/features/lists/discover.loader.ts';
import { createDiscoverService } from '#lib/features/lists/discover.service.ts';
import { createListLoader } from '#lib/features/lists/list.loader.ts';
import type { ListLoader } from '#lib/features/lists/list.loader.ts';
import { rememberHouses, rememberLists } from '#lib/features/lists/listings.cache.ts';
import { createHomeColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHomeIndex } from '#lib/features/finding/house.index.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { createMapLoader } from '#lib/features/map/map.loader.ts';
import type { MapLoader } from '#lib/features/map/map.loader.ts';
import { createMapService } from '#lib/features/map/map.service.ts';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { fillWithSample } from '#lib/sample/sample.service.ts';
import { createSearchFollower } from '#lib/features/search/search-follower.index.ts';
import { createSearchLogRepository, forgetOldSearches } from '#lib/features/search/search-log.repository.ts';
import { createSearchStock } from '#lib/features/search/search-stock.index.ts';
import { createSearchLoader } from '#lib/features/search/search.loader.ts';
import type { SearchLoader } from '#lib/features/search/search.loader.ts';
import { createSearchRepository } from '#lib/features/search/search.repository.ts';
import { createSearchService } from '#lib/features/search/search.service.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import { readRegions } from '#lib/features/search/region.files.ts';
import { placeNamesOf } from '#lib/features/search/search-documents.index.ts';
import { createSitemapRepository } from '#lib/features/sitemaps/sitemaps.repository.ts';
import { createSitemaps } from '#lib/features/sitemaps/sitemaps.service.ts';
import type { Sitemaps } from '#lib/features/sitemaps/sitemaps.service.ts';
import { createTrackingRepository } from '#lib/features/tracking/tracking.repository.ts';
import { createTracking } from '#lib/features/tracking/tracking.service.ts';
import type { Tracking } from '#lib/features/tracking/tracking.service.ts';
import { createSite } from '#lib/paths.ts';
import type { Site } from '#lib/paths.ts';
import type { Directions } from '#lib/ports/directions/directions.ts';
import { mapboxDirections } from '#lib/ports/directions/mapbox.ts';
import { straightLineDirections } from '#lib/ports/directions/straight-line.ts';
import { createEmbeddedIndex } from '#lib/features/search/index/embedded.index.ts';
import { createMeilisearchIndex } from '#lib/ports/search-index/meilisearch.ts';
import { remembering } from '#lib/features/search/index/remembering.index.ts';
import { withFallback } from '#lib/ports/search-index/with-fallback.ts';
import { drawnStreet, linkedStreet } from '#lib/ports/street-view/street-view.ts';
import { resolvePath } from '#lib/resolve.ts';

/** Read models for pages. */
export type Loaders = {
  readonly home: HomeLoader;
  readonly house: HouseLoader;
  readonly list: ListLoader;
  readonly discover: DiscoverLoader;
  readonly map: MapLoader;
  readonly search: SearchLoader;
};

export type Services = {
  readonly config: Config;
  readonly database: Database;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly loaders: Loaders;
  readonly lists: ListService;
  readonly houses: HouseService;
  readonly rates: RatesService;
  readonly homes: HomeService;
  /** What editors wrote: titles and dates of all texts. */
  readonly editorial: readonly EditorialEntry[];
  readonly sitemaps: Sitemaps;
  readonly tracking: Tracking;
  readonly search: SearchService;
  /** Resolves when all homes can be searched too; places can be before. */
  readonly searchSettled: () => Promise<void>;
  /** Forgets devices' searches that are past their time. */
  forgetSearches(now: Date): Promise<void>;
  readonly directions: Directions;
  /** The locale-less path of a house's city, to complete `/h1u2hcr3`. */
  readonly cityPathOfHouse: (houseId: number) => Promise<string | undefined>;
  /** The write side, for imports and the sample catalogue. */
  readonly catalogue: Catalogue;
  /** Takes leases that have ended out of the lists. */
  expireLeases(): Promise<void>;
  close(): Promise<void>;
};

/** Where editors' place files are. */
export const placesFolder = join(process.cwd(), 'src/content/places');
const contentFolder = join(process.cwd(), 'src/content');

/** The place index alone, for pages that are built without a database. */
export function loadGeo(): GeoIndex {
  return createGeoIndex(readPlaceFiles(placesFolder));
}

/** Milliseconds for which rows are kept at most: some answers depend on the day. */
const rememberedFor = 5 * 60_000;

/** Houses of the sample catalogue that an empty database is filled with. */
const sampleSize = 3_000;

async function fillIfEmpty({ db }: Database, catalogue: Catalogue, geo: GeoIndex, progress: (line: string) => void): Promise<void> {
  if (await db.selectFrom('houses').select('id').limit(1).executeTakeFirst()) return;
  progress(`sample catalogue: writing ${sampleSize} invented homes (SAMPLE_CATALOGUE=off starts empty)`);
  const { houses, milliseconds } = await fillWithSample(
    { catalogue, geo, now: new Date() },
    {
      houses: sampleSize,
      onProgress: (written, wanted) => {
        if (written % 1_000 < 200 && written < wanted) progress(`sample catalogue: ${written} of ${wanted}`);
      },
    },
  );
  await analyze(db);
  progress(`sample catalogue: ${houses} homes in ${(milliseconds / 1000).toFixed(1)} s`);
}

/**
 * Opens everything. Brings schema and places up to date first, and fills an empty catalogue when the
 * configuration says so.
 * @param progress receives a line for each step worth telling.
 * @param open gives the database; tests have their own.
 * @throws {FolderInUseError} {FolderError} {DatabaseUnreachableError} {PlaceFileError}
 */
export async function openServices(
  config: Config,
  manner: 'alone' | 'beside',
  progress: (line: string) => void = () => undefined,
  open: () => Promise<Database> = () => openDatabase(config, manner),
): Promise<Services> {
  const database = await open();
  try {
    const applied = await migrate(database.db);
    if (applied.length > 0) progress(`database schema: ${applied.join(', ')}`);
    const files = readPlaceFiles(placesFolder);
    const hash = placeFilesHash(placesFolder);
    if ((await storedPlacesHash(database.db)) !== hash) {
      await storePlaces(database.db, files, hash);
      progress('places: stored from src/content/places');
    }
    const geo = createGeoIndex(files);
    const catalogue = createCatalogue(database.db);
    const site = createSite(config.siteUrl, config.localeHosts);
    const editorial = readEditorialEntries(contentFolder);
    if (await storeRates(database.db, readRateFile(join(contentFolder, 'rates.yaml')))) progress('exchange rates: stored from src/content/rates.yaml');
    const rates = await createRatesService(database.db);
    await database.onChange((tags) => {
      // Rates that cannot be read again stay as they were: conversions carry their date.
      if (tags.includes('rates') || tags.includes('*')) rates.reload().catch(() => undefined);
    });
    if (config.sampleCatalogue && manner === 'alone') await fillIfEmpty(database, catalogue, geo, progress);
    const expireLeases = async (): Promise<void> => void (await catalogue.expireLeases(new Date()));
    if (manner === 'alone') await expireLeases();
    const policies = readCancellationPolicies(join(contentFolder, 'cancellation-policies'));
    const memory = new ChangeMemory({ freshFor: rememberedFor, bound: config.dataMemoryBytes });
    await database.onChange((tags) => memory.forget(tags));
    const homeIndex = createHomeIndex(createHomeColumns(database.db));
    await database.onChange((tags) => homeIndex.forget(tags));
    const lists = rememberLists(createListService(database.db, geo, homeIndex), memory);
    const houses = createHouseService(rememberHouses(createHouseRepository(database.db, geo), memory), policies);
    const homes = createHomeService(createHomeRepository(database.db));
    const maps = createMapService(homeIndex, geo);
    const stock = createSearchStock(geo, readRegions(join(contentFolder, 'regions.yaml'), geo));
    const here = remembering(createEmbeddedIndex(stock.document));
    const onFailure = (error: unknown): void => progress(`search: ${error instanceof Error ? error.message : String(error)}`);
    const { meilisearch } = config;
    const namesOf = (key: string): readonly string[] => placeNamesOf(stock.entryOf(key));
    const index = meilisearch
      ? withFallback({ remote: createMeilisearchIndex({ ...meilisearch, namesOf }), here, documentOf: stock.document, onFailure })
      : here;
    const follower = createSearchFollower({ stock, index, repository: createSearchRepository(database.db), onFailure });
    await database.onChange((tags) => follower.changed(tags));
    const search = createSearchService({ index, stock, follower, log: createSearchLogRepository(database.db), geo });
    return {
      config,
      database,
      geo,
      site,
      lists,
      houses,
      rates,
      homes,
      loaders: {
        home: createHomeLoader(homes, geo),
        list: createListLoader(lists, rates, geo),
        discover: createDiscoverLoader(createDiscoverService(database.db, lists), rates, geo),
        search: createSearchLoader(search, lists, rates, geo),
        map: createMapLoader({
          maps,
          lists,
          rates,
          geo,
          mapboxToken: config.mapboxToken,
          streetView: config.streetViewUrl ? linkedStreet(config.streetViewUrl) : drawnStreet,
        }),
        house: createHouseLoader(houses, geo, rates),
      },
      editorial,
      directions: config.mapboxToken ? mapboxDirections(config.mapboxToken) : straightLineDirections(),
      tracking: createTracking(createTrackingRepository(database.db), (path, locale) => {
        const found = resolvePath(geo, path, locale);
        return found.kind === 'page' ? found.name : undefined;
      }),
      sitemaps: createSitemaps({ repository: createSitemapRepository(database.db), geo, site, editorial }),
      cityPathOfHouse: async (houseId) => {
        const row = await database.db.selectFrom('houses').select('city_id').where('id', '=', houseId).executeTakeFirst();
        const city = row && geo.cityById(row.city_id);
        return city && `/${city.country.slug}/${city.slug}`;
      },
      catalogue,
      search,
      searchSettled: follower.settled,
      forgetSearches: async (now) => void (await forgetOldSearches(database.db, now)),
      expireLeases,
      close: () => {
        follower.stop();
        return database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The front page and its calls. */
import type { Db } from '#lib/db/database.ts';
import type { TagCache } from '#lib/db/tag-cache.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { Site } from '#lib/paths.ts';
import { frontPageCalls } from './front-page.api.ts';
import { cachedFigures, cachedFrontPage } from './front-page.cache.ts';
import { createFrontPageLoader } from './front-page.loader.ts';
import { createFrontPageRepository } from './front-page.repository.ts';
import { createFrontPageService } from './front-page.service.ts';

type Parts = {
  readonly db: Db;
  readonly cache: TagCache;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly editorial: readonly EditorialEntry[];
  readonly rates: RatesService;
  readonly lists: Pick<ListService, 'houses'>;
  /** Address of a film the operator has set. */
  readonly frontPageFilm: string | undefined;
};

export function createFrontPage({ db, cache, geo, site, editorial, rates, lists, frontPageFilm }: Parts) {
  const service = createFrontPageService(cachedFigures(createFrontPageRepository(db), cache), lists);
  return {
    service,
    loader: cachedFrontPage(createFrontPageLoader(service, geo, rates, frontPageFilm), geo, cache),
    calls: frontPageCalls({ geo, site, figures: service, editorial, frontPageFilm }),
  };
}

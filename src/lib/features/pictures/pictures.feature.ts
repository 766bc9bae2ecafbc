/** Pictures that are drawn: of houses and places for pages, and of pages for links to them. */
import type { Db } from '#lib/db/database.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { createOgPictureRepository } from './og-picture.repository.ts';
import { createOgPictures } from './og-picture.service.ts';
import { createPictures } from './pictures.service.ts';

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly editorial: readonly EditorialEntry[];
  /** Where drawn pictures are kept. */
  readonly folder: string;
  /** Bound on that folder. */
  readonly maxBytes: number;
};

export function createPicturesFeature({ db, geo, editorial, folder, maxBytes }: Parts) {
  return {
    service: createPictures(geo, folder, maxBytes),
    linkPictures: createOgPictures({ repository: createOgPictureRepository(db), geo, editorial }),
  };
}

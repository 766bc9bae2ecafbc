/** Pictures that are drawn: of houses and places for pages, and of pages for links to them. */
import type { Db } from '#lib/db/database.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import type { Storage } from '#lib/ports/storage/storage.ts';
import { createOgPictureRepository } from './og-picture.repository.ts';
import { createOgPictures } from './og-picture.service.ts';
import { photographReader } from './photograph-bytes.files.ts';
import { createPictures } from './pictures.service.ts';

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly editorial: readonly EditorialEntry[];
  /** Where drawn pictures are kept. */
  readonly folder: string;
  /** Bound on that folder. */
  readonly maxBytes: number;
  /** Photographs that came with the project. */
  readonly own: OwnPhotographs;
  /** Where suppliers' photographs are. */
  readonly storage: Pick<Storage, 'get'>;
};

export function createPicturesFeature({ db, geo, editorial, folder, maxBytes, own, storage }: Parts) {
  return {
    service: createPictures(geo, folder, maxBytes, own),
    linkPictures: createOgPictures({ repository: createOgPictureRepository(db), geo, editorial, photograph: photographReader(own, storage) }),
  };
}

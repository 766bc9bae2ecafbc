/** Places: stored from the editors' files when these changed, and held in memory. */
import { join } from 'node:path';
import type { Db } from '#lib/db/database.ts';
import { createGeoIndex } from './geo.index.ts';
import type { GeoIndex } from './geo.index.ts';
import { storePlaces, storedPlacesHash } from './geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from './place.files.ts';

/** Where editors' place files are. */
export const placesFolder = join(process.cwd(), 'src/content/places');

/** The place index alone, for pages that are built without a database. */
export function loadGeo(): GeoIndex {
  return createGeoIndex(readPlaceFiles(placesFolder));
}

/** @throws {PlaceFileError} naming the file to mend. */
export async function openGeo({
  db,
  folder,
  progress,
}: {
  readonly db: Db;
  readonly folder: string;
  readonly progress: (line: string) => void;
}): Promise<GeoIndex> {
  const files = readPlaceFiles(folder);
  const hash = placeFilesHash(folder);
  if ((await storedPlacesHash(db)) !== hash) {
    await storePlaces(db, files, hash);
    progress('places: stored from src/content/places');
  }
  return createGeoIndex(files);
}

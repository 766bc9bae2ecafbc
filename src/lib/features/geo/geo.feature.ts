/** Places: stored from the editors' files when these changed, and held in memory. */
import { join } from 'node:path';
import type { Db } from '#lib/db/database.ts';
import { createGeoIndex } from './geo.index.ts';
import type { GeoIndex } from './geo.index.ts';
import { storePlaces, storedPlacesHash } from './geo.repository.ts';
import { placeFilesHash, readPlaceFiles } from './place.files.ts';

/** Where editors' place files are. */
export const placesFolder = join(process.cwd(), 'src/content/places');

let last: { readonly folder: string; readonly hash: string; readonly index: GeoIndex } | undefined;

/** The index of a folder's files: what this process made last, while the files are the same, for nothing changes an index. */
function indexOf(folder: string): { readonly hash: string; readonly index: GeoIndex } {
  const hash = placeFilesHash(folder);
  if (last?.folder !== folder || last.hash !== hash) last = { folder, hash, index: createGeoIndex(readPlaceFiles(folder)) };
  return last;
}

/** The place index alone, for pages that are built without a database. */
export function loadGeo(): GeoIndex {
  return indexOf(placesFolder).index;
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
  const { hash, index } = indexOf(folder);
  if ((await storedPlacesHash(db)) !== hash) {
    await storePlaces(db, readPlaceFiles(folder), hash);
    progress('places: stored from src/content/places');
  }
  return index;
}

/** Rows of places and their names. */
import type { Json } from '#lib/db/columns.ts';

export type PlaceKind = 'country' | 'city' | 'school' | 'neighbourhood' | 'station' | 'landmark' | 'postal';

/** Countries, cities, schools and the places inside cities: one table, because they are named, listed and searched alike. */
type PlacesTable = {
  id: number;
  kind: PlaceKind;
  slug: string;
  country_id: number;
  city_id: number | null;
  latitude: number;
  longitude: number;
  popularity: number;
  /** What only one kind has: currency, time zone, campuses, terms … as its schema says. */
  facts: Json<Record<string, unknown>>;
};

type PlaceNamesTable = {
  place_id: number;
  /** `en`, `zh`, `zhHant`, `zhHk`, `vi`, `local` or `any` (nicknames). */
  language: string;
  kind: 'official' | 'short' | 'nickname';
  name: string;
};

type GeoTables = {
  places: PlacesTable;
  place_names: PlaceNamesTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends GeoTables {}
}

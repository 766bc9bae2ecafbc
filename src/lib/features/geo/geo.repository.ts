/** Keeps the database's copy of the place files, so that joins, constraints and other tools can use it. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { CountryWithCities } from './place.files.ts';
import type { PlaceNames } from './places.schema.ts';

type PlaceRow = {
  id: number;
  kind: string;
  slug: string;
  country_id: number;
  city_id: number | null;
  latitude: number;
  longitude: number;
  popularity: number;
  facts: unknown;
};
type NameRow = { place_id: number; language: string; kind: string; name: string };

function nameRows(id: number, names: PlaceNames, short: string | undefined, nicknames: readonly string[] | undefined): NameRow[] {
  const rows = Object.entries(names).flatMap(([language, name]) => (name ? [{ place_id: id, language, kind: 'official', name }] : []));
  if (short) rows.push({ place_id: id, language: 'any', kind: 'short', name: short });
  for (const name of new Set(nicknames)) rows.push({ place_id: id, language: 'any', kind: 'nickname', name });
  return rows;
}

function rowsOf(files: readonly CountryWithCities[]): { places: PlaceRow[]; names: NameRow[] } {
  const places: PlaceRow[] = [];
  const names: NameRow[] = [];
  for (const { country, cities } of files) {
    const [latitude, longitude] = cities[0]?.centre ?? [1, 1];
    const { id, slug, names: countryNames, popularity, ...facts } = country;
    places.push({ id, kind: 'country', slug, country_id: id, city_id: null, latitude, longitude, popularity, facts });
    names.push(...nameRows(id, countryNames, undefined, undefined));
    for (const city of cities) {
      const base = { country_id: country.id };
      places.push({
        ...base,
        id: city.id,
        kind: 'city',
        slug: city.slug,
        city_id: city.id,
        latitude: city.centre[0],
        longitude: city.centre[1],
        popularity: city.popularity,
        facts: { timeZone: city.timeZone, state: city.state, studioWeek: city.studioWeek },
      });
      names.push(...nameRows(city.id, city.names, undefined, city.nicknames));
      for (const school of city.schools) {
        const [main] = school.campuses;
        places.push({
          ...base,
          id: school.id,
          kind: 'school',
          slug: school.slug,
          city_id: city.id,
          latitude: main?.at[0] ?? city.centre[0],
          longitude: main?.at[1] ?? city.centre[1],
          popularity: 0,
          facts: { website: school.website, campuses: school.campuses, terms: school.terms },
        });
        names.push(...nameRows(school.id, school.names, school.short, school.nicknames));
      }
      for (const place of city.places) {
        places.push({
          ...base,
          id: place.id,
          kind: place.kind,
          slug: place.slug,
          city_id: city.id,
          latitude: place.at[0],
          longitude: place.at[1],
          popularity: 0,
          facts: { lines: place.lines },
        });
        names.push(...nameRows(place.id, place.names, undefined, place.nicknames));
      }
    }
  }
  return { places, names };
}

/** The fingerprint of the place files last stored, if any. */
export async function storedPlacesHash(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'places_hash').executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : undefined;
}

/** Stores all places in one transaction. Places that left the files stay, because homes may refer to them. */
export async function storePlaces(db: Db, files: readonly CountryWithCities[], hash: string): Promise<void> {
  const { places, names } = rowsOf(files);
  await transact(db, async (transaction) => {
    await sql`
      insert into places (id, kind, slug, country_id, city_id, latitude, longitude, popularity, facts)
      select * from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as r(id int, kind text, slug text, country_id int, city_id int, latitude float8, longitude float8, popularity int, facts jsonb)
      on conflict (id) do update set kind = excluded.kind, slug = excluded.slug, country_id = excluded.country_id, city_id = excluded.city_id,
        latitude = excluded.latitude, longitude = excluded.longitude, popularity = excluded.popularity, facts = excluded.facts`.execute(transaction);
    await sql`delete from place_names`.execute(transaction);
    await sql`
      insert into place_names (place_id, language, kind, name)
      select * from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as r(place_id int, language text, kind text, name text)
      on conflict do nothing`.execute(transaction);
    await transaction
      .insertInto('settings')
      .values({ key: 'places_hash', value: JSON.stringify(hash) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(hash) }))
      .execute();
  });
}

/** What the importer keeps and looks up besides the catalogue itself. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { ExtraName } from './city-matcher.rules.ts';

/** The last feed of a supplier: a file with the same digest is the same file. */
export type LastFeed = { readonly digest: string; readonly importedAt: Date };

const keyOf = (supplierId: SupplierId): string => `feed:${supplierId}`;

/** Every stored name of countries and cities, in all languages and the local one. */
export async function placeNames(db: Db): Promise<ExtraName[]> {
  const rows = await db
    .selectFrom('place_names')
    .innerJoin('places', 'places.id', 'place_names.place_id')
    .where('places.kind', 'in', ['country', 'city'])
    .select(['place_names.place_id', 'place_names.name'])
    .execute();
  return rows.map(({ place_id, name }) => ({ placeId: place_id, name }));
}

/** How much of each currency a pound is; empty while no rates are stored. */
export async function ratesPerPound(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('rates').select(['currency', 'per_gbp']).execute();
  return new Map(rows.map(({ currency, per_gbp }) => [currency, Number(per_gbp)]));
}

/** A home of a supplier that another one seems to offer too. */
export type Twin = {
  readonly ref: string;
  readonly address: string;
  readonly alike: 'name' | 'address';
  readonly otherName: string;
  readonly otherSupplier: string;
};

/** Degrees of latitude between two homes that may be one: a little over 200 m. */
const nearby = 0.002;

/** Open homes of the supplier beside which, within some 200 m, another has one of the same name or address; however these are written. One query. */
export async function twinsOf(db: Db, supplierId: SupplierId, most: number): Promise<readonly Twin[]> {
  const key = (column: string) => sql.raw(`regexp_replace(lower(normalize(${column}, NFKC)), '[^[:alnum:]]+', '', 'g')`);
  const homes = (of: RawBuilder<unknown>) => sql`
    select id, ref, supplier_id, city_id, latitude, longitude, name, address, ${key('name')} as name_key, ${key('address')} as address_key
    from houses where status = 'open' and not is_sample and ${of}`;
  // By equal keys, so that the homes of a city need not be held against each other.
  const alike = (by: 'name' | 'address') => sql`
    select mine.ref, mine.address, ${sql.lit(by)} as alike, other.name as other_name, other.supplier_id
    from mine join others other on other.city_id = mine.city_id and other.${sql.ref(`${by}_key`)} = mine.${sql.ref(`${by}_key`)}
      and abs(other.latitude - mine.latitude) < ${sql.lit(nearby)} and abs(other.longitude - mine.longitude) * cos(radians(mine.latitude)) < ${sql.lit(nearby)}
    where mine.${sql.ref(`${by}_key`)} <> ''`;
  const { rows } = await sql<{ ref: string; address: string; alike: 'name' | 'address'; other_name: string; supplier: string }>`
    with mine as materialized (${homes(sql`supplier_id = ${supplierId}`)}),
      others as materialized (${homes(sql`supplier_id <> ${supplierId} and city_id = any(array(select distinct city_id from mine))`)})
    select distinct on (twin.ref) twin.ref, twin.address, twin.alike, twin.other_name, s.name as supplier
    from (${alike('address')} union all ${alike('name')}) twin join suppliers s on s.id = twin.supplier_id
    order by twin.ref, twin.alike, s.name limit ${most}`.execute(db);
  return rows.map(({ other_name, supplier, ...twin }) => ({ ...twin, otherName: other_name, otherSupplier: supplier }));
}

export async function lastFeed(db: Db, supplierId: SupplierId): Promise<LastFeed | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', keyOf(supplierId)).executeTakeFirst();
  const value = row?.value as { digest?: unknown; importedAt?: unknown } | undefined;
  return typeof value?.digest === 'string' && typeof value.importedAt === 'string'
    ? { digest: value.digest, importedAt: new Date(value.importedAt) }
    : undefined;
}

export async function keepLastFeed(db: Db, supplierId: SupplierId, { digest, importedAt }: LastFeed): Promise<void> {
  const value = JSON.stringify({ digest, importedAt: importedAt.toISOString() });
  await db
    .insertInto('settings')
    .values({ key: keyOf(supplierId), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** What the importer keeps and looks up besides the catalogue itself. */
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

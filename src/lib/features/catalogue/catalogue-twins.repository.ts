/** Homes that two suppliers seem to offer, by what they are called and where they stand. */
import { sql } from 'kysely';
import { announceChange } from '#lib/db/database.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, SupplierId } from '#lib/ids/ids.ts';
import { paceOf } from './catalogue-refresh.repository.ts';
import { mostOfOneName } from './twins.rules.ts';
import type { Alike, Twin } from './twins.rules.ts';

/** Degrees of latitude between two homes that may be one: 200 m. */
const nearby = 0.0018;

/** Pairs that are found of a supplier: far more than a person would look through, and no burden. */
const mostPairs = 10_000;

/** Letters and digits alone, in one form and case; as a number below, because texts are slow to group. */
const keyOf = (column: string) => sql.raw(`regexp_replace(lower(normalize(${column}, NFKC)), '[^[:alnum:]]+', '', 'g')`);

/**
 * Open homes of the supplier with those of others that seem to be the same: within 200 m, of the same name or address, however these are
 * written. An address without a number is that of a street. Of a name or address that a supplier gives to more than a few homes, or two of them
 * to several, nobody can say which is which. By their ids, 10,000 at most. One query: it reads the open homes of the supplier's cities once,
 * and compares those alone that share a key.
 */
export async function findTwins(db: Db | DbTransaction, supplierId: SupplierId): Promise<readonly Twin[]> {
  const open = sql`status = 'open' and not is_sample`;
  // No join of all homes with all: a planner without statistics, as of a table being filled, would hold each against each.
  const { rows } = await sql<{ house_id: number; twin_id: number; ref: string; address: string; other_name: string; other_supplier: string; alike: Alike }>`
    with keys as (
      select h.id, h.supplier_id, h.city_id, k.alike, hashtextextended(k.key, 0) as key
      from houses h cross join lateral (values ('address', ${keyOf('h.address')}), ('name', ${keyOf('h.name')})) k(alike, key)
      where ${open} and h.city_id = any(array(select distinct city_id from houses where supplier_id = ${supplierId} and ${open}))
        and k.key <> '' and (k.alike = 'name' or k.key ~ '[0-9]')
    ), few as (
      select alike, city_id, key, supplier_id, array_agg(id) as ids, count(*) as homes from keys
      group by 1, 2, 3, 4 having count(*) <= ${sql.lit(mostOfOneName)}
    ), shared as materialized (
      select alike, array_agg(id) as ids, array_agg(supplier_id) as suppliers, array_agg(homes) as homes from few cross join lateral unnest(few.ids) id
      group by alike, city_id, key having bool_or(supplier_id = ${supplierId}) and bool_or(supplier_id <> ${supplierId})
    ), pairs as materialized (
      select shared.alike, mine.id as house_id, other.id as twin_id
      from shared cross join lateral unnest(shared.ids, shared.suppliers, shared.homes) mine(id, supplier_id, homes)
        cross join lateral unnest(shared.ids, shared.suppliers, shared.homes) other(id, supplier_id, homes)
      where mine.supplier_id = ${supplierId} and other.supplier_id <> ${supplierId} and least(mine.homes, other.homes) = 1
    )
    select house_id, twin_id, mine.ref, mine.address, other.name as other_name, s.name as other_supplier,
      case when count(*) = 2 then 'both' else min(pairs.alike) end as alike
    from pairs join houses mine on mine.id = house_id join houses other on other.id = twin_id join suppliers s on s.id = other.supplier_id
    where power(other.latitude - mine.latitude, 2)
      + power((other.longitude - mine.longitude) * cos(radians(mine.latitude)), 2) < power(${sql.lit(nearby)}, 2)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2 limit ${sql.lit(mostPairs)}`.execute(db);
  return rows.map((row) => ({
    id: asId<HouseId>(row.house_id),
    ref: row.ref,
    address: row.address,
    alike: row.alike,
    other: { id: asId<HouseId>(row.twin_id), name: row.other_name, supplier: row.other_supplier },
  }));
}

/**
 * Puts these pairs in the place of all that are kept of the supplier, in both directions, and announces the homes of which that changes
 * something. Nothing is written where all is as it was.
 */
export async function replaceTwins(transaction: DbTransaction, supplierId: SupplierId, twins: readonly Twin[]): Promise<void> {
  const pairs = JSON.stringify(twins.map(({ id, other, alike }) => ({ house_id: id, twin_id: other.id, alike })));
  const isOurs = (column: string) => sql`exists (select from houses h where h.id = ${sql.ref(column)} and h.supplier_id = ${supplierId})`;
  // New pairs lock their homes: who changes one of them announces the other too, and must see the pair or come before it.
  const { rows } = await sql<{ house_id: number }>`
    with found as materialized (select * from jsonb_to_recordset(${pairs}::jsonb) r(house_id int, twin_id int, alike text)),
      pairs as materialized (select house_id, twin_id, alike from found union all select twin_id, house_id, alike from found),
      fresh as materialized (
        select p.* from pairs p left join house_twins t on t.house_id = p.house_id and t.twin_id = p.twin_id where t.alike is distinct from p.alike
      ),
      locked as materialized (select id from houses where id in (select house_id from fresh) order by id for no key update),
      gone as (
        delete from house_twins t where (${isOurs('t.house_id')} or ${isOurs('t.twin_id')})
          and not exists (select from pairs p where p.house_id = t.house_id and p.twin_id = t.twin_id)
        returning t.house_id
      ),
      put as (
        insert into house_twins (house_id, twin_id, alike)
        select fresh.house_id, fresh.twin_id, fresh.alike from fresh join locked a on a.id = fresh.house_id join locked b on b.id = fresh.twin_id
        on conflict (house_id, twin_id) do update set alike = excluded.alike
        returning house_id
      )
    select house_id from gone union select house_id from put`.execute(transaction);
  if (rows.length === 0) return;
  await announceChange(
    transaction,
    rows.map(({ house_id }) => `house:${house_id}`),
    paceOf(rows.length),
  );
}

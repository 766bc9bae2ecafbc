/** The write side of the catalogue: whole houses, a batch at a time, with a constant number of statements. */
import { sql } from 'kysely';
import { announceChange } from '#lib/db/database.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, SupplierId } from '#lib/ids/ids.ts';
import { announceHouses, recountStock, refreshConfirmations, refreshListings } from './catalogue-refresh.repository.ts';
import { withFormer } from './catalogue-former.repository.ts';
import { houseRows } from './catalogue-rows.wire.ts';
import type { HouseRows } from './catalogue-rows.wire.ts';
import type { HouseDraft, SaidOfHouse, SupplierDraft, WriteOutcome } from './catalogue.schema.ts';
import type { Verification } from './listings.schema.ts';
import { stockTag } from '#lib/features/stock/stock.schema.ts';
import { supplierSlug } from './supplier-slug.rules.ts';
import {
  closeMissing,
  confirmTenancies,
  keepPricePoints,
  upsertHouses,
  upsertReviewsAndPromos,
  upsertTenancies,
  upsertUnits,
  replaceMedia,
} from './catalogue-upsert.repository.ts';
import type { Identified } from './catalogue-upsert.repository.ts';

export { refreshExpiredListings, refreshListings, refreshPhotographs } from './catalogue-refresh.repository.ts';

/** The supplier of this name, made on first sight. Spelling that differs in case, width, accents or spacing is the same name. */
export async function ensureSupplier(db: Db | DbTransaction, supplier: SupplierDraft): Promise<SupplierId> {
  const slug = supplierSlug(supplier.name);
  const found = await db.selectFrom('suppliers').select('id').where('slug', '=', slug).executeTakeFirst();
  if (found) return asId(found.id);
  const made = await db
    .insertInto('suppliers')
    .values({ slug, name: supplier.name.normalize('NFC').trim(), kind: supplier.kind, verified_on: supplier.verifiedOn ?? null, is_sample: supplier.isSample })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return asId(made.id);
}

type Sorted = { fresh: HouseRows[]; known: Map<string, number>; same: Identified[]; changed: number };

/** The supplier of this name, if there is one. */
export async function findSupplier(db: Db, name: string): Promise<SupplierId | undefined> {
  const found = await db.selectFrom('suppliers').select('id').where('slug', '=', supplierSlug(name)).executeTakeFirst();
  return found && asId(found.id);
}

/** Parts a batch into houses to write and houses whose content is what is stored. */
async function compare(transaction: Db | DbTransaction, batch: readonly HouseRows[], lock: 'lock' | 'look'): Promise<Sorted> {
  const { rows } = await sql<{ id: number; key: string; content_hash: string; status: string }>`
    select h.id, h.supplier_id || '/' || h.ref as key, h.content_hash, h.status
    from jsonb_to_recordset(${JSON.stringify(batch.map(({ house }) => ({ supplier_id: house.supplier_id, ref: house.ref })))}::jsonb) as b(supplier_id int, ref text)
    join houses h on h.supplier_id = b.supplier_id and h.ref = b.ref
    ${lock === 'lock' ? sql`for update of h` : sql``}`.execute(transaction);
  const stored = new Map(rows.map((row) => [row.key, row]));
  const sorted: Sorted = { fresh: [], known: new Map(), same: [], changed: 0 };
  for (const one of batch) {
    const before = stored.get(one.key);
    // A closed house that is offered again has to be opened, even when nothing else changed.
    if (before && before.content_hash === one.hash && before.status !== 'closed') {
      sorted.same.push({ id: before.id, rows: one });
      continue;
    }
    sorted.fresh.push(one);
    if (before) {
      sorted.known.set(one.key, before.id);
      sorted.changed++;
    }
  }
  return sorted;
}

async function writeChanged(transaction: DbTransaction, { fresh, known }: Sorted, now: Date): Promise<void> {
  const houseIds = await upsertHouses(transaction, fresh, now);
  const identified = fresh.flatMap((rows) => {
    const id = houseIds.get(rows.key);
    return id === undefined ? [] : [{ id, rows }];
  });
  const unitIds = await upsertUnits(transaction, identified);
  await upsertTenancies(transaction, identified, unitIds);
  const seenBefore = [...known.values()];
  await closeMissing(
    transaction,
    identified.filter(({ id }) => seenBefore.includes(id)),
    unitIds,
  );
  await replaceMedia(transaction, identified, unitIds, seenBefore, now);
  await upsertReviewsAndPromos(transaction, identified);
  const ids = identified.map(({ id }) => id);
  await recountStock(transaction, ids, now);
  await refreshListings(transaction, ids, now);
  await keepPricePoints(transaction, identified, unitIds);
}

/**
 * Writes whole houses in one transaction, new, changed and unchanged ones mixed. A house whose content is the same
 * is left alone but for newer confirmations of its tenancies. Units and tenancies that a changed house no longer
 * has are closed. The lists are rebuilt and the change announced in the same transaction.
 * Refs must not repeat within the batch. Some 200 houses are a good size. Nothing is kept when it throws.
 */
export async function writeHouses(db: Db, batch: readonly HouseDraft[], now: Date): Promise<WriteOutcome> {
  if (batch.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  return transact(db, async (transaction) => {
    // One order for every writer, so that two imports at once wait for each other instead of deadlocking.
    const rows = (await withFormer(transaction, batch)).map((draft) => houseRows(draft, now)).sort((a, b) => (a.key < b.key ? -1 : 1));
    const sorted = await compare(transaction, rows, 'lock');
    if (sorted.same.length > 0) {
      const ids = sorted.same.map(({ id }) => id);
      await confirmTenancies(transaction, sorted.same);
      // What was sold before a provider confirmed their count is no longer counted off from it.
      await refreshListings(transaction, await recountStock(transaction, ids, now), now);
      await refreshConfirmations(transaction, ids);
    }
    if (sorted.fresh.length > 0) await writeChanged(transaction, sorted, now);
    await callForStock(transaction, [...sorted.same.map(({ id }) => id), ...sorted.known.values()]);
    return { added: sorted.fresh.length - sorted.changed, changed: sorted.changed, unchanged: sorted.same.length };
  });
}

/** What `writeHouses` would do with a batch, without doing it. */
export async function compareHouses(db: Db, batch: readonly HouseDraft[], now: Date): Promise<WriteOutcome> {
  const { fresh, same, changed } = await compare(
    db,
    (await withFormer(db, batch)).map((draft) => houseRows(draft, now)),
    'look',
  );
  return { added: fresh.length - changed, changed, unchanged: same.length };
}

/** Has the houses looked at of which beds are kept or waited for: the provider may say that fewer, or more, are left than we know of. */
async function callForStock(transaction: DbTransaction, houseIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ house_id: number }>`
    insert into stock_changes (house_id)
    select h.id from unnest(${houseIds}::int[]) h(id)
    where exists (select from units u join bed_claims c on c.unit_id = u.id and c.released_at is null where u.house_id = h.id)
      or exists (select from tenancies t join waiting_list w on w.tenancy_id = t.id and w.ended_at is null and w.offered_until is null where t.house_id = h.id)
    returning house_id`.execute(transaction);
  if (rows.length > 0) await announceChange(transaction, [stockTag], 'single');
}

const missingFrom = (supplierId: SupplierId, refs: readonly string[]) =>
  sql`supplier_id = ${supplierId} and status = 'open' and ref not in (select jsonb_array_elements_text(${JSON.stringify(refs)}::jsonb))`;

const hiddenMissingFrom = (supplierId: SupplierId, refs: readonly string[]) =>
  sql`supplier_id = ${supplierId} and hidden_from = 'open' and ref not in (select jsonb_array_elements_text(${JSON.stringify(refs)}::jsonb))`;

/** How many houses `closeHousesMissingFrom` would close. */
export async function countHousesMissingFrom(db: Db, supplierId: SupplierId, refs: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from houses where ${missingFrom(supplierId, refs)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Closes the supplier's open houses whose ref is not among `refs`. They leave the lists and stay in the database.
 * @returns how many were closed.
 */
export async function closeHousesMissingFrom(db: Db, supplierId: SupplierId, refs: readonly string[], now: Date): Promise<number> {
  return transact(db, async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      update houses set status = 'closed', updated_at = ${now.toISOString()}::timestamptz
      where ${missingFrom(supplierId, refs)}
      returning id`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    // What staff hid stays hidden, and is not on offer when they show it again.
    await sql`update houses set hidden_from = 'closed' where ${hiddenMissingFrom(supplierId, refs)}`.execute(transaction);
    if (ids.length === 0) return 0;
    await callForStock(transaction, ids);
    await sql`delete from listing_offers where house_id = any(${ids}::int[])`.execute(transaction);
    await sql`delete from listing_units where house_id = any(${ids}::int[])`.execute(transaction);
    await sql`delete from listings where house_id = any(${ids}::int[])`.execute(transaction);
    await announceHouses(transaction, ids);
    return ids.length;
  });
}

/**
 * Takes a house from all pages, or shows it again as its provider offers it by then: feeds leave a hidden house hidden, and keep up what it
 * will be. One that staff did not hide is not shown again here.
 * @returns whether that changed anything.
 */
export async function setHidden(transaction: DbTransaction, houseId: HouseId, isHidden: boolean, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update houses set updated_at = ${now.toISOString()}::timestamptz,
      status = ${isHidden ? sql`'removed'` : sql`hidden_from`}, hidden_from = ${isHidden ? sql`status` : sql`null`}
    where id = ${houseId} and ${isHidden ? sql`status <> 'removed'` : sql`status = 'removed' and hidden_from is not null`}
    returning id`.execute(transaction);
  if (rows.length === 0) return false;
  await refreshListings(transaction, [houseId], now);
  return true;
}

/** Says of a house that something was checked, in the place of what was said of it by the same before. */
export async function setCheck(transaction: DbTransaction, houseId: HouseId, found: Verification, now: Date): Promise<void> {
  await sql`
    update houses set updated_at = ${now.toISOString()}::timestamptz, verifications = coalesce((select jsonb_agg(one) from jsonb_array_elements(verifications) one
      where one->>'fact' <> ${found.fact} or one->>'by' <> ${found.by}), '[]') || ${JSON.stringify([found])}::jsonb
    where id = ${houseId}`.execute(transaction);
  await refreshListings(transaction, [houseId], now);
}

/**
 * Counts again what can be had of houses and, where that changed, shows it in lists and on pages. One at a time for a house, after
 * what an import under way writes of it.
 */
export async function restock(transaction: DbTransaction, houseIds: readonly HouseId[], now: Date): Promise<void> {
  await sql`select id from houses where id = any(${houseIds}::int[]) order by id for no key update`.execute(transaction);
  await refreshListings(transaction, await recountStock(transaction, houseIds, now), now);
}

/** Shows what somebody says of their stay among the reviews of a house, or no longer. One at a time for a house, as for its stock. */
export async function putReview(transaction: DbTransaction, houseId: HouseId, ref: string, said: SaidOfHouse | undefined, now: Date): Promise<void> {
  await sql`select id from houses where id = ${houseId} for no key update`.execute(transaction);
  if (said) {
    const { language, stayedFrom, writtenOn, score, aspects, text, reply, pictures } = said;
    const row = {
      language,
      stayed_from: stayedFrom,
      written_on: writtenOn,
      score,
      aspects: JSON.stringify(aspects),
      texts: JSON.stringify({ [language]: text }),
      reply: reply ? JSON.stringify({ [reply.language]: reply.text }) : null,
      replied_on: reply?.on ?? null,
      media: JSON.stringify(pictures.map((path) => ({ kind: 'photo', path }))),
    };
    await transaction
      .insertInto('reviews')
      .values({ ...row, house_id: houseId, ref, source: 'verified-stay', is_sample: false })
      .onConflict((conflict) => conflict.columns(['house_id', 'ref']).doUpdateSet(row))
      .execute();
  } else await transaction.deleteFrom('reviews').where('house_id', '=', houseId).where('ref', '=', ref).execute();
  await refreshListings(transaction, [houseId], now);
}

/** Whether there is not one house. */
export async function isCatalogueEmpty(db: Db): Promise<boolean> {
  return !(await db.selectFrom('houses').select('id').limit(1).executeTakeFirst());
}

/** The id of the city a house is in; undefined when there is no such house. */
export async function cityOfHouse(db: Db, houseId: number): Promise<number | undefined> {
  return (await db.selectFrom('houses').select('city_id').where('id', '=', houseId).executeTakeFirst())?.city_id;
}

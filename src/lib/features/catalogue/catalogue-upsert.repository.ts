/** The statements of `writeHouses`: each writes one table for a whole batch. */
import { sql } from 'kysely';
import { brand } from '#lib/brand.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { isOwnPhotograph } from '#lib/features/pictures/picture-source.rules.ts';
import type { HouseRows } from './catalogue-rows.wire.ts';

/** A house of the batch with the id the database knows it by. */
export type Identified = { readonly id: number; readonly rows: HouseRows };
/** Unit ids by house id and unit ref. */
export type UnitIds = ReadonlyMap<string, number>;

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::jsonb`;
const unitKey = (houseId: number, ref: string): string => `${houseId}/${ref}`;

/** Adds or overwrites houses and opens them; what an operator removed stays removed. Ids by key. */
export async function upsertHouses(transaction: DbTransaction, batch: readonly HouseRows[], now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    insert into houses (supplier_id, ref, category, house_type, country_id, city_id, neighbourhood_id, name, name_zh, names, address, postal_code,
      latitude, longitude, year_built, storeys, description, description_zh, descriptions, amenities, bills_included, verifications, faqs, is_sample,
      content_hash, created_at, updated_at)
    select supplier_id, ref, category, house_type, country_id, city_id, neighbourhood_id, name, name_zh, coalesce(names, '{}'), address, postal_code,
      latitude, longitude, year_built, storeys, description, description_zh, coalesce(descriptions, '{}'), amenities, bills_included,
      coalesce(nullif(verifications, 'null'), '[]'), coalesce(faqs, '{}'), is_sample, content_hash, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${json(batch.map(({ house, hash }) => ({ ...house, content_hash: hash })))}) as r(
      supplier_id int, ref text, category text, house_type text, country_id int, city_id int, neighbourhood_id int, name text, name_zh text, names jsonb,
      address text, postal_code text, latitude float8, longitude float8, year_built int, storeys int, description text, description_zh text, descriptions jsonb,
      amenities text[], bills_included text[], verifications jsonb, faqs text[], is_sample boolean, content_hash text)
    on conflict (supplier_id, ref) do update set category = excluded.category, house_type = excluded.house_type, country_id = excluded.country_id,
      city_id = excluded.city_id, neighbourhood_id = excluded.neighbourhood_id, name = excluded.name, name_zh = excluded.name_zh, names = excluded.names,
      address = excluded.address, postal_code = excluded.postal_code, latitude = excluded.latitude, longitude = excluded.longitude,
      year_built = excluded.year_built, storeys = excluded.storeys, description = excluded.description, description_zh = excluded.description_zh,
      descriptions = excluded.descriptions,
      amenities = excluded.amenities, bills_included = excluded.bills_included,
      -- An empty list means that the source says nothing about it; what others checked or wrote stays, and what we checked always does.
      verifications = case when excluded.verifications = '[]' then houses.verifications else excluded.verifications
        || coalesce((select jsonb_agg(own) from jsonb_array_elements(houses.verifications) own where own->>'by' = ${brand.name} and not excluded.is_sample
          and not excluded.verifications @> jsonb_build_array(jsonb_build_object('fact', own->'fact', 'by', own->'by'))), '[]') end,
      faqs = case when excluded.faqs = '{}' then houses.faqs else excluded.faqs end,
      is_sample = excluded.is_sample, content_hash = excluded.content_hash, updated_at = excluded.updated_at,
      status = case when houses.status = 'removed' then 'removed' else 'open' end,
      hidden_from = case when houses.hidden_from is null then null else 'open' end
    returning id, supplier_id || '/' || ref as key`.execute(transaction);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Adds or overwrites units and opens them. Rooms that a source does not know stay as they are. */
export async function upsertUnits(transaction: DbTransaction, batch: readonly Identified[]): Promise<UnitIds> {
  const units = batch.flatMap(({ id, rows }) => rows.units.map(({ tenancies: _, ...unit }) => ({ ...unit, house_id: id })));
  const { rows } = await sql<{ id: number; house_id: number; ref: string }>`
    insert into units (house_id, ref, name, unit_type, size_sqm, bed_size, max_occupants, bathroom, kitchen, rooms)
    select house_id, ref, name, unit_type, size_sqm, bed_size, max_occupants, bathroom, kitchen, coalesce(nullif(rooms, 'null'), '[]')
    from jsonb_to_recordset(${json(units)}) as r(house_id int, ref text, name text, unit_type text, size_sqm real, bed_size text,
      max_occupants int, bathroom text, kitchen text, rooms jsonb)
    on conflict (house_id, ref) do update set name = excluded.name, unit_type = excluded.unit_type, size_sqm = excluded.size_sqm,
      bed_size = excluded.bed_size, max_occupants = excluded.max_occupants, bathroom = excluded.bathroom, kitchen = excluded.kitchen,
      rooms = case when excluded.rooms = '[]' then units.rooms else excluded.rooms end, status = 'open'
    returning id, house_id, ref`.execute(transaction);
  return new Map(rows.map(({ id, house_id, ref }) => [unitKey(house_id, ref), id]));
}

/** Adds or overwrites tenancies and opens them. A confirmation never gets older. */
export async function upsertTenancies(transaction: DbTransaction, batch: readonly Identified[], unitIds: UnitIds): Promise<void> {
  const tenancies = batch.flatMap(({ id, rows }) => {
    const confirmed = rows.confirmed.values();
    return rows.units.flatMap((unit) =>
      unit.tenancies.map((tenancy) => ({
        ...tenancy,
        house_id: id,
        unit_id: unitIds.get(unitKey(id, unit.ref)),
        last_confirmed_at: confirmed.next().value?.at,
      })),
    );
  });
  await sql`
    insert into tenancies (house_id, unit_id, ref, move_in, move_out, rent_minor, rent_currency, rent_unit, promo_rent_minor,
      deposit_minor, booking_fee_minor, stock, feed_stock, cancellation_policy, source, last_confirmed_at)
    select house_id, unit_id, ref, move_in, move_out, rent_minor, rent_currency, rent_unit, promo_rent_minor,
      deposit_minor, booking_fee_minor, stock, stock, cancellation_policy, source, last_confirmed_at
    from jsonb_to_recordset(${json(tenancies)}) as r(house_id int, unit_id int, ref text, move_in date, move_out date, rent_minor bigint,
      rent_currency text, rent_unit text, promo_rent_minor bigint, deposit_minor bigint, booking_fee_minor bigint, stock int,
      cancellation_policy text, source text, last_confirmed_at timestamptz)
    on conflict (unit_id, ref) do update set move_in = excluded.move_in, move_out = excluded.move_out, rent_minor = excluded.rent_minor,
      rent_currency = excluded.rent_currency, rent_unit = excluded.rent_unit, promo_rent_minor = excluded.promo_rent_minor,
      deposit_minor = excluded.deposit_minor, booking_fee_minor = excluded.booking_fee_minor, stock = excluded.stock,
      feed_stock = excluded.feed_stock, cancellation_policy = excluded.cancellation_policy, source = excluded.source,
      last_confirmed_at = greatest(tenancies.last_confirmed_at, excluded.last_confirmed_at), status = 'open'`.execute(transaction);
}

/** Closes units and tenancies of these houses that the new version does not have. */
export async function closeMissing(transaction: DbTransaction, batch: readonly Identified[], unitIds: UnitIds): Promise<void> {
  if (batch.length === 0) return;
  const houseIds = batch.map(({ id }) => id);
  const kept = batch.flatMap(({ id, rows }) =>
    rows.units.flatMap((unit) => unit.tenancies.map(({ ref }) => ({ unit_id: unitIds.get(unitKey(id, unit.ref)), ref }))),
  );
  const keptUnits = batch.flatMap(({ id, rows }) => rows.units.map(({ ref }) => unitIds.get(unitKey(id, ref)) ?? 0));
  await sql`update units set status = 'closed' where house_id = any(${houseIds}::int[]) and status = 'open' and id <> all(${keptUnits}::int[])`.execute(
    transaction,
  );
  await sql`
    update tenancies t set status = 'closed'
    where t.house_id = any(${houseIds}::int[]) and t.status = 'open'
      and not exists (select from jsonb_to_recordset(${json(kept)}) as k(unit_id int, ref text) where k.unit_id = t.unit_id and k.ref = t.ref)`.execute(
    transaction,
  );
}

/** Gives each house the pictures of its new version. */
export async function replaceMedia(
  transaction: DbTransaction,
  batch: readonly Identified[],
  unitIds: UnitIds,
  seenBefore: readonly number[],
  now: Date,
): Promise<void> {
  if (seenBefore.length > 0) await sql`delete from media where house_id = any(${seenBefore}::int[])`.execute(transaction);
  const media = batch.flatMap(({ id, rows }) =>
    rows.media.map(({ unit_ref, ...one }) => ({ ...one, house_id: id, unit_id: unit_ref === null ? null : unitIds.get(unitKey(id, unit_ref)) })),
  );
  if (media.length === 0) return;
  await sql`
    insert into media (house_id, unit_id, kind, path, suffix, legacy_url, position)
    select house_id, unit_id, kind, path, suffix, legacy_url, position
    from jsonb_to_recordset(${json(media)}) as r(house_id int, unit_id int, kind text, path text, suffix text, legacy_url text, position int)`.execute(
    transaction,
  );
  await keepNamed(transaction, media, now);
}

/** Puts photographs that houses name into the line of those to be fetched, but for those that came with the project. What was refused before has its turn at once. */
async function keepNamed(
  transaction: DbTransaction,
  media: readonly { readonly kind: string; readonly path: string; readonly suffix: string; readonly position: number }[],
  now: Date,
): Promise<void> {
  const photographs = new Map<string, { readonly path: string; readonly suffix: string; readonly position: number }>();
  for (const { kind, path, suffix, position } of media) {
    const key = path + suffix;
    if (kind === 'photo' && !isOwnPhotograph(path) && (photographs.get(key)?.position ?? Infinity) > position) photographs.set(key, { path, suffix, position });
  }
  if (photographs.size === 0) return;
  // One order for every writer, so that two imports at once do not wait for each other in a circle.
  const rows = [...photographs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await sql`
    insert into photographs (path, suffix, position, due_at, has_original)
    select path, suffix, position, ${now.toISOString()}::timestamptz, path like '/photos/%' from jsonb_to_recordset(${json(rows)}) as r(path text, suffix text, position int)
    on conflict (path, suffix) do update set position = least(photographs.position, excluded.position), unused_since = null,
      due_at = case when photographs.name is null then least(photographs.due_at, excluded.due_at) else photographs.due_at end`.execute(transaction);
}

/** Adds or overwrites reviews and promos; those the source does not mention came from elsewhere and stay. */
export async function upsertReviewsAndPromos(transaction: DbTransaction, batch: readonly Identified[]): Promise<void> {
  const reviews = batch.flatMap(({ id, rows }) => rows.reviews.map((review) => ({ ...review, house_id: id, is_sample: rows.house.is_sample })));
  const promos = batch.flatMap(({ id, rows }) => rows.promos.map((promo) => ({ ...promo, house_id: id })));
  if (reviews.length > 0) {
    await sql`
      insert into reviews (house_id, ref, source, language, stayed_from, written_on, score, aspects, texts, reply, is_sample)
      select house_id, ref, source, language, stayed_from, written_on, score, aspects, texts, nullif(reply, 'null'), is_sample
      from jsonb_to_recordset(${json(reviews)}) as r(house_id int, ref text, source text, language text, stayed_from date, written_on date,
        score int, aspects jsonb, texts jsonb, reply jsonb, is_sample boolean)
      on conflict (house_id, ref) do update set score = excluded.score, aspects = excluded.aspects, texts = excluded.texts, reply = excluded.reply`.execute(
      transaction,
    );
  }
  if (promos.length > 0) {
    await sql`
      insert into promos (house_id, ref, kind, amount_minor, currency, starts_on, ends_on)
      select house_id, ref, kind, amount_minor, currency, starts_on, ends_on
      from jsonb_to_recordset(${json(promos)}) as r(house_id int, ref text, kind text, amount_minor bigint, currency text, starts_on date, ends_on date)
      on conflict (house_id, ref) do update set kind = excluded.kind, amount_minor = excluded.amount_minor, currency = excluded.currency,
        starts_on = excluded.starts_on, ends_on = excluded.ends_on`.execute(transaction);
  }
}

/** Records newer confirmations of tenancies that are otherwise unchanged. */
export async function confirmTenancies(transaction: DbTransaction, batch: readonly Identified[]): Promise<void> {
  const confirmed = batch.flatMap(({ id, rows }) => rows.confirmed.map(({ unit, ref, at }) => ({ house_id: id, unit, ref, at })));
  await sql`
    update tenancies t set last_confirmed_at = c.at
    from jsonb_to_recordset(${json(confirmed)}) as c(house_id int, unit text, ref text, at timestamptz)
    join units u on u.house_id = c.house_id and u.ref = c.unit
    where t.unit_id = u.id and t.ref = c.ref and t.last_confirmed_at < c.at`.execute(transaction);
}

/** Adds past rents, then today's lowest weekly rent of each unit where it differs from the last one known. */
export async function keepPricePoints(transaction: DbTransaction, batch: readonly Identified[], unitIds: UnitIds): Promise<void> {
  const past = batch.flatMap(({ id, rows }) => rows.pastRents.map(({ unit, ...point }) => ({ ...point, unit_id: unitIds.get(unitKey(id, unit)) })));
  if (past.length > 0) {
    await sql`
      insert into price_points (unit_id, on_date, weekly_minor, currency)
      select unit_id, on_date, weekly_minor, currency
      from jsonb_to_recordset(${json(past)}) as r(unit_id int, on_date date, weekly_minor bigint, currency text)
      on conflict (unit_id, on_date) do nothing`.execute(transaction);
  }
  await sql`
    insert into price_points (unit_id, on_date, weekly_minor, currency)
    select l.unit_id, h.today, l.weekly_minor, country.facts->>'currency'
    from jsonb_to_recordset(${json(batch.map(({ id, rows }) => ({ id, today: rows.today })))}) as h(id int, today date)
    join listing_units l on l.house_id = h.id and l.weekly_minor is not null
    join places country on country.id = l.country_id
    left join lateral (select weekly_minor, currency from price_points p where p.unit_id = l.unit_id order by on_date desc limit 1) last on true
    where last.weekly_minor is distinct from l.weekly_minor or last.currency is distinct from country.facts->>'currency'
    on conflict (unit_id, on_date) do update set weekly_minor = excluded.weekly_minor, currency = excluded.currency`.execute(transaction);
}

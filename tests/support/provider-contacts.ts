/** Addresses at which providers of tests are written to, as staff set them. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseId } from '#lib/ids/ids.ts';

/** Has every provider an address of its own, which gets few mails a day, and be written to in a language. */
export async function reachProviders(db: Db, locale: Locale): Promise<void> {
  await sql`
    insert into supplier_contacts (supplier_id, email, locale, set_at)
    select id, 'lets-' || substr(md5(random()::text), 1, 8) || '@example.org', ${locale}, now() from suppliers
    on conflict (supplier_id) do update set locale = excluded.locale, email = excluded.email`.execute(db);
}

/** The address at which the provider of a home is written to. */
export async function providerAddress(db: Db, houseId: HouseId): Promise<string> {
  const row = await db
    .selectFrom('supplier_contacts')
    .innerJoin('houses', 'houses.supplier_id', 'supplier_contacts.supplier_id')
    .select('email')
    .where('houses.id', '=', houseId)
    .executeTakeFirstOrThrow();
  return row.email;
}

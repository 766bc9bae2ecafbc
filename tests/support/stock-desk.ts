/** Beds over a database: people, homes with leases, and the stock with what it tells. */
import { sql } from 'kysely';
import { transact } from '#lib/db/unit-of-work.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseDraft, TenancyDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { createNewsRepository } from '#lib/features/news/news.repository.ts';
import { createNewsService } from '#lib/features/news/news.service.ts';
import { createStock } from '#lib/features/stock/stock.feature.ts';
import type { Stock } from '#lib/features/stock/stock.feature.ts';
import type { NoBed, Period } from '#lib/features/stock/stock.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId, SupplierId, TenancyId, UserId } from '#lib/ids/ids.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Outcome } from '#lib/outcome.ts';
import { createSite } from '#lib/paths.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import type { TestDatabase } from './database.ts';

export type Letter = { readonly to: string; readonly name: string; readonly locale: string; readonly input: Readonly<Record<string, unknown>> };

export type StockDesk = {
  readonly stock: Stock;
  readonly letters: Letter[];
  readonly london: City;
  /** What the clock says where no `now` is given. */
  readonly clock: { now: Date };
  people(count: number): Promise<readonly UserId[]>;
  /** A home of one unit with these leases; returns their ids in the same order. */
  home(
    ref: string,
    leases: readonly Partial<TenancyDraft>[],
    more?: Partial<HouseDraft>,
    now?: Date,
  ): Promise<{ readonly houseId: HouseId; readonly leases: readonly TenancyId[] }>;
  /** Claims a bed for an order in a transaction of its own. */
  claim(
    orderId: number,
    tenancyId: TenancyId,
    userId: UserId,
    more?: { readonly period?: Period; readonly until?: Date; readonly now?: Date },
  ): Promise<Outcome<undefined, NoBed>>;
  free(orderId: number, now?: Date): Promise<void>;
  keepUntil(orderId: number, until: Date | undefined): Promise<boolean>;
  /** What is shown to be left of each lease. */
  shown(leases: readonly TenancyId[]): Promise<readonly number[]>;
  /** Pairs of claims that keep one bed for one day: there must be none. */
  doubles(): Promise<number>;
  live(): Promise<number>;
};

/** The whole lease that `tenancyDraft` makes. */
export const wholeLease: Period = { from: '2027-09-01', to: '2028-08-23' };

export async function openStockDesk({ db, geo }: TestDatabase): Promise<StockDesk> {
  const found = geo.city('uk', 'london');
  if (!found) throw new Error('London is missing from the place files');
  const letters: Letter[] = [];
  const clock = { now: testNow };
  const mailer: Mailer = {
    async send(_, mail, to, locale, input) {
      letters.push({ to: to.address, name: mail.name, locale, input: mail.input.parse(input) as Letter['input'] });
    },
    take: async () => ({ takeBack: async () => undefined }),
    keepsFiles: () => undefined,
    jobs: [],
  };
  const catalogue = createCatalogue(db);
  const supplier: SupplierId = await catalogue.ensureSupplier({ name: 'Seven Herons', kind: 'operator', verifiedOn: undefined, isSample: true });
  const stock = createStock({
    db,
    geo,
    site: createSite('https://example.org', new Map()),
    catalogue,
    people: { contactsOf: async (userId) => [{ kind: 'email', address: `reader${userId}@example.org` }] },
    audit: { append: async () => undefined },
    mailer,
    telling: createNewsService({ repository: createNewsRepository(db), transact: (work) => transact(db, work) }),
    onTrouble: (line) => {
      throw new Error(line);
    },
    operator: { email: 'operator@example.org', locale: 'en-us' },
    viewingOf: async () => undefined,
    viewingDays: 7,
    clock: () => clock.now,
  });
  return {
    stock,
    letters,
    london: found,
    clock,
    async people(count) {
      const { rows } = await sql<{ id: number }>`
        insert into users (locale, age_declared_at, created_at) select 'vi-vn', ${testNow.toISOString()}, ${testNow.toISOString()} from generate_series(1, ${count}::int) returning id`.execute(
        db,
      );
      return rows.map(({ id }) => asId<UserId>(id));
    },
    async home(ref, leases, more = {}, now = testNow) {
      const tenancies = leases.map((lease, index) => tenancyDraft(found, { ref: `t${index}`, ...lease }));
      await catalogue.writeHouses([houseDraft(found, supplier, { ref, units: [unitDraft(found, { tenancies })], ...more })], now);
      const rows = await db
        .selectFrom('tenancies')
        .innerJoin('houses', 'houses.id', 'tenancies.house_id')
        .select(['tenancies.id', 'houses.id as house_id'])
        .where('houses.ref', '=', ref)
        .orderBy('tenancies.ref')
        .execute();
      return { houseId: asId<HouseId>(rows[0]?.house_id ?? 0), leases: rows.map(({ id }) => asId<TenancyId>(id)) };
    },
    claim: (orderId, tenancyId, userId, { period = wholeLease, until, now = testNow } = {}) =>
      transact(db, (tx) => stock.service.claim(tx, { orderId: asId<OrderId>(orderId), tenancyId, period, userId, until }, now)),
    free: (orderId, now = testNow) => transact(db, (tx) => stock.service.free(tx, asId<OrderId>(orderId), now)),
    keepUntil: (orderId, until) => transact(db, (tx) => stock.service.keepUntil(tx, asId<OrderId>(orderId), until)),
    async shown(leases) {
      const rows = await db.selectFrom('tenancies').select(['id', 'stock']).where('id', 'in', leases).execute();
      return leases.map((lease) => rows.find(({ id }) => id === lease)?.stock ?? -1);
    },
    async doubles() {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from bed_claims a join bed_claims b on b.bed_id = a.bed_id and b.id > a.id and b.period && a.period
        where a.released_at is null and b.released_at is null`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async live() {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from bed_claims where released_at is null`.execute(db);
      return rows[0]?.n ?? 0;
    },
  };
}

/** Providers of homes for rent, with what is recorded of them. Each function is one query. */
import { sql } from 'kysely';
import { verificationMethods, verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import type { Cases, CheckedFact, Provider, ProviderKind, ProviderRecord, RankedProvider, Standing } from './providers.schema.ts';

type ProviderRow = {
  id: number;
  slug: string;
  name: string;
  kind: ProviderKind;
  verified_on: string | null;
  is_sample: boolean;
  homes: number;
  done: number | null;
  last_check: string | null;
  reviews: number | null;
  score: number | null;
  confirmed_at: Date | null;
  city_ids: number[] | null;
  house_ids: number[] | null;
};

type RecordRow = ProviderRow & {
  since: Date | null;
  facts: { fact: string; homes: number; methods: string[]; last: string }[];
  spread: Record<string, number>;
  deposits: Cases;
  bookings: Cases;
};

/** Facts checked at a home, and when last: read once for each home. */
const checksOfHome = sql`
  cross join lateral (
    select count(distinct v->>'fact')::int as done, max(v->>'on') as last_check
    from jsonb_array_elements(h.verifications) v where v->>'fact' = any(${[...verifiedFacts]}::text[])
  ) c`;

/** What is told of the homes of one provider together; `l` is the list's row of a home, `c` its checks. */
const figures = sql`
  count(*)::int as homes, sum(c.done)::int as done, max(c.last_check) as last_check, sum(l.review_count)::int as reviews,
  (sum(l.review_score * l.review_count) / nullif(sum(l.review_count), 0))::float8 as score,
  percentile_disc(0.5) within group (order by l.confirmed_at) as confirmed_at, array_agg(l.city_id) as city_ids`;

const toProvider = (row: ProviderRow): Provider => ({
  id: asId(row.id),
  slug: row.slug,
  name: row.name,
  kind: row.kind,
  verifiedOn: row.verified_on ?? undefined,
  isSample: row.is_sample,
  homes: row.homes,
  checks: { done: row.done ?? 0, last: row.last_check ?? undefined },
  reviews: { count: row.reviews ?? 0, score: row.score ?? undefined },
  confirmedAt: row.confirmed_at ?? undefined,
  cityIds: (row.city_ids ?? []).map((id) => asId(id)),
  houseIds: (row.house_ids ?? []).map((id) => asId(id)),
});

function toFact({ fact, homes, methods, last }: RecordRow['facts'][number]): readonly CheckedFact[] {
  const known = verifiedFacts.find((one) => one === fact);
  return known ? [{ fact: known, homes, methods: verificationMethods.filter((one) => methods.includes(one)), last }] : [];
}

export type ProvidersRepository = ReturnType<typeof createProvidersRepository>;

export function createProvidersRepository(db: Db) {
  return {
    /**
     * All that have homes for rent now, in the order of the index: those whose identity was checked first, then by the part of their homes'
     * facts that was checked, then by name. Reads the checks of every home.
     */
    async order(): Promise<readonly RankedProvider[]> {
      const { rows } = await sql<{ id: number; kind: ProviderKind }>`
        select s.id, s.kind
        from suppliers s
        join (
          select l.supplier_id, sum(c.done)::float8 / count(*) as checked
          from listings l join houses h on h.id = l.house_id ${checksOfHome}
          where l.category = 'rent' group by l.supplier_id
        ) o on o.supplier_id = s.id
        order by (s.verified_on is not null) desc, o.checked desc, s.name collate "C", s.id`.execute(db);
      return rows.map(({ id, kind }) => ({ id: asId(id), kind }));
    },

    /** These of them, in this order, each with its first home. Reads their homes alone. */
    async some(ids: readonly SupplierId[]): Promise<readonly Provider[]> {
      const { rows } = await sql<ProviderRow>`
        select s.id, s.slug, s.name, s.kind, s.verified_on, s.is_sample, o.*
        from suppliers s
        join (
          select l.supplier_id, ${figures}, (array_agg(l.house_id order by l.stock > 0 desc, l.rank desc, l.house_id))[1:1] as house_ids
          from listings l join houses h on h.id = l.house_id ${checksOfHome}
          where l.category = 'rent' and l.supplier_id = any(${[...ids]}::int[]) group by l.supplier_id
        ) o on o.supplier_id = s.id
        order by array_position(${[...ids]}::int[], s.id)`.execute(db);
      return rows.map(toProvider);
    },

    /** What all homes for rent come to; undefined while there is none. */
    async standing(): Promise<Standing | undefined> {
      const { rows } = await sql<Omit<Standing, 'confirmedAt'> & { confirmed_at: Date | null }>`
        select count(*)::int as homes, count(distinct l.city_id)::int as cities, count(distinct l.supplier_id)::int as providers,
          (count(distinct l.supplier_id) filter (where s.verified_on is not null))::int as identified,
          (count(*) filter (where c.done > 0))::int as checked, (count(*) filter (where c.done >= ${verifiedFacts.length}))::int as whole,
          coalesce(bool_or(h.is_sample), false) as "hasSample",
          percentile_disc(0.5) within group (order by l.confirmed_at) as confirmed_at
        from listings l join houses h on h.id = l.house_id join suppliers s on s.id = l.supplier_id ${checksOfHome}
        where l.category = 'rent'`.execute(db);
      const [row] = rows;
      if (!row || row.homes === 0) return undefined;
      const { confirmed_at: confirmedAt, ...counts } = row;
      return { ...counts, confirmedAt: confirmedAt ?? undefined };
    },

    /** The provider of this slug with all that its page tells and a page of its homes, also where it has no home now. */
    async record(slug: string, page: number): Promise<ProviderRecord | undefined> {
      const { rows } = await sql<RecordRow>`
        with s as (select * from suppliers where slug = ${slug}),
        own as (select id, verifications, created_at from houses where supplier_id = (select id from s)),
        rented as (select l.* from listings l where l.supplier_id = (select id from s) and l.category = 'rent'),
        ordered as (select o.id, o.house_id from orders o join own on own.id = o.house_id)
        select s.id, s.slug, s.name, s.kind, s.verified_on, s.is_sample, f.*,
          (select array_agg(house_id order by at) from (
            select house_id, row_number() over (order by stock > 0 desc, rank desc, house_id) as at from rented order by at limit ${pageSize} offset ${(page - 1) * pageSize}
          ) first) as house_ids,
          (select min(created_at) from own) as since,
          (select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'homes', homes, 'methods', methods, 'last', last)), '[]') from (
            select v->>'fact' as fact, count(distinct own.id)::int as homes, jsonb_agg(distinct v->>'method') as methods, max(v->>'on') as last
            from rented l join own on own.id = l.house_id cross join lateral jsonb_array_elements(own.verifications) v group by 1
          ) checked) as facts,
          (select coalesce(jsonb_object_agg(stars, n), '{}') from (
            select least(5, greatest(1, round(r.score)))::int as stars, count(*)::int as n
            from reviews r join rented l on l.house_id = r.house_id group by 1
          ) given) as spread,
          (select jsonb_build_object('all', count(*)::int, 'good', (count(*) filter (where d.given_on <= d.due_on))::int)
            from deposit_returns d join ordered on ordered.id = d.order_id where d.state = 'done' and d.due_on is not null) as deposits,
          (select jsonb_build_object('all', count(*)::int, 'good', (count(*) filter (where not failed))::int) from (
            select bool_or(e.event = 'give-all-back' and e.actor = 'staff') as failed
            from order_events e join ordered on ordered.id = e.order_id group by e.order_id having bool_or(e.event = 'pay')
          ) booked) as bookings
        from s cross join lateral (
          select ${figures} from rented l join houses h on h.id = l.house_id ${checksOfHome}
        ) f`.execute(db);
      const [row] = rows;
      return (
        row && {
          ...toProvider(row),
          since: row.since ?? undefined,
          facts: row.facts.flatMap(toFact),
          spread: [5, 4, 3, 2, 1].map((stars) => row.spread[stars] ?? 0),
          deposits: row.deposits,
          bookings: row.bookings,
        }
      );
    },
  };
}

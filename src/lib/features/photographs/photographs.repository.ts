/** What is known of suppliers' photographs. The catalogue writes a row for each that a home names (`keepNamed`). */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { isToBeKept } from '#lib/db/shown-photographs.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { DuePhotograph, MissingPhotograph, PhotographCounts, PhotographRef, Validators } from './photographs.schema.ts';

export type PhotographRepository = ReturnType<typeof createPhotographRepository>;

/** Milliseconds for which a photograph is left to the one who took it up. */
const lease = 15 * 60_000;

type DueRow = PhotographRef & { name: string | null; etag: string | null; last_modified: string | null; attempts: number };
type MissingRow = { path: string; reason: string; attempts: number; due_at: Date; supplier: string; ref: string };

export function createPhotographRepository(db: Db) {
  return {
    /** Takes up those whose turn has come, first pictures of homes before further ones. Nobody else takes them up for a quarter of an hour. */
    async claim(most: number, now: Date): Promise<readonly DuePhotograph[]> {
      const { rows } = await sql<DueRow>`
        update photographs p set attempts = p.attempts + 1, due_at = ${new Date(now.getTime() + lease)}
        from (
          select path, suffix from photographs where unused_since is null and due_at <= ${now}
          order by position, due_at limit ${most} for update skip locked
        ) due
        where p.path = due.path and p.suffix = due.suffix
        returning p.path, p.suffix, p.name, p.etag, p.last_modified, p.attempts`.execute(db);
      return rows.map(({ path, suffix, name, etag, last_modified, attempts }) => ({
        path,
        suffix,
        name: name ?? undefined,
        etag: etag ?? undefined,
        lastModified: last_modified ?? undefined,
        attempts,
      }));
    },

    /** Puts one back that nobody got round to. */
    async release({ path, suffix }: PhotographRef, dueAt: Date): Promise<void> {
      await sql`update photographs set attempts = greatest(0, attempts - 1), due_at = ${dueAt} where path = ${path} and suffix = ${suffix}`.execute(db);
    },

    /** It is as it was. */
    async keepAsItWas({ path, suffix }: PhotographRef, { etag, lastModified }: Partial<Validators>, dueAt: Date): Promise<void> {
      await sql`
        update photographs set attempts = 0, reason = null, due_at = ${dueAt}, etag = coalesce(${etag ?? null}, etag),
          last_modified = coalesce(${lastModified ?? null}, last_modified)
        where path = ${path} and suffix = ${suffix}`.execute(db);
    },

    /** Its files are in the storage under this name. Files of the name before are left to be removed. */
    async keep(tx: DbTransaction, ref: PhotographRef, name: string, { etag, lastModified }: Partial<Validators>, now: Date, dueAt: Date): Promise<void> {
      const { path, suffix } = ref;
      await sql`
        insert into photographs (path, name, due_at, unused_since)
        select 'former:' || name, name, ${now}, ${now} from photographs where path = ${path} and suffix = ${suffix} and name <> ${name}
        on conflict (path, suffix) do update set unused_since = excluded.unused_since`.execute(tx);
      await sql`
        update photographs set name = ${name}, etag = ${etag ?? null}, last_modified = ${lastModified ?? null}, attempts = 0, reason = null,
          due_at = ${dueAt}, kept_at = ${now}
        where path = ${path} and suffix = ${suffix}`.execute(tx);
    },

    async fail({ path, suffix }: PhotographRef, reason: string, dueAt: Date): Promise<void> {
      await sql`update photographs set reason = ${reason}, due_at = ${dueAt} where path = ${path} and suffix = ${suffix}`.execute(db);
    },

    async isKept({ path, suffix }: PhotographRef): Promise<boolean> {
      const { rows } = await sql`select 1 from photographs where path = ${path} and suffix = ${suffix} and name is not null`.execute(db);
      return rows.length > 0;
    },

    /** Those that could not be had, with a home that names them. @param supplierId undefined: of all suppliers. */
    async missing(supplierId: SupplierId | undefined, most: number): Promise<readonly MissingPhotograph[]> {
      const { rows } = await sql<MissingRow>`
        select p.path || p.suffix as path, p.reason, p.attempts, p.due_at, named.supplier, named.ref
        from photographs p
        cross join lateral (
          select s.name as supplier, h.ref from media m join houses h on h.id = m.house_id join suppliers s on s.id = h.supplier_id
          where m.kind = 'photo' and length(m.path) <= 2000 and m.path = p.path and m.suffix = p.suffix
            and h.supplier_id = coalesce(${supplierId ?? null}::int, h.supplier_id)
          order by h.id limit 1
        ) named
        where p.name is null and p.reason is not null and p.unused_since is null
        order by named.supplier, named.ref, p.path limit ${most}`.execute(db);
      return rows.map(({ path, reason, attempts, due_at, supplier, ref }) => ({ path, reason, attempts, triedAgainAt: due_at, supplier, houseRef: ref }));
    },

    async counts(): Promise<PhotographCounts> {
      const { rows } = await sql<PhotographCounts>`
        select count(*) filter (where name is not null)::int as kept, count(*) filter (where name is null and reason is null)::int as waiting,
          count(*) filter (where name is null and reason is not null)::int as missing
        from photographs where unused_since is null`.execute(db);
      return rows[0] ?? { kept: 0, waiting: 0, missing: 0 };
    },

    /** Writes down what homes name and what none names any more, also where a former version of this program wrote the homes. */
    async compareWithHomes(now: Date): Promise<void> {
      const isNamed = sql`exists (select from media m where m.kind = 'photo' and length(m.path) <= 2000 and m.path = p.path and m.suffix = p.suffix)`;
      await sql`
        insert into photographs (path, suffix, position, due_at, has_original)
        select m.path, m.suffix, min(m.position), ${now}, m.path like '/photos/%' from media m
        where m.kind = 'photo' and ${isToBeKept} and length(m.path) <= 2000 group by m.path, m.suffix
        on conflict (path, suffix) do nothing`.execute(db);
      await sql`update photographs p set unused_since = ${now} where unused_since is null and not ${isNamed}`.execute(db);
      await sql`update photographs p set unused_since = null where unused_since is not null and ${isNamed}`.execute(db);
    },

    /** Those that no home has named since a time, and whether another row shares their files. */
    async unused(since: Date, most: number): Promise<readonly (PhotographRef & { readonly name: string | undefined; readonly isShared: boolean })[]> {
      const { rows } = await sql<PhotographRef & { name: string | null; shared: boolean }>`
        select path, suffix, name, exists (select from photographs o where o.name = p.name and (o.path, o.suffix) <> (p.path, p.suffix)) as shared
        from photographs p where unused_since < ${since} order by path limit ${most}`.execute(db);
      return rows.map(({ path, suffix, name, shared }) => ({ path, suffix, name: name ?? undefined, isShared: shared }));
    },

    async forget({ path, suffix }: PhotographRef): Promise<void> {
      await sql`delete from photographs where path = ${path} and suffix = ${suffix} and unused_since is not null`.execute(db);
    },

    /** Stored files of which photographs were made before a time. */
    async originals(before: Date, most: number): Promise<readonly PhotographRef[]> {
      const { rows } = await sql<PhotographRef>`
        select path, suffix from photographs where has_original and name is not null and kept_at < ${before} order by path limit ${most}`.execute(db);
      return rows;
    },

    async forgetOriginal({ path, suffix }: PhotographRef): Promise<void> {
      await sql`update photographs set has_original = false where path = ${path} and suffix = ${suffix}`.execute(db);
    },
  };
}

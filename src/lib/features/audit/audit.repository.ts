import { sql } from 'kysely';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { AuditRow } from './audit.schema.ts';

const instant = sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What the next row builds on, as the database will write it. */
export type Tail = { readonly id: bigint; readonly hash: string | undefined; readonly at: string; readonly data: string };

/** Waits until no other transaction is about to append. Held until this one ends. */
export async function lockTail(tx: DbTransaction): Promise<void> {
  await lockFor(tx, 'audit-log');
}

/** The last row's id (0 when there is none) and hash, and the new row's instant and data in the database's own writing. */
export async function readTail(tx: DbTransaction, data: string): Promise<Tail> {
  const { rows } = await sql<{ id: bigint | null; hash: string | null; at: string; data: string }>`
    select last.id, last.hash, fresh.data::text as data, to_char(fresh.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (select ${data}::jsonb as data, clock_timestamp() as at) as fresh
    left join lateral (select id, hash from audit_log order by id desc limit 1) as last on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The database gave no row for one that was asked for');
  return { id: row.id ?? 0n, hash: row.hash ?? undefined, at: row.at, data: row.data };
}

/**
 * Writes the next row.
 * @throws when another transaction has taken its place: in one that reads from a snapshot, Postgres says so with a
 *   serialization failure, which a repeated transaction mends.
 */
export async function insertRow(tx: DbTransaction, row: AuditRow): Promise<void> {
  const written = await tx
    .insertInto('audit_log')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new Error('The place of this row in the audit log is taken');
}

const columns = (db: Db) =>
  db.selectFrom('audit_log').select(['id', 'actor', 'action', 'subject', 'prev_hash', 'hash', instant.as('at'), sql<string>`data::text`.as('data')]);

/** Rows by id, from `from` on, a thousand at a time. */
export async function* readRows(db: Db, from: bigint | undefined): AsyncGenerator<AuditRow> {
  const size = 1_000;
  for (let next = from; ; ) {
    let query = columns(db).orderBy('id').limit(size);
    if (next !== undefined) query = query.where('id', '>=', next);
    const rows = await query.execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    next = last.id + 1n;
  }
}

/** One row, if it is there. */
export async function readRow(db: Db, id: bigint): Promise<AuditRow | undefined> {
  return columns(db).where('id', '=', id).executeTakeFirst();
}

/** Which rows. `actors` and `subjects`: of any of them; `since` and `until`: from the one moment on, and before the other. */
export type AuditQuestion = {
  readonly subject?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly anyOf?: { readonly actors: readonly string[]; readonly subjects: readonly string[] };
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: bigint;
  readonly most: number;
};

/** The latest rows, newest first. Times are looked up as places in the chain, so that no question reads more than it shows. */
export async function latestRows(db: Db, { subject, actor, action, anyOf, since, until, before, most }: AuditQuestion): Promise<readonly AuditRow[]> {
  const conditions = [
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(since === undefined ? [] : [sql`id >= (select id from audit_log where at >= ${since} order by at, id limit 1)`]),
    ...(until === undefined ? [] : [sql`id <= (select id from audit_log where at < ${until} order by at desc, id desc limit 1)`]),
  ];
  const asked = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  if (!anyOf) return columns(db).where(sql<boolean>`${asked}`).orderBy('id', 'desc').limit(most).execute();
  // Each name by its own index: a row that has two of them is one all the same.
  const named = [...anyOf.actors.map((one) => sql`actor = ${one}`), ...anyOf.subjects.map((one) => sql`subject = ${one}`)];
  if (named.length === 0) return [];
  const legs = named.map((one) => sql`(select id from audit_log where ${one} and ${asked} order by id desc limit ${most})`);
  const ids = sql<bigint>`(select id from (${sql.join(legs, sql` union `)}) found order by id desc limit ${most})`;
  return columns(db).where('id', 'in', ids).orderBy('id', 'desc').execute();
}

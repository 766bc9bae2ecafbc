/**
 * Rows of whole tables as text, out of one database and into another of the same schema, whichever engine each has. A row is
 * a JSON array of its columns as the database itself writes them, so no value changes on its way.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, DbTransaction } from './tables.ts';

export type Column = { readonly name: string /** As Postgres calls it, such as `character varying(5)`. */; readonly type: string };
/** `schema` is empty for our own tables; the queue of jobs has a schema of its own. */
export type CopiedTable = { readonly schema: '' | 'pgboss'; readonly name: string; readonly columns: readonly Column[] };
export type SequenceState = { readonly name: string; readonly last: string; readonly used: boolean };

/** Rows read at once. */
const batch = 2_000;

/** Tables that every start, or a migration, fills by itself. */
const filledAtStart = ['places', 'place_names', 'rates', 'settings', 'schema_versions', 'order_edges', 'deposit_edges'];
/** What pg-boss says of itself, and figures it can do without. */
const ofTheQueueAlone = ['version', 'queue_stats', 'bam', 'warning'];

const named = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>) => (schema === '' ? sql.table(name) : sql.table(`${schema}.${name}`));
const columnsOf = ({ columns }: Pick<CopiedTable, 'columns'>) => sql.join(columns.map(({ name }) => sql.ref(name)));

/** Those that others point at come first. */
function inOrder(tables: readonly CopiedTable[], points: readonly { readonly from: string; readonly to: string }[]): CopiedTable[] {
  const key = ({ schema, name }: CopiedTable): string => `${schema}.${name}`;
  const sorted: CopiedTable[] = [];
  const left = new Map(tables.map((table) => [key(table), table]));
  while (left.size > 0) {
    const free = [...left].filter(([own]) => !points.some(({ from, to }) => from === own && to !== own && left.has(to)));
    if (free.length === 0) throw new Error(`these tables point at each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const [own, table] of free) {
      sorted.push(table);
      left.delete(own);
    }
  }
  return sorted;
}

/** Every table with rows of its own, in an order in which rows can be put in: first what others refer to. */
export async function tablesToCopy(tx: DbTransaction): Promise<readonly CopiedTable[]> {
  const { rows: tables } = await sql<{ schema: '' | 'pgboss'; name: string; columns: readonly Column[] }>`
    select case when n.nspname = 'pgboss' then 'pgboss' else '' end as schema, c.relname as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in (current_schema(), 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_versions' and not (n.nspname = 'pgboss' and c.relname = any(${ofTheQueueAlone}))
    group by n.nspname, c.relname order by 1, 2`.execute(tx);
  const { rows: points } = await sql<{ from: string; to: string }>`
    select distinct case when fn.nspname = 'pgboss' then 'pgboss' else '' end || '.' || coalesce(parent.relname, f.relname) as "from",
      case when tn.nspname = 'pgboss' then 'pgboss' else '' end || '.' || t.relname as "to"
    from pg_constraint x join pg_class f on f.oid = x.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = x.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    left join pg_inherits i on i.inhrelid = f.oid left join pg_class parent on parent.oid = i.inhparent
    where x.contype = 'f'`.execute(tx);
  return inOrder(tables, points);
}

/** All rows of a table, in batches of lines. */
export async function* linesOf(tx: DbTransaction, table: CopiedTable): AsyncGenerator<readonly string[]> {
  const texts = sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  await sql`declare copied no scroll cursor for select array_to_json(array[${texts}])::text as line from ${named(table)}`.execute(tx);
  try {
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batch)} from copied`.execute(tx);
      if (rows.length > 0) yield rows.map(({ line }) => line);
      if (rows.length < batch) return;
    }
  } finally {
    await sql`close copied`.execute(tx);
  }
}

/** Puts lines into a table. `table` has the columns of the lines, in their order. */
export async function putLines(tx: DbTransaction, table: CopiedTable, lines: readonly string[]): Promise<void> {
  const values = sql.join(table.columns.map(({ type }, at) => sql`(line->>${sql.lit(at)})::${sql.raw(type)}`));
  await sql`insert into ${named(table)} (${columnsOf(table)}) overriding system value
    select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`.execute(tx);
}

/** Lets rows be put in as they are: what the database would do of itself with a new row has been done to them already. */
export async function beginPutting(tx: DbTransaction, tables: readonly CopiedTable[]): Promise<void> {
  for (const table of tables) if (table.schema === '') await sql`alter table ${named(table)} disable trigger user`.execute(tx);
  for (const table of tables.toReversed()) await sql`delete from ${named(table)}`.execute(tx);
}

/** Checks what was put off until now, and lets the database do its part again. */
export async function endPutting(tx: DbTransaction, tables: readonly CopiedTable[]): Promise<void> {
  await sql`set constraints all immediate`.execute(tx);
  for (const table of tables) if (table.schema === '') await sql`alter table ${named(table)} enable trigger user`.execute(tx);
}

/** Where the numbers of our tables' rows have got to. */
export async function sequencesOf(tx: DbTransaction): Promise<readonly SequenceState[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace order by 1`.execute(tx);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await sql<{ last: string; used: boolean }>`select last_value::text as last, is_called as used from ${sql.table(name)}`.execute(tx);
    states.push({ name, ...(state.rows[0] ?? { last: '1', used: false }) });
  }
  return states;
}

export async function putSequences(tx: DbTransaction, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last, used } of sequences) await sql`select setval(format('%I', ${name}::text)::regclass, ${last}::bigint, ${used}::boolean)`.execute(tx);
}

/** Names of the migrations that made the schema. */
export async function appliedMigrations(tx: DbTransaction): Promise<readonly string[]> {
  return (await sql<{ name: string }>`select name from schema_versions order by name`.execute(tx)).rows.map(({ name }) => name);
}

/** Which of our tables hold anything that is not there after every start. */
export async function tablesInUse(db: Db): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
      and c.relname <> all(${filledAtStart}) order by 1`.execute(db);
  const used: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ some: boolean }>`select exists(select 1 from ${sql.table(name)}) as some`.execute(db);
    if (rows[0]?.some) used.push(name);
  }
  return used;
}

/** How many nodes hear of changes of this database just now. */
export async function nodesAtWork(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where application_name = 'loftling-changes' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes away all tables and functions of ours, and the queue of jobs. */
export async function clearDatabase(tx: DbTransaction): Promise<void> {
  await sql`drop schema if exists pgboss cascade`.execute(tx);
  const { rows } = await sql<{ statement: string }>`
    select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(tx);
  for (const { statement } of rows) await sql.raw(statement).execute(tx);
}

/** A digest of lines that does not ask in which order they come: the sum of their SHA-256. */
export class LineSum {
  readonly #parts: [bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n];
  rows = 0;

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest();
    for (let at = 0; at < 4; at++) this.#parts[at] = BigInt.asUintN(64, (this.#parts[at] ?? 0n) + digest.readBigUInt64LE(at * 8));
    this.rows++;
  }

  /** 64 hexadecimal digits. */
  get sum(): string {
    return this.#parts.map((part) => part.toString(16).padStart(16, '0')).join('');
  }
}

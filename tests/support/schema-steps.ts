/** What a migration takes from a version that does not know it: the schema before and after, compared for what its statements would stumble over. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';

type Column = { readonly type: string; readonly needed: boolean; readonly filled: boolean };
/** `on`: names of its columns. */
type Rule = { readonly table: string; readonly says: string; readonly on: readonly string[] };
export type Schema = {
  /** By table, then by column. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Column>>;
  /** Constraints, unique indexes and triggers: what refuses or changes what is written. */
  readonly rules: ReadonlyMap<string, Rule>;
};

/** The schema as it is. */
export async function schemaOf(db: Db): Promise<Schema> {
  const columns = await sql<{ table: string; name: string; type: string; needed: boolean; filled: boolean }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as needed,
      (a.atthasdef or a.attidentity <> '' or a.attgenerated <> '') as filled
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'v', 'p') and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const rules = await sql<{ name: string; table: string; says: string; on: string[] | null }>`
    select 'constraint ' || k.conname as name, c.relname as table, pg_get_constraintdef(k.oid) as says,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as on
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype in ('c', 'u', 'p', 'f', 'x')
    union all
    select 'index ' || i.relname, c.relname, pg_get_indexdef(x.indexrelid),
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey::smallint[]))
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    where x.indisunique and c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)
    union all
    select 'trigger ' || t.tgname, c.relname, pg_get_triggerdef(t.oid), null
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, name, ...column } of columns.rows) tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(name, column));
  return { tables, rules: new Map(rules.rows.map(({ name, table, says, on }) => [`${table}: ${name}`, { table, says, on: on ?? [] }])) };
}

/** Whether a column of the first type may become the second without anybody noticing who reads and writes it. */
const isWider = (before: string, after: string): boolean =>
  before === after ||
  (before.startsWith('character varying') && after === 'text') ||
  (/^(?:small|big)?int/.test(before) && after === 'bigint' && before !== 'bigint');

const literals = (says: string): ReadonlySet<string> => new Set(says.match(/'[^']*'/g));
/** Whether a rule of the same name differs in nothing but more values that it takes. */
const takesMore = (before: string, after: string): boolean => {
  const bare = (says: string): string => says.replace(/(?:'[^']*'(?:::[\w ]+)?(?:, )?)+/g, '…');
  return bare(before) === bare(after) && literals(before).isSubsetOf(literals(after));
};

/**
 * What a version that knows the schema before would stumble over after: what it reads is gone or another, or what it writes is refused.
 * @returns one sentence for each; none for a migration that only adds.
 */
export function takenAway(before: Schema, after: Schema): readonly string[] {
  const found: string[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      found.push(`table ${table} is gone`);
      continue;
    }
    for (const [name, was] of columns) {
      const is = now.get(name);
      if (!is) found.push(`column ${table}.${name} is gone`);
      else {
        if (!isWider(was.type, is.type)) found.push(`column ${table}.${name} was ${was.type} and is ${is.type}`);
        if (is.needed && !was.needed) found.push(`column ${table}.${name} may not be null any more`);
        if (is.needed && was.filled && !is.filled) found.push(`column ${table}.${name} has lost what fills it`);
      }
    }
    for (const [name, is] of now)
      if (!columns.has(name) && is.needed && !is.filled) found.push(`column ${table}.${name} is new, may not be null and nothing fills it`);
  }
  for (const [name, { table, says, on }] of after.rules) {
    const columns = before.tables.get(table);
    // A table that is new is written by nobody who does not know it, and so are columns that are.
    if (!columns || (on.length > 0 && on.every((column) => !columns.has(column)))) continue;
    const was = before.rules.get(name);
    if (!was) found.push(`${name} is new: ${says}`);
    else if (was.says !== says && !takesMore(was.says, says)) found.push(`${name} was ${was.says} and is ${says}`);
  }
  return found;
}

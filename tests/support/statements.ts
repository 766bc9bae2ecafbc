/**
 * Which statements of SQL each file of tests asks a database, by their form. `npm test` compares both databases by it: a file need not run on
 * each, but a statement must (docs/decisions/0144-what-runs-on-both-databases.md).
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionSource } from '#lib/db/connection.ts';

/** Forms asked since they were taken last. */
let asked = new Set<string>();

/**
 * A statement without what differs from call to call: values, their number, how often a row or a condition repeats.
 * @example formOf('select a from t where id in ($1, $2)') // 'select a from t where id in ($)'
 */
export const formOf = (sql: string): string =>
  sql
    .replaceAll(/\s+/g, ' ')
    .trim()
    // What a transaction begins with on Postgres: the embedded engine knows no such limits.
    .replaceAll(/; set local \w+ = \d+/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "'?'")
    .replaceAll(/\b\d+\b/g, '0')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\$(?:::\w+)?)(?:, ?\$(?:::\w+)?)+/g, '$1')
    .replaceAll(/(\([^()]*\))(?:, ?\1)+/g, '$1')
    .replaceAll(/(\([^()]*\))(?: (?:or|and) \1)+/g, '$1');

/** What tests ask for themselves: whole tables, and the name of their database. */
const ofTests = /session_replication_role|current_database\(\)|string_agg\(row::text/;

/** A source whose statements are written down. The job queue's own are the library's. */
export function recorded(source: ConnectionSource): ConnectionSource {
  return {
    ...source,
    async connect() {
      const connection = await source.connect();
      return {
        ...connection,
        query(sql, parameters) {
          if (!sql.includes('pgboss') && !ofTests.test(sql)) asked.add(formOf(sql));
          return connection.query(sql, parameters);
        },
      };
    },
  };
}

/** Adds what a file asked to the folder that `STATEMENTS_FOLDER` names, a line for each file: `{ file, engine, forms }`. */
export function writeStatements(file: string, engine: 'pglite' | 'postgres'): void {
  const folder = process.env['STATEMENTS_FOLDER'];
  const forms = [...asked];
  asked = new Set();
  if (!folder || forms.length === 0) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ file, engine, forms })}\n`);
}

/** A throw-away Postgres for the length of a test run; the one in TEST_DATABASE_URL when that is set. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseOver } from '#lib/db/database.ts';
import { openPostgres } from '#lib/db/postgres.ts';
import { startPostgres } from './postgres-server.ts';
import { fillTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabaseUrl: string;
  }
}

/** Tables of tests are small: compiling a statement, or dividing it among processes, takes longer than running it. */
const forSmallTables = { jit: 'off', max_parallel_workers_per_gather: '0' } as const;

/** @returns the name of the database, and what takes it away. */
async function makeTemplate(url: string): Promise<{ readonly name: string; readonly drop: () => Promise<void> }> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await databaseOver(await openPostgres(own.href, 2));
  await fillTemplate(database);
  // Nobody may be connected to what is copied.
  await database.close();
  await admin.end();
  return {
    name,
    async drop() {
      const last = new pg.Client({ connectionString: url });
      await last.connect();
      await last.query(`drop database ${name} with (force)`);
      await last.end();
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const { url, stop } = given ? { url: given, stop: undefined } : await startPostgres(forSmallTables);
  const template = await makeTemplate(url);
  project.provide('testDatabaseUrl', url);
  project.provide('testDatabaseTemplate', template.name);
  return stop ?? template.drop;
}

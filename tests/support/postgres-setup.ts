/** A throw-away Postgres for the length of a test run; the one in TEST_DATABASE_URL when that is set. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabaseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('testDatabaseUrl', given);
    return async () => undefined;
  }
  const { url, stop } = await startPostgres();
  project.provide('testDatabaseUrl', url);
  return stop;
}

/** Writes down what each file of tests takes of the processor in its own process, and which statements it asked a database. */
import { relative } from 'node:path';
import { afterAll } from 'vitest';
import { writeStatements } from './statements.ts';

const before = process.cpuUsage();
// The first to be registered is the last to run: what other hooks take counts as well.
// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures used from this pattern
afterAll(({}, { file }) => {
  const { user, system } = process.cpuUsage(before);
  file.meta.processor = (user + system) / 1_000;
  writeStatements(relative(process.cwd(), file.filepath), process.env['TEST_DATABASE_URL'] ? 'postgres' : 'pglite');
});

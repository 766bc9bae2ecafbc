/**
 * `npx vitest run tests/unit/x.test.ts` runs one file, `--project integration` one kind of test.
 * `npm test` runs all of them, one kind after the other.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import { apart } from './tests/support/apart.ts';
import { withOwnSites } from './tests/support/own-sites.ts';
import { onPostgresAlone, withoutDatabase } from './tests/support/one-database.ts';

const seconds = 1_000;

export default defineConfig({
  test: {
    // Two cores do the work here and on the machines where it is judged; more only makes tests late.
    maxWorkers: 2,
    setupFiles: ['tests/support/each-file.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // A second, which it would be otherwise, is short on a machine that does other things too.
    expect: { poll: { timeout: 10 * seconds } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...Object.keys(apart)],
          // Files share what they import: loading it anew for each took more than the tests.
          isolate: false,
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      { extends: true, test: { name: 'unit-apart', include: Object.keys(apart), testTimeout: 120 * seconds, hookTimeout: 120 * seconds } },
      {
        extends: true,
        test: {
          name: 'guards',
          include: ['tests/guards/**/*.test.ts'],
          // They share what they read: the text and the syntax of every file there is.
          isolate: false,
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'tests/embedded/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onPostgresAlone],
          env: { TEST_DATABASE_URL: '' },
          globalSetup: ['tests/support/template.ts'],
          // The embedded database is made anew so often that compiling it well takes longer than running it as it is compiled first.
          execArgv: ['--liftoff-only'],
          // Files share what they import: loading it anew for each took a third of the time.
          isolate: false,
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration-postgres',
          include: ['tests/integration/**/*.test.ts', 'tests/postgres/**/*.test.ts'],
          // They ran in the project above, and would say the same.
          exclude: [...configDefaults.exclude, ...withoutDatabase],
          globalSetup: ['tests/support/postgres-setup.ts'],
          isolate: false,
          setupFiles: ['tests/support/postgres-address.ts'],
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
        },
      },
      {
        extends: true,
        test: {
          // Asks the built site, so these need `npm run build` first; `npm test` sees to it.
          name: 'site',
          include: ['tests/crawl/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...withOwnSites],
          globalSetup: ['tests/support/site-setup.ts'],
          setupFiles: ['tests/support/asks-after-rest.ts'],
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          // One site, asked by one file at a time: counts of queries and cache hits stay explicable.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // `npm test` runs them next to those above, which keep one core busy.
          name: 'servers',
          include: [...withOwnSites],
          globalSetup: ['tests/support/built.ts'],
          testTimeout: 300 * seconds,
          hookTimeout: 300 * seconds,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // Kills, cuts and floods sites of its own; `npm run test:faults`.
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 300 * seconds,
          hookTimeout: 300 * seconds,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // The built site in WebKit, which most phones have; `npm run test:engines`.
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/support/site-setup.ts'],
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          fileParallelism: false,
        },
      },
    ],
  },
});

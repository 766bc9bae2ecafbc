/**
 * Files of `tests/server` that start sites of their own and ask no other: two of them run at a time, next to those that ask the one site of
 * the run in turn. `tests/guards/suites.test.ts` sees to it that the list is right.
 */
export const withOwnSites: readonly string[] = [
  'tests/server/dev.test.ts',
  'tests/server/edition.test.ts',
  'tests/server/error-page.test.ts',
  'tests/server/export.test.ts',
  'tests/server/first-start.test.ts',
  'tests/server/form-page.test.ts',
  'tests/server/locale-hosts.test.ts',
  'tests/server/of-others.test.ts',
  'tests/server/photographs.test.ts',
  'tests/server/processes.test.ts',
  'tests/server/removed-house.test.ts',
  'tests/server/upgrade.test.ts',
];

/**
 * Tests of `tests/integration` that ask no database of the run: a second one would have them say the same again. They run once,
 * beside the embedded database. `tests/guards/suites.test.ts` sees to it that the list is right.
 */
export const withoutDatabase: readonly string[] = [
  'tests/integration/api/api-bounds.test.ts',
  'tests/integration/api/api-handler.test.ts',
  'tests/integration/api/client.test.ts',
  'tests/integration/basemap/basemap.test.ts',
  'tests/integration/jobs/jobs-command.test.ts',
  'tests/integration/pictures/picture-files.test.ts',
  'tests/integration/pictures/picture-line.test.ts',
  'tests/integration/ports/answers.test.ts',
  'tests/integration/ports/captcha.test.ts',
  'tests/integration/ports/directions.test.ts',
  'tests/integration/ports/identity.test.ts',
  'tests/integration/ports/ports.test.ts',
  'tests/integration/ports/sms.test.ts',
  'tests/integration/search/search-meilisearch.test.ts',
  'tests/integration/server/connections.test.ts',
  'tests/integration/server/door.test.ts',
  'tests/integration/server/export.test.ts',
  'tests/integration/server/http-server.test.ts',
  'tests/integration/server/pages-bounds.test.ts',
];

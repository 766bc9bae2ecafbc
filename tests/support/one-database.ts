/**
 * Files of `tests/integration` that run on one database (docs/decisions/0144-what-runs-on-both-databases.md). A guard holds the first list
 * (`tests/guards/suites.test.ts`), a whole run the second, by the statements that were really asked (`scripts/testing/both-databases.ts`).
 */

/** They ask no database of the run: once is enough, in the suite `integration`. */
export const withoutDatabase: readonly string[] = [
  'tests/integration/api/api-bounds.test.ts',
  'tests/integration/api/api-handler.test.ts',
  'tests/integration/api/client.test.ts',
  'tests/integration/basemap/basemap.test.ts',
  'tests/integration/basemap/kept-tiles.test.ts',
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

/** They run on Postgres alone, where rivals really meet: every statement of theirs is asked of the embedded database by another file. */
export const onPostgresAlone: readonly string[] = [
  'tests/integration/accounts/hostile-input.test.ts',
  'tests/integration/accounts/known-browsers.test.ts',
  'tests/integration/accounts/login-wire.test.ts',
  'tests/integration/accounts/one-tap.test.ts',
  'tests/integration/accounts/persons.test.ts',
  'tests/integration/accounts/shown-codes.test.ts',
  'tests/integration/api/api.test.ts',
  'tests/integration/api/content.test.ts',
  'tests/integration/api/secrets-in-logs.test.ts',
  'tests/integration/captcha/captcha.test.ts',
  'tests/integration/enquiries/asking.test.ts',
  'tests/integration/feeds/feed-photos.test.ts',
  'tests/integration/feeds/feeds-hostile.test.ts',
  'tests/integration/jobs/jobs.test.ts',
  'tests/integration/mail/mail.test.ts',
  'tests/integration/orders/news.test.ts',
  'tests/integration/orders/paid-back.test.ts',
  'tests/integration/orders/sealed.test.ts',
  'tests/integration/payments/open-sandbox.test.ts',
  'tests/integration/payments/receipts.test.ts',
  'tests/integration/payments/stripe.test.ts',
  'tests/integration/payments/under-way.test.ts',
  'tests/integration/payments/ways-to-pay.test.ts',
  'tests/integration/payrent/licence.test.ts',
  'tests/integration/places/place-calls.test.ts',
  'tests/integration/resources/resource-calls.test.ts',
  'tests/integration/search/search-order.test.ts',
  'tests/integration/search/search-queries.test.ts',
  'tests/integration/server/arrival.test.ts',
  'tests/integration/shortlist/shared-lists.test.ts',
];

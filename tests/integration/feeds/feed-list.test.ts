/** Lists of the desk are narrowed by what their readers know: a part of a provider's name, a state, a reason. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#lib/db/database.ts';
import { createFeeds } from '#lib/features/feeds/feeds.feature.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';

let desk: OrdersDesk;
let name = '';
const db = (): Db => desk.office.on.base.db;
beforeAll(async () => {
  desk = await openOrdersDesk();
  const supplier = await db().selectFrom('suppliers').select(['id', 'name']).orderBy('id').executeTakeFirstOrThrow();
  ({ name } = supplier);
  const run = { supplier_id: supplier.id, is_full: true, began_at: testNow, kept_open_because: null };
  await db()
    .insertInto('feed_runs')
    .values([
      { ...run, file: 'one.csv', state: 'whole' },
      { ...run, file: 'two.csv', state: 'failed' },
    ])
    .execute();
});
afterAll(() => desk.office.close());

const visitor = { staff: { id: '1', staffId: 1, standing: 'editor', provedAt: testNow } } as never;
const filesOf = async (query: string) => (await createFeeds({ db: db() }).loader.list(visitor, new URLSearchParams(query)))?.runs.map(({ file }) => file);

test('feeds are found by a part of the provider’s name, in any capitals, and by their state', async () => {
  expect(await filesOf('')).toEqual(['two.csv', 'one.csv']);
  expect(await filesOf(`provider=${encodeURIComponent(name.slice(0, 3).toUpperCase())}`)).toEqual(['two.csv', 'one.csv']);
  expect(await filesOf('state=failed')).toEqual(['two.csv']);
  expect(await filesOf('provider=nobody&state=failed')).toEqual([]);
  // What is no state narrows nothing, and a wild card is a letter.
  expect(await filesOf('state=nonsense')).toEqual(['two.csv', 'one.csv']);
  expect(await filesOf('provider=%25')).toEqual([]);
});

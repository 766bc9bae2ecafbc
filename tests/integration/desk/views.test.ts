/** How staff keep views of lists: by calls as browsers make them, over a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskViewContract, removeDeskViewContract } from '#lib/features/desk/views.contract.ts';
import { viewQuery } from '#lib/features/desk/views.rules.ts';
import { mostViews } from '#lib/features/desk/views.schema.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let office: AccountsDesk;
let [ann, bob, editor]: StaffBrowser[] = [];
beforeAll(async () => {
  office = await openAccountsDesk();
  const staff = openStaffDesk(office);
  [ann, bob, editor] = [await staff.member('support'), await staff.member('admin'), await staff.member('editor')];
});
afterAll(() => office.close());

const one = (): StaffBrowser => known(ann);
const other = (): StaffBrowser => known(bob);
const visitor = (by: StaffBrowser, standing = 'support') => ({ staff: { id: '1', staffId: by.id, standing, provedAt: testNow } }) as unknown as Visitor;
const loader = () => known(known(office.on.services.people).loaders.desk);
const keep = (name: string, more: Readonly<Record<string, string>> = {}, by = one()) =>
  by.call(deskViewContract, { view_id: 'new', list: 'inbox', query: 'whose=mine', name, ...more });
const viewsOf = (by: StaffBrowser, list: 'inbox' | 'orders' = 'inbox', standing?: string) => loader().views(visitor(by, standing), list);

describe('a view of a list', () => {
  test('is its owner’s, or all’s who see the list; it keeps filters, never what was searched for', async () => {
    expect(viewQuery('inbox', 'q=Mai&after=1-2&whose=mine&tab=waiting&nonsense=1')).toBe('tab=waiting&whose=mine');
    expect((await keep('Mine', { query: 'whose=mine&q=Mai%20Nguy%E1%BB%85n' })).error_code).toBe(0);
    expect((await keep('Late in Leeds', { query: 'city=4&age=3', shared: 'yes' })).error_code).toBe(0);
    expect((await viewsOf(one())).map(({ name, query, isOwn }) => [name, query, isOwn])).toEqual([
      ['Mine', 'whose=mine', true],
      ['Late in Leeds', 'age=3&city=4', true],
    ]);
    expect((await viewsOf(other())).map(({ name, isOwn, by }) => [name, isOwn, by])).toEqual([['Late in Leeds', false, 'Staff 1']]);
    expect(await viewsOf(one(), 'orders')).toEqual([]);
    expect(await viewsOf(known(editor), 'inbox', 'editor'), 'editors see no inbox').toEqual([]);
    expect((await keep('Sneaky', {}, known(editor))).error_code).toBe(404);
  });

  test('is renamed, shared and removed by its owner alone, and has a name of its own', async () => {
    const [mine] = await viewsOf(one());
    const id = String(known(mine).id);
    expect((await keep('late in leeds')).error_code, 'taken').toBe(422);
    expect((await keep('Stolen', { view_id: id }, other())).error_code).toBe(404);
    expect((await other().call(removeDeskViewContract, { view_id: id })).error_code).toBe(404);
    expect(await loader().ownView(visitor(other()), id)).toBeUndefined();
    expect((await keep('All of mine', { view_id: id, query: 'whose=nobody' })).error_code).toBe(0);
    expect(await loader().ownView(visitor(one()), id)).toMatchObject({ name: 'All of mine', query: 'whose=mine', isShared: false });
    expect((await one().call(removeDeskViewContract, { view_id: id })).error_code).toBe(0);
    expect((await viewsOf(one())).map(({ name }) => name)).toEqual(['Late in Leeds']);
    expect((await keep('Long', { query: `team=${'é'.repeat(150)}` })).error_code, 'a query that is too long').toBe(404);
  });

  test('is one of twenty, however many are kept at once', async () => {
    const answers = await Promise.all(Array.from({ length: mostViews + 3 }, (_, at) => keep(`View ${at}`, { list: 'orders', query: 'state=submitted' })));
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(mostViews);
    expect(await viewsOf(one(), 'orders')).toHaveLength(mostViews);
    expect((await keep('Theirs', { list: 'orders', query: '' }, other())).error_code, 'others have their own').toBe(0);
  });
});

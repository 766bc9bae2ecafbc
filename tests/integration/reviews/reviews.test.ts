/** Reviews after a stay by calls as browsers make them, over a real database. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commentsContract } from '#lib/features/house/house-detail.contract.ts';
import { orderListContract } from '#lib/features/orders/orders.contract.ts';
import { evaluateServiceContract, ownReviewsContract, staffReviewContract, withdrawReviewContract } from '#lib/features/reviews/reviews.contract.ts';
import { endNoticesContract } from '#lib/features/shortlist/notices.contract.ts';
import { uploadContract } from '#lib/features/uploads/uploads.contract.ts';
import { addDays } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { lived, saysOf } from '#tests/support/reviews.ts';

let desk: OrdersDesk;
let houseId: HouseId;
const db = () => desk.office.on.base.db;
const today = (): string => desk.office.clock.now.toISOString().slice(0, 10);
const reviews = () => known(desk.office.on.services.people).reviews;

beforeAll(async () => {
  desk = await openOrdersDesk();
  houseId = asId<HouseId>(desk.lease.house_id);
  await db()
    .deleteFrom('reviews')
    .where('house_id', '=', houseId)
    .where('ref', '<>', (await first())?.ref ?? '')
    .execute();
});
afterAll(() => desk.office.close());

const first = () => db().selectFrom('reviews').select('ref').where('house_id', '=', houseId).orderBy('id').executeTakeFirst();

type Stay = { readonly by: Browser; readonly code: string };
/** Somebody who has moved in so many days ago, and out on `until`. */
async function stay(daysAgo: number, until?: string): Promise<Stay> {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await lived(db(), code, until ? 'completed' : 'checked_in', { from: addDays(today(), -daysAgo), ...(until ? { to: until } : {}) });
  return { by, code };
}
const decide = (review: string, act: string, more: Readonly<Record<string, string>> = {}) => desk.staff.call(staffReviewContract, { review, act, ...more });
const ownOf = async (by: Browser) => (await by.call(ownReviewsContract)).data.items;
const commentOf = async ({ by, code }: Stay) => known((await by.call(orderListContract)).data.items.find(({ id }) => id === code));
const comments = async () => (await desk.office.browser().call(commentsContract, { house_id: String(houseId) })).data;

/** Pages follow a change within a second, on other nodes by a message of the database. */
const soon = { timeout: 20_000, interval: 25 } as const;

/** What pages, cards, calls and the head say of a home must be made of the published ones, whatever happened before. */
const figuresAgree = () => vi.waitFor(figuresNow, soon);
async function figuresNow(): Promise<{ readonly count: number; readonly removed: Readonly<Record<string, number>> }> {
  const others = await db().selectFrom('reviews').select('score').where('house_id', '=', houseId).where('ref', 'not like', 'stay:%').execute();
  const said = await db().selectFrom('stay_reviews').selectAll().where('house_id', '=', houseId).where('kind', '<>', 'service').execute();
  const shown = said.filter(({ state }) => state === 'published');
  const voices = [...new Set(shown.map(({ order_id }) => order_id))].map((id) => {
    const of = shown.filter(({ order_id }) => order_id === id);
    return known(of.find(({ kind }) => kind === 'stay') ?? of[0]).score;
  });
  const scores = [...others.map(({ score }) => score), ...voices];
  const mean = scores.length === 0 ? undefined : scores.reduce((sum, one) => sum + one, 0) / scores.length;
  const record = known(await desk.office.on.services.house.service.record(houseId)).reviews;
  expect([record.count, record.score]).toEqual([scores.length, mean === undefined ? undefined : expect.closeTo(mean, 9)]);
  const removed: Record<string, number> = {};
  for (const { reason } of said) if (reason) removed[reason] = (removed[reason] ?? 0) + 1;
  expect(record.removed).toEqual(removed);
  const row = await db().selectFrom('listings').select(['review_count', 'review_score']).where('house_id', '=', houseId).executeTakeFirstOrThrow();
  expect([row.review_count, row.review_score]).toEqual([scores.length, mean === undefined ? null : expect.closeTo(mean, 4)]);
  const wire = await comments();
  expect([wire.sample_size, wire.items.length]).toEqual([scores.length, Math.min(scores.length, wire.paginate.page_size)]);
  expect(record.verified.count).toBe(voices.length);
  return { count: scores.length, removed };
}

test('[R2.110] [R2.137] [R4.057] [R4.058] [R3.56] who lives there tells how moving in went, and of living there after two months or at the end', async () => {
  const young = await stay(3);
  expect(await commentOf(young)).toMatchObject({ is_check_in_comment: true, allow_order_comments: false });
  expect((await saysOf(young.by, young.code, 'stay', 4)).error_code).toBe(422);
  expect((await saysOf(young.by, young.code, 'check-in', 4)).error_code).toBe(0);
  expect(await commentOf(young)).toMatchObject({ is_check_in_comment: false, allow_order_comments: false });

  const over = await stay(200, addDays(today(), -10));
  expect(await commentOf(over)).toMatchObject({ is_check_in_comment: false, allow_order_comments: true });
  expect((await saysOf(over.by, over.code, 'check-in', 4)).error_code).toBe(422);
  expect((await saysOf(over.by, over.code, 'stay', 2)).error_code).toBe(0);
  expect(await commentOf(over)).toMatchObject({ allow_order_comments: false });

  const gone = await stay(800, addDays(today(), -366));
  expect((await saysOf(gone.by, gone.code, 'stay', 2)).error_code).toBe(422);
  expect(await commentOf(gone)).toMatchObject({ is_check_in_comment: false, allow_order_comments: false });

  // Of one's own stays alone, and of none that never was.
  expect((await saysOf(young.by, over.code, 'stay', 5)).error_code).toBe(404);
  const applied = await desk.drafted(young.by).catch(() => '');
  if (applied !== '') expect((await saysOf(young.by, applied, 'stay', 5)).error_code).toBe(422);
});

test('[R2.144] [R2.138] one review for an order and kind, which can be changed until it was read, and is shown to nobody before', async () => {
  const { count } = await figuresAgree();
  const { by, code } = await stay(5);
  const review = known((await saysOf(by, code, 'check-in', 5)).data).review;
  expect((await saysOf(by, code, 'check-in', 3, { text: 'The lift was broken.', aspect_staff: '2' })).data.review).toBe(review);
  expect(await ownOf(by)).toMatchObject([{ review, code, kind: 'check-in', state: 'waiting', score: 3, text: 'The lift was broken.' }]);
  expect((await figuresAgree()).count).toBe(count);
  expect((await decide(review, 'publish')).error_code).toBe(0);
  expect((await figuresAgree()).count).toBe(count + 1);
  const [shown] = (await comments()).items;
  expect(shown).toMatchObject({ source: 'verified-stay', score: 3, is_sample: false });
  expect(JSON.stringify(shown)).toContain('The lift was broken.');
  expect((await saysOf(by, code, 'check-in', 1)).error_code).toBe(422);
  expect((await decide(review, 'publish')).error_code).toBe(422);
  expect(desk.office.letters.findLast(({ name }) => name === 'review-news')?.input).toMatchObject({ news: 'published', code });
});

test('[R3.69] one stay has one voice: what living there was like takes the place of how moving in went, and gives it back', async () => {
  const { count } = await figuresAgree();
  const { by, code } = await stay(90);
  const moved = known((await saysOf(by, code, 'check-in', 1)).data).review;
  const dwelt = known((await saysOf(by, code, 'stay', 5)).data).review;
  await decide(moved, 'publish');
  expect((await figuresAgree()).count).toBe(count + 1);
  await decide(dwelt, 'publish');
  expect((await figuresAgree()).count).toBe(count + 1);
  expect((await comments()).items.filter(({ score }) => score === 5)).not.toEqual([]);
  expect((await by.call(withdrawReviewContract, { review: dwelt })).error_code).toBe(0);
  const after = await figuresAgree();
  expect([after.count, after.removed['author']]).toEqual([count + 1, 1]);
});

test('[R1.32] removals need a reason, are counted by it, and can be undone by nobody; the provider’s reply stands below', async () => {
  const { count } = await figuresAgree();
  const { by, code } = await stay(70);
  const review = known((await saysOf(by, code, 'stay', 2, { text: '<script>alert(1)</script>\n"quoted"' })).data).review;
  await decide(review, 'publish');
  expect((await decide(review, 'reply')).error_code).toBe(422);
  expect((await decide(review, 'reply', { reply: 'We have mended it.', language: 'en' })).error_code).toBe(0);
  const item = await vi.waitFor(async () => known((await comments()).items.find((one) => JSON.stringify(one).includes('We have mended it.'))), soon);
  expect(item.score).toBe(2);
  expect((await decide(review, 'remove')).error_code).toBe(422);
  expect((await decide(review, 'remove', { reason: 'personal' })).error_code).toBe(0);
  const after = await figuresAgree();
  expect([after.count, after.removed['personal']]).toEqual([count, 1]);
  expect((await decide(review, 'publish')).error_code).toBe(422);
  expect((await saysOf(by, code, 'stay', 2)).error_code).toBe(422);
  expect((await by.call(withdrawReviewContract, { review })).error_code).toBe(422);
  expect(await ownOf(by)).toMatchObject([{ state: 'removed', reason: 'personal' }]);
  const other = await desk.somebody();
  expect((await other.call(withdrawReviewContract, { review })).error_code).toBe(404);
});

test('[R2.088] photographs are shown from when the review is, in files of their own, and go with it', async () => {
  const { by, code } = await stay(80);
  const file = (await by.call(uploadContract, { purpose: 'review' })).data.id;
  const review = known((await saysOf(by, code, 'stay', 4, { photo_1: file })).data).review;
  expect((await saysOf(by, code, 'stay', 4, { photo_1: '00000000-0000-4000-8000-000000000000' })).error_code).toBe(422);
  await decide(review, 'publish');
  const shown = async () => known(await desk.office.on.services.house.service.record(houseId)).reviews.newest.flatMap((one) => one.pictures);
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1), soon);
  const pictures = await shown();
  const files = async () => (await Array.fromAsync(desk.office.on.services.storage.list(known(pictures[0]).slice(1)))).length;
  expect(await files()).toBeGreaterThan(1);
  await by.call(withdrawReviewContract, { review });
  expect(await files()).toBe(0);
  await vi.waitFor(async () => expect(await shown()).toEqual([]), soon);
});

test('[R2.164] what is said of our service is read by staff, and counts nowhere', async () => {
  const { count } = await figuresAgree();
  const { by, code } = await stay(9);
  expect((await by.call(evaluateServiceContract, { code, score: '2', text: 'Slow to answer.' })).error_code).toBe(0);
  const [one] = await reviews().list(['waiting'], ['service'], undefined, 10);
  expect(one).toMatchObject({ text: 'Slow to answer.', score: 2 });
  expect((await decide(known(one).code, 'publish')).error_code).toBe(422);
  expect((await decide(known(one).code, 'note')).error_code).toBe(0);
  expect((await figuresAgree()).count).toBe(count);
});

test('people are invited once, some days after moving in and after the end, and never where they ended such mails', async () => {
  await reviews().inviteDue(desk.office.clock.now);
  const before = desk.office.letters.length;
  const invited = () => desk.office.letters.slice(before).filter(({ name }) => name === 'review-invitation');
  const fresh = await stay(6);
  await reviews().inviteDue(desk.office.clock.now);
  expect(invited()).toEqual([]);
  const week = await stay(8);
  const over = await stay(300, addDays(today(), -4));
  const old = await stay(40);
  await sql`update orders set locale = 'zh-cn', home = home || '{"nameZh": "磨坊公寓"}'::jsonb where code = ${week.code}`.execute(db());
  for (let times = 0; times < 2; times++) await reviews().inviteDue(desk.office.clock.now);
  expect(invited().map(({ input }) => [input['code'], input['kind']])).toEqual([
    [week.code, 'check-in'],
    [over.code, 'stay'],
  ]);
  expect(known(invited()[0]).input['home'], 'as its reader calls it').toBe('磨坊公寓');
  expect([fresh.code, old.code].some((code) => invited().some(({ input }) => input['code'] === code))).toBe(false);
  const token = String(known(invited()[0]).input['token']);
  expect((await desk.office.browser().call(endNoticesContract, { token })).error_code).toBe(0);
  const again = await desk.drafted(week.by);
  await lived(db(), again, 'checked_in', { from: addDays(today(), -8) });
  await reviews().inviteDue(desk.office.clock.now);
  expect(invited()).toHaveLength(2);
});

test('of an account that is gone the words stay without an author where they are shown, and go where they are not', async () => {
  const kept = await stay(65);
  const dropped = await stay(65);
  const review = known((await saysOf(kept.by, kept.code, 'stay', 4)).data).review;
  await decide(review, 'publish');
  await saysOf(dropped.by, dropped.code, 'stay', 4, { text: 'Nobody is to read this.' });
  const { count } = await figuresAgree();
  await db().updateTable('stay_reviews').set({ user_id: null }).where('state', 'in', ['published', 'waiting']).execute();
  await reviews().tidy(desk.office.clock.now);
  expect((await figuresAgree()).count).toBe(count);
  const rows = await db().selectFrom('stay_reviews').select('body').where('body', 'like', 'Nobody%').execute();
  expect(rows).toEqual([]);
});

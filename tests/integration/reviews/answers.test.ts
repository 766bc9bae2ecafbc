/** What providers say to reviews by a link of their own, by calls as browsers make them over a real database. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { commentsContract } from '#lib/features/house/house-detail.contract.ts';
import * as evidence from '#lib/features/evidence/evidence.contract.ts';
import { signingVersion } from '#lib/features/evidence/evidence.schema.ts';
import { answerReviewContract, staffReviewContract, withdrawReviewContract } from '#lib/features/reviews/reviews.contract.ts';
import { mostSupplierLinks, supplierLinkDays } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { lived, saysOf } from '#tests/support/reviews.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const now = (): Date => desk.office.clock.now;
const today = (): string => now().toISOString().slice(0, 10);
const reviews = () => known(desk.office.on.services.people).reviews;
const soon = { timeout: 20_000, interval: 25 } as const;

const reachable = (): Promise<void> => reachProviders(db(), 'zh-cn');
const letters = (name: string) => desk.office.letters.filter((letter) => letter.name === name);
const lastKey = (): string => String(known(letters('supplier-link').at(-1)).input['key']);
const decide = (review: string, act: string, more: Readonly<Record<string, string>> = {}) => desk.staff.call(staffReviewContract, { review, act, ...more });
const answer = (by: Browser, key: string, text: string, language = 'en') => by.call(answerReviewContract, { key, text, language });
const seenOf = async (review: string): Promise<string> => known(known(await reviews().find(review)).answer).writtenAt.toISOString();
const shownReply = async (text: string) => {
  const { items } = (await desk.office.browser().call(commentsContract, { house_id: String(desk.lease.house_id) })).data;
  return items.find(({ reply }) => reply?.text === text)?.reply;
};
/** Pages follow within a second, on other nodes by a message of the database. */
const shows = (text: string) => vi.waitFor(async () => known(await shownReply(text)), soon);

type Written = { readonly by: Browser; readonly code: string; readonly review: string };
async function written(text = 'Thin walls.'): Promise<Written> {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  await lived(db(), code, 'checked_in', { from: addDays(today(), -70) });
  return { by, code, review: known((await saysOf(by, code, 'stay', 2, { text })).data).review };
}
async function published(): Promise<Written & { readonly key: string; readonly provider: Browser }> {
  await reachable();
  const one = await written();
  expect((await decide(one.review, 'publish')).error_code).toBe(0);
  return { ...one, key: lastKey(), provider: desk.office.browser() };
}

test('the provider of a home is sent a link when a review of it is shown, in their language and naming nobody; without an address it is shown all the same', async () => {
  await db().deleteFrom('supplier_contacts').execute();
  const quiet = await written();
  const before = letters('supplier-link').length;
  expect((await decide(quiet.review, 'publish')).error_code).toBe(0);
  expect(letters('supplier-link')).toHaveLength(before);
  expect((await decide(quiet.review, 'ask')).data).toMatchObject({ fields: [{ name: 'act', message: 'evidence.link_no_address' }] });
  const { key, code } = await published();
  const letter = known(letters('supplier-link').at(-1));
  expect(letter).toMatchObject({ locale: 'zh-cn', input: { purpose: 'review', code } });
  expect(JSON.stringify(letter.input)).not.toMatch(/Thin walls|applicant|\bLan\b/);
  const row = await db().selectFrom('supplier_links').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect([row.made_by, JSON.stringify(row).includes(key)]).toEqual(['review', false]);
});

test('[R1.32] an answer waits for staff, is shown beneath its review with its date, and its author is told', async () => {
  const { provider, key, review, code } = await published();
  const text = 'We have mended the <b>lift</b>.\n"Sorry"';
  expect((await answer(provider, key, text)).data).toEqual({ state: 'waiting' });
  expect(await reviews().withAnswers(undefined, 10)).toMatchObject([{ code: review, answer: { state: 'waiting', text } }]);
  expect(await shownReply(text)).toBeUndefined();
  expect(known(await reviews().find(review)).reply).toBeUndefined();
  // One that staff have not read is not decided on.
  expect((await decide(review, 'show-answer', { seen: new Date(0).toISOString() })).data).toMatchObject({
    fields: [{ name: 'act', message: 'staff.not_now' }],
  });
  expect((await decide(review, 'show-answer', { seen: await seenOf(review) })).error_code).toBe(0);
  expect(await shows(text)).toEqual({ text, lang: 'en', written_on: today() });
  expect(known(letters('review-news').at(-1)).input).toMatchObject({ news: 'answered', code });
  expect(known(letters('review-answer-news').at(-1))).toMatchObject({ locale: 'zh-cn', input: { state: 'shown' } });
  expect(await reviews().withAnswers(undefined, 10)).toEqual([]);
});

test('an answer is changed once; what is shown stays until the new one was read, and then no more is taken', async () => {
  const { provider, key, review } = await published();
  const [first, second] = ['First words of the answer.', 'Second words of the answer.'];
  await answer(provider, key, first);
  await decide(review, 'show-answer', { seen: await seenOf(review) });
  const seen = await seenOf(review);
  // Pressed twice it is the same, and no change.
  expect((await answer(provider, key, first)).error_code).toBe(0);
  expect((await answer(provider, key, second)).error_code).toBe(0);
  expect(known(await reviews().find(review))).toMatchObject({ reply: { text: first }, answer: { state: 'waiting', text: second, changes: 1 } });
  expect((await answer(provider, key, 'Third.')).data).toMatchObject({ fields: [{ name: 'text', message: 'reviews.answer_shut' }] });
  desk.office.clock.now = new Date(now().getTime() + 1_000);
  expect((await decide(review, 'refuse-answer', { seen: await seenOf(review) })).data).toMatchObject({ fields: [{ name: 'reason' }] });
  expect((await decide(review, 'refuse-answer', { seen: await seenOf(review), reason: 'not-a-stay' })).status).toBe(422);
  expect((await decide(review, 'refuse-answer', { seen: await seenOf(review), reason: 'personal' })).error_code).toBe(0);
  expect(known(await reviews().find(review))).toMatchObject({ state: 'published', reply: { text: first }, answer: { state: 'refused', reason: 'personal' } });
  expect(known(letters('review-answer-news').at(-1)).input).toMatchObject({ state: 'refused', reason: 'personal' });
  expect((await decide(review, 'show-answer', { seen })).error_code).toBe(422);
});

test('two members of staff, or a change meanwhile: one decision, of what was read', async () => {
  const { provider, key, review } = await published();
  await answer(provider, key, 'Words that were read.');
  const seen = await seenOf(review);
  desk.office.clock.now = new Date(now().getTime() + 1_000);
  await answer(provider, key, 'Other words.');
  expect((await decide(review, 'show-answer', { seen })).error_code).toBe(422);
  const fresh = await seenOf(review);
  const both = await Promise.all([decide(review, 'show-answer', { seen: fresh }), decide(review, 'refuse-answer', { seen: fresh, reason: 'abuse' })]);
  expect(both.map(({ error_code }) => error_code).toSorted((a, b) => a - b)[0]).toBe(0);
  expect(both.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
});

test('a link answers one review as long as it is shown: not run out, replaced, forged, of another kind, nor of one that is gone', async () => {
  const { provider, key, review, by, code } = await published();
  const opens = async (one: string, at = now()) => (await reviews().openAnswer(one, at)) !== undefined;
  expect(await opens(key)).toBe(true);
  for (const bad of ['', 'x', key.slice(1), 'a'.repeat(32), "' or 1=1 --"]) expect(await opens(bad), bad).toBe(false);
  expect((await answer(provider, 'a'.repeat(32), 'Words.')).error_code).toBe(404);
  expect(await opens(key, new Date(now().getTime() + (supplierLinkDays.review + 1) * 86_400_000))).toBe(false);
  // A link to the condition of the same home opens no review, nor the other way round.
  await by.call(evidence.evidenceLinkContract, { code, act: 'send' });
  const condition = lastKey();
  expect([await opens(condition), (await answer(provider, condition, 'Words.')).error_code]).toEqual([false, 404]);
  expect((await provider.call(evidence.supplierSignContract, { key, hash: 'a'.repeat(64), name: 'Jo', consent_seen: signingVersion })).error_code).toBe(404);
  // Another link of the review ends the former, and no other.
  const other = await published();
  expect((await decide(review, 'ask')).error_code).toBe(0);
  expect([await opens(key), await opens(lastKey()), await opens(other.key)]).toEqual([false, true, true]);
  const last = lastKey();
  expect((await by.call(withdrawReviewContract, { review })).error_code).toBe(0);
  expect([await opens(last), (await answer(provider, last, 'Words.')).error_code]).toEqual([false, 404]);
  expect((await decide(review, 'ask')).error_code).toBe(422);
  for (let made = 1; made < mostSupplierLinks; made += 1) expect((await decide(other.review, 'ask')).error_code).toBe(0);
  expect((await decide(other.review, 'ask')).data).toMatchObject({ fields: [{ message: 'evidence.link_too_many' }] });
});

test('an answer has bounds, and goes with the words of a review that nobody wrote and nobody sees', async () => {
  const { provider, key, review } = await published();
  for (const bad of ['', 'x'.repeat(2_001)]) expect((await answer(provider, key, bad)).status).toBe(422);
  expect((await answer(provider, key, 'Words.', 'xx')).status).toBe(422);
  expect((await answer(provider, key, '長'.repeat(2_000), 'zh-TW')).error_code).toBe(0);
  await decide(review, 'show-answer', { seen: await seenOf(review) });
  await decide(review, 'remove', { reason: 'law' });
  const { id } = await db().selectFrom('stay_reviews').select('id').where('code', '=', review).executeTakeFirstOrThrow();
  await db().updateTable('stay_reviews').set({ user_id: null }).where('id', '=', id).execute();
  await reviews().tidy(now());
  expect(await db().selectFrom('review_answers').select('review_id').where('review_id', '=', id).execute()).toEqual([]);
  expect(await db().selectFrom('stay_reviews').select(['body', 'reply']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({ body: '', reply: null });
});

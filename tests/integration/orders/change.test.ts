/** Another room, other days or another way to pay for an application that was not sent: what it shows before, does, and leaves alone. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { makeCouponContract } from '#lib/features/coupons/coupons.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import * as groups from '#lib/features/groups/groups.contract.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { bedContract, bedsContract } from '#lib/features/stock/stock.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId } from '#lib/ids/ids.ts';
import { couponGiven } from '#tests/factories/coupons.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, applicationDetails, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { seePages } from '#tests/support/pages-server.ts';
import type { SeenPages } from '#tests/support/pages-server.ts';
import { userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let desk: OrdersDesk;
let server: SeenPages;
beforeAll(async () => {
  desk = await openOrdersDesk();
  server = await seePages(desk.office);
});
afterAll(async () => {
  await server.close();
  await desk.office.close();
});
afterEach(async () => {
  desk.office.clock.now = testNow;
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  await people().groups.runClock(new Date(testNow.getTime() + 60 * day));
  await db().updateTable('holds').set({ ended_at: testNow, ended_as: 'released' }).where('ended_at', 'is', null).execute();
  await db().updateTable('bed_claims').set({ released_at: testNow }).where('released_at', 'is', null).execute();
});

const people = () => known(desk.office.on.services.people);
const db = () => desk.office.on.base.db;
const wrong = ({ data }: { readonly data: unknown }): string => /(?:groups|orders|forms)\.\w+/.exec(JSON.stringify(data))?.[0] ?? '';
const told = async (by: Browser) => (await by.call(newsContract, {})).data.items.map(({ title }) => title);
const rowOf = (code: string) =>
  db()
    .selectFrom('orders')
    .select(['id', 'tenancy_id', 'unit_id', 'period_from', 'period_to', 'plan', 'sealed'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
const unitOf = async (id: number) =>
  String((await db().selectFrom('tenancies').select('unit_id').where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow()).unit_id);
const noteOf = async (code: string) => {
  const { id } = await rowOf(code);
  return (await db().selectFrom('order_events').select(['event', 'note']).where('order_id', '=', id).where('event', '=', 'change').execute()).map(
    ({ note }) => note,
  );
};
/** Beds that are kept of a lease just now. */
const claimsOf = async (lease: number) =>
  (await db().selectFrom('bed_claims').select('id').where('tenancy_id', '=', lease).where('released_at', 'is', null).execute()).length;
const holdsOf = async (by: Browser) => (await by.call(bedsContract)).data.holds.map(({ tenancy_id }) => Number(tenancy_id));
const hold = (by: Browser, lease = desk.lease.id) => by.call(bedContract, { tenancy_id: String(lease), act: 'hold' });

/** What the page shows. */
async function shown(by: Browser, code: string, asked: Readonly<Record<string, string>> = {}) {
  const { view } = await server.see(by, `/en/order/change/${code}?${new URLSearchParams(asked)}`);
  const page = known(await people().loaders.orders.change(view));
  if (page.kind !== 'change') throw new Error(page.path);
  return page;
}
/** What it would take, as its button sends it. */
async function offered(by: Browser, code: string, asked: Readonly<Record<string, string>>) {
  const { asked: answer } = await shown(by, code, asked);
  if (answer?.kind !== 'change') throw new Error(JSON.stringify(answer));
  return answer;
}
const take = (by: Browser, values: Readonly<Record<string, string>>) => by.call(contracts.chooseUnitContract, values);
const shorter = { move_in: '', move_out: '' };
const weeks = (count: number) => ({ ...shorter, move_in: desk.lease.move_in, move_out: addDays(desk.lease.move_in, 7 * count) });

describe('[R7.099] an application that was not sent', () => {
  test('shows what it is for, the other leases of the home with their prices, and takes one with all that was said', async () => {
    const by = await desk.somebody();
    const { id } = await desk.anotherRoom(2);
    const code = await desk.drafted(by);
    const before = await rowOf(code);
    const page = await shown(by, code);
    expect([page.order.code, page.asked?.kind, page.none, page.inGroup]).toEqual([code, 'ask', undefined, false]);
    const choice = known(page.choices.find(({ href }) => href.includes(`lease=${id}&`)));
    expect([choice.unit.name, choice.free, choice.price !== undefined]).toEqual(['Classic Studio', 2, true]);
    const asked = Object.fromEntries(new URL(choice.href, 'https://example.org').searchParams);
    expect(asked).toEqual({ lease: String(id), move_in: addDays(desk.lease.move_in, 3), move_out: desk.lease.move_out, plan: 'in-full' });
    const offer = await offered(by, code, asked);
    // Three days less: it costs less than it did.
    expect([offer.difference?.way, offer.bed, offer.leaves, offer.other]).toEqual(['less', 'none', false, undefined]);
    expect(await rowOf(code), 'only looked at').toEqual(before);
    expect((await take(by, offer.taken)).data).toEqual({ code, bed: 'none', left_group: false });
    expect(await rowOf(code)).toMatchObject({ tenancy_id: id, unit_id: Number(await unitOf(id)), period_from: asked['move_in'], sealed: before.sealed });
    expect(await noteOf(code)).toEqual([
      expect.stringMatching(new RegExp(` · ${desk.lease.move_in} – ${desk.lease.move_out} · [\\d.]+ GBP → Classic Studio · ${asked['move_in']} – .* GBP$`)),
    ]);
    // Once more it is no change.
    expect((await take(by, { ...offer.taken, before: '' })).status).toBe(200);
    expect(await noteOf(code)).toHaveLength(1);
    expect((await shown(by, code, asked)).asked?.kind).toBe('same');
    expect((await desk.submit(by, code)).data.state).toBe('submitted');
    expect(await claimsOf(id)).toBe(1);
  });

  test('takes other days and another way to pay; what that asks besides is asked, and what was said is there', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const before = await rowOf(code);
    const offer = await offered(by, code, { lease: String(desk.lease.id), ...weeks(20), plan: 'instalments' });
    expect([offer.isOwn, offer.plan, offer.quote.dues.length > 1]).toEqual([true, 'instalments', true]);
    expect((await take(by, offer.taken)).status).toBe(200);
    const after = await rowOf(code);
    expect([after.period_to, after.plan]).toEqual([weeks(20).move_out, 'instalments']);
    const page = await shown(by, code);
    expect(page.goOn).toContain(`/apply/form/${code}`);
    expect(after.sealed).toBe(before.sealed);
    const review = known(await people().loaders.orders.review((await server.see(by, `/en/apply/review-info/${code}`)).view));
    for (const said of [applicant.full_name, applicationDetails.school]) expect(JSON.stringify(review.kind === 'review' && review.parts)).toContain(said);
  });

  test('is told what cannot be had, and stays as it is: days outside, a full lease, one of another home, a plan that is none', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const before = await rowOf(code);
    const own = { lease: String(desk.lease.id), plan: 'in-full' };
    const reasonOf = async (asked: Readonly<Record<string, string>>) => {
      const { asked: answer } = await shown(by, code, asked);
      return answer?.kind === 'refused' ? answer.reason : answer?.kind;
    };
    expect(await reasonOf({ ...own, move_in: desk.lease.move_in, move_out: '2040-01-01' })).toBe('outside');
    expect(await reasonOf({ ...own, move_in: desk.lease.move_out, move_out: desk.lease.move_in })).toBe('outside');
    expect(await reasonOf({ ...own, move_in: 'tomorrow', move_out: 'never' })).toBe('same');
    expect(await reasonOf({ lease: '99999999' })).toBeUndefined();
    const { id } = await desk.anotherRoom(0);
    expect(await reasonOf({ lease: String(id) })).toBe('sold-out');
    const full = known((await shown(by, code)).choices.find(({ href }) => href.endsWith(`/waiting-list/${id}`)));
    expect([full.free, full.price]).toEqual([0, undefined]);
    const wanted = { code, unit_id: await unitOf(id), tenancy_id: String(id), ...weeks(4), plan: 'in-full' };
    expect((await take(by, { ...wanted, move_in: addDays(desk.lease.move_in, 3) })).error_code).toBe(10_202);
    expect((await take(by, { ...wanted, plan: 'by-barter' })).status).toBe(422);
    expect(await rowOf(code)).toEqual(before);
  });

  test('[quality 10] answers days that no calendar has, and the longest and oddest of everything else; nothing is changed', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const before = await rowOf(code);
    const asked = { lease: String(desk.lease.id), ...weeks(20), plan: 'in-full' };
    const values = (await offered(by, code, asked)).taken;
    // A day within the lease by its letters, which comes to no day.
    const within = `${desk.lease.move_in.slice(0, 4)}-11-31`;
    const odd = [within, `${desk.lease.move_in.slice(0, 4)}-99-99`, '0000-00-00', '9999-12-31', '-1', '‮', '%00', `2027-10-01${'0'.repeat(5_000)}`, '__proto__'];
    for (const text of odd) {
      for (const name of ['move_in', 'move_out', 'lease', 'plan'])
        expect((await shown(by, code, { ...asked, [name]: text })).kind, `${name} ${text}`).toBe('change');
      for (const name of ['move_in', 'move_out', 'unit_id', 'tenancy_id', 'plan'])
        expect((await take(by, { ...values, [name]: text })).status, `${name} ${text}`).toBe(422);
    }
    expect(await rowOf(code)).toEqual(before);
  });

  test('is nobody else’s to look at or to change, nor changed once it was sent', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.drafted(by);
    const { taken } = await offered(by, code, { lease: String(desk.lease.id), ...weeks(20), plan: 'in-full' });
    const { view } = await server.see(other, `/en/order/change/${code}`);
    expect(await people().loaders.orders.change(view)).toBeUndefined();
    expect((await take(other, taken)).status).toBe(404);
    await desk.submit(by, code);
    const sent = await server.see(by, `/en/order/change/${code}`);
    expect(await people().loaders.orders.change(sent.view)).toMatchObject({ kind: 'moved', path: expect.stringContaining(code) });
    expect((await take(by, taken)).status).toBe(409);
    // Given back by staff it can be changed again.
    await desk.byStaff(code, 'return', { note: 'The days are wrong.' });
    expect((await take(by, taken)).status).toBe(200);
    expect((await rowOf(code)).period_to).toBe(taken.move_out);
  });

  test('is not changed for another price than was shown, nor over what another window has changed meanwhile', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const asked = { lease: String(desk.lease.id), ...weeks(20), plan: 'in-full' };
    const [first, second] = [await offered(by, code, asked), await offered(by, code, { ...asked, ...weeks(30) })];
    expect(wrong(await take(by, { ...first.taken, price: '1 1 GBP' }))).toBe('orders.price_changed_now');
    expect((await take(by, first.taken)).status).toBe(200);
    expect(wrong(await take(by, second.taken))).toBe('orders.choice_changed');
    expect((await rowOf(code)).period_to).toBe(first.taken.move_out);
    // Looked at again, it is taken.
    expect((await take(by, (await offered(by, code, { ...asked, ...weeks(30) })).taken)).status).toBe(200);
    // Two at once: one is taken, the other is told, and both are in no order that is half of each.
    const pair = await Promise.all([20, 25].map(async (count) => offered(by, code, { ...asked, ...weeks(count) })));
    const answers = await Promise.all(pair.map(({ taken }) => take(by, taken)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const winner = known(pair[answers.findIndex(({ status }) => status === 200)]);
    expect(await rowOf(code)).toMatchObject({ period_to: winner.taken.move_out });
  });

  test('is not made the same as another application of theirs, which is named', async () => {
    const by = await desk.somebody();
    const [code, other] = [await desk.drafted(by), await desk.drafted(by, weeks(20))];
    const offer = await offered(by, code, { lease: String(desk.lease.id), ...weeks(20), plan: 'in-full' });
    expect(offer.other).toContain(other);
    expect(wrong(await take(by, offer.taken))).toBe('orders.other_draft');
    // At the same moment as one that begins.
    const next = { lease: String(desk.lease.id), ...weeks(10), plan: 'in-full' };
    const { taken } = await offered(by, code, next);
    const [changed, begun] = await Promise.all([take(by, taken), by.call(contracts.beginOrderContract, desk.book(weeks(10)))]);
    expect([changed.status === 200 ? code : begun.data.code, begun.status]).toEqual([begun.data.code, 200]);
    const rows = await db()
      .selectFrom('orders')
      .select('code')
      .where('user_id', '=', await userOf(by))
      .where('period_to', '=', weeks(10).move_out)
      .execute();
    expect(rows).toEqual([{ code: begun.data.code }]);
  });

  test('[R7.161] has its coupon reckoned anew: what does not hold for the other price is told before, and stays chosen', async () => {
    const finance = await openStaffDesk(desk.office).member('finance');
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const { total } = (await by.call(contracts.orderFeesContract, { code })).data;
    const { data } = await finance.call(makeCouponContract, {
      ...couponGiven,
      least: String(Math.floor(Number(total.amount) / 2)),
    });
    const own = await desk.somebody();
    const withIt = await desk.drafted(own, { coupon: data.coupon });
    const asked = { lease: String(desk.lease.id), plan: 'in-full' };
    const long = await offered(own, withIt, { ...asked, move_in: addDays(desk.lease.move_in, 1), move_out: desk.lease.move_out });
    expect([long.why, long.quote.lines.some(({ kind }) => kind === 'coupon')]).toEqual([undefined, true]);
    const short = await offered(own, withIt, { ...asked, ...weeks(4) });
    expect([short.why !== undefined, short.quote.lines.some(({ kind }) => kind === 'coupon')]).toEqual([true, false]);
    expect((await take(own, short.taken)).status).toBe(200);
    expect((await shown(own, withIt)).coupon).toBe(data.coupon);
    const back = await offered(own, withIt, { ...asked, move_in: desk.lease.move_in, move_out: desk.lease.move_out });
    expect(back.quote.lines.some(({ kind }) => kind === 'coupon')).toBe(true);
  });
});

describe('[R7.099] a bed that is kept while somebody chooses anew', () => {
  test('moves to the other lease for the time that is left, is not lengthened twice, and is the one that is sent', async () => {
    const by = await desk.somebody();
    const { id } = await desk.anotherRoom(1);
    const code = await desk.drafted(by);
    await hold(by);
    await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'longer' });
    const before = known((await by.call(bedsContract)).data.holds[0]);
    desk.office.clock.now = new Date(testNow.getTime() + 5 * minute);
    const offer = await offered(by, code, { lease: String(id) });
    expect(offer.bed).toBe('moved');
    expect((await take(by, offer.taken)).data.bed).toBe('moved');
    const [after] = (await by.call(bedsContract)).data.holds;
    expect([await holdsOf(by), after?.until, after?.extended]).toEqual([[id], before.until, true]);
    expect([await claimsOf(desk.lease.id), await claimsOf(id)]).toEqual([0, 1]);
    await desk.announced();
    expect((await desk.submit(by, code)).data.state).toBe('submitted');
    expect([await holdsOf(by), await claimsOf(id)]).toEqual([[], 1]);
  });

  test('stays with other days of its lease, and where the other lease has none left it is not let go', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const { id } = await desk.anotherRoom(1);
    const code = await desk.drafted(by);
    await hold(by);
    const days = await offered(by, code, { lease: String(desk.lease.id), ...weeks(20), plan: 'in-full' });
    expect([days.bed, (await take(by, days.taken)).data.bed, await holdsOf(by)]).toEqual(['none', 'none', [desk.lease.id]]);
    const { taken } = await offered(by, code, { lease: String(id), move_in: addDays(desk.lease.move_in, 3), move_out: weeks(20).move_out });
    // The last one goes while they look; what pages count follows later.
    await hold(other, id);
    await db().updateTable('tenancies').set({ stock: 1 }).where('id', '=', asId<TenancyId>(id)).execute();
    const before = await rowOf(code);
    expect((await take(by, taken)).error_code).toBe(10_202);
    expect([await holdsOf(by), await claimsOf(desk.lease.id), await rowOf(code)]).toEqual([[desk.lease.id], 1, before]);
  });

  test('is the last of its room, and moves to another lease of that', async () => {
    const by = await desk.somebody();
    const { id } = await desk.anotherRoom(1);
    const { id: _, ...terms } = await db().selectFrom('tenancies').selectAll().where('id', '=', asId<TenancyId>(id)).executeTakeFirstOrThrow();
    const short = await db()
      .insertInto('tenancies')
      .values({ ...terms, ref: `${terms.ref}-short`, move_out: addDays(terms.move_in, 70) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await desk.announced();
    const { code } = (
      await by.call(
        contracts.beginOrderContract,
        desk.book({ unit_id: await unitOf(id), tenancy_id: String(id), move_in: terms.move_in, move_out: terms.move_out }),
      )
    ).data;
    await hold(by, id);
    await db()
      .updateTable('tenancies')
      .set({ stock: 0 })
      .where('id', 'in', [asId<TenancyId>(id), asId<TenancyId>(short.id)])
      .execute();
    await desk.announced();
    const offer = await offered(by, code, { lease: String(short.id), move_in: terms.move_in, move_out: addDays(terms.move_in, 70) });
    expect(offer.bed).toBe('moved');
    expect((await take(by, offer.taken)).data.bed).toBe('moved');
    expect([await holdsOf(by), await claimsOf(id), await claimsOf(short.id)]).toEqual([[short.id], 0, 1]);
  });

  test('is let go where one of the other lease is kept already, and where it was offered from the line', async () => {
    const by = await desk.somebody();
    const { id } = await desk.anotherRoom(2);
    const code = await desk.drafted(by);
    await hold(by);
    await hold(by, id);
    const offer = await offered(by, code, { lease: String(id) });
    expect([offer.bed, (await take(by, offer.taken)).data.bed, await holdsOf(by)]).toEqual(['let-go', 'let-go', [id]]);
    await db()
      .updateTable('holds')
      .set({ kind: 'waiting', slot: null })
      .where('user_id', '=', await userOf(by))
      .where('ended_at', 'is', null)
      .execute();
    const back = await offered(by, code, { lease: String(desk.lease.id) });
    expect([back.bed, (await take(by, back.taken)).data.bed, await holdsOf(by)]).toEqual(['let-go', 'let-go', []]);
    expect([await claimsOf(id), await claimsOf(desk.lease.id)]).toEqual([0, 0]);
  });
});

describe('[R7.099] [R3.55] somebody in a group', () => {
  const make = (by: Browser, others: readonly number[]) =>
    by.call(groups.makeGroupContract, { ...desk.book(), ...Object.fromEntries(others.map((id, at) => [`place_${at + 2}`, String(id)])), called: 'Mai' });
  const groupIn = async (by: Browser) => known((await by.call(groups.groupsContract, {})).data.items[0]);
  async function joined(group: string, by: Browser, place: number) {
    const row = await db().selectFrom('order_groups').select(['code', 'link']).where('code', '=', group).executeTakeFirstOrThrow();
    return (await by.call(groups.joinGroupContract, { token: people().groups.tokenOf(row), called: 'Lan', plan: 'in-full', place: String(place) })).data.code;
  }

  test('pays in another way, and takes a place that the group keeps, without leaving it', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const { id } = await desk.anotherRoom(2);
    const made = (await make(mai, [desk.lease.id, id])).data;
    const code = await joined(made.group, lan, desk.lease.id);
    expect((await shown(lan, code)).inGroup).toBe(true);
    const plan = await offered(lan, code, { lease: String(desk.lease.id), plan: 'instalments' });
    expect([plan.leaves, (await take(lan, plan.taken)).data.left_group, (await rowOf(code)).plan]).toEqual([false, false, 'instalments']);
    const place = await offered(lan, code, { lease: String(id) });
    expect([place.leaves, (await take(lan, place.taken)).data.left_group]).toEqual([false, false]);
    expect((await groupIn(lan)).members.map(({ has_left }) => has_left)).toEqual([false, false]);
    // The last bed of the room is the group's: whoever is in it sends for that.
    await db().updateTable('tenancies').set({ stock: 0 }).where('id', '=', asId<TenancyId>(id)).execute();
    await desk.announced();
    await take(lan, (await offered(lan, code, { lease: String(id), plan: 'in-full' })).taken);
    await lan.call(contracts.savePersonContract, { code, ...applicant });
    await lan.call(contracts.saveDetailsContract, { code, ...applicationDetails });
    expect((await desk.submit(lan, code)).data.state).toBe('submitted');
    expect(await claimsOf(id)).toBe(1);
  });

  test('is told when the choice leaves the group, leaves it only knowing so, and the others hear of it', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, [desk.lease.id])).data;
    const code = await joined(made.group, lan, desk.lease.id);
    const offer = await offered(lan, code, { lease: String(desk.lease.id), ...weeks(30), plan: 'in-full' });
    expect([offer.leaves, offer.taken.leaves]).toEqual([true, 'yes']);
    expect(wrong(await take(lan, { ...offer.taken, leaves: '' }))).toBe('orders.leaves_group');
    expect((await groupIn(lan)).members.map(({ has_left }) => has_left)).toEqual([false, false]);
    expect((await take(lan, offer.taken)).data.left_group).toBe(true);
    expect((await groupIn(mai)).members.map(({ has_left }) => has_left)).toEqual([false, true]);
    expect((await told(mai))[0]).toContain('Lan has left');
    expect([(await shown(lan, code)).inGroup, await claimsOf(desk.lease.id)]).toEqual([false, 2]);
  });
});

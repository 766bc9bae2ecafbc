/** The ways into a booking and on from it: the page of booking, the bed kept there, lists of orders, and paying before signing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { payContract, payMethodsContract } from '#lib/features/payments/payments.contract.ts';
import { wishesContract } from '#lib/features/wishes/wishes.contract.ts';
import { bedContract, bedsContract } from '#lib/features/stock/stock.contract.ts';
import { bedPage } from '#lib/features/stock/stock.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { seePages } from '#tests/support/pages-server.ts';
import type { SeenPage, SeenPages } from '#tests/support/pages-server.ts';
import { beginToPay, paymentsOf, tellDispute, tellPaid } from '#tests/support/paying.ts';

const hour = 3_600_000;
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
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * 24 * hour));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const loader = () => people().loaders.orders;

const open = (by: Browser, path: string): Promise<SeenPage> => server.see(by, `/en${path}`);
/** What a page tells of the bed that is kept for somebody. */
async function held(by: Browser, path: string) {
  const { view } = await open(by, path);
  return people().loaders.stock.held(view, desk.lease.id as never, view.visitor);
}
const nextDay = (text: string) => new Date(Date.parse(text) + 24 * hour).toISOString().slice(0, 10);
const link = (more = '') => `/houses/book-rent?houseId=${desk.lease.house_id}&unitId=${desk.lease.unit_id}${more}`;

describe('the page of booking', () => {
  test('[R3.55] has the lease that the link names, or those to choose from; what the link cannot have is told', async () => {
    const by = await desk.somebody();
    const opened = await loader().book((await open(by, link(`&tenancyId=${desk.lease.id}&schoolId=999999&cityId=999999&isGroup=1`))).view);
    if (opened.kind !== 'book') throw new Error(opened.kind);
    expect([opened.tenancyId, opened.told, opened.values['group']]).toEqual([desk.lease.id, ['school', 'place'], '1']);
    const choice = await loader().book((await open(by, link('&isGroup=1&cityId=999999'))).view);
    if (choice.kind !== 'choose') throw new Error(choice.kind);
    expect([choice.told, choice.leases.every(({ href }) => href.includes(`unitId=${desk.lease.unit_id}`) && href.includes('isGroup=1'))]).toEqual([
      ['place'],
      true,
    ]);
    expect((await loader().book((await open(by, '/houses/book-rent?houseId=999999')).view)).kind).toBe('missing');
    const code = await desk.drafted(by);
    const begun = await loader().book((await open(by, `/houses/book-rent?orderCode=${code}`)).view);
    expect(begun).toMatchObject({ kind: 'moved', path: expect.stringContaining(code) });
    const other = await desk.somebody();
    expect((await loader().book((await open(other, `/houses/book-rent?orderCode=${code}`)).view)).kind).toBe('missing');
  });

  test('[R2.132] begins with the days that the card of what they look for asks for, priced for these, and says so; of another card with the whole lease', async () => {
    const by = await desk.somebody();
    const { id, move_in, move_out } = desk.lease;
    const day = (text: string, days: number) => new Date(Date.parse(text) + days * 24 * hour).toISOString().slice(0, 10);
    const booking = async () => {
      const opened = await loader().book((await open(by, link(`&tenancyId=${id}`))).view);
      if (opened.kind !== 'book') throw new Error(opened.kind);
      const { values, filled, quotes } = opened;
      return { from: values['move_in'], to: values['move_out'], filled, total: known(quotes[0]).contractTotal.minor };
    };
    const card = (values: Readonly<Record<string, string>>) => by.call(wishesContract, { act: 'save', place: 'London', ...values });
    const whole = await booking();
    expect([whole.from, whole.to, whole.filled]).toEqual([move_in, move_out, undefined]);
    await card({ move_in: day(move_in, 10), weeks: '6' });
    const short = await booking();
    expect([short.from, short.to]).toEqual([day(move_in, 10), day(move_in, 52)]);
    expect(short.filled).toMatch(/\d{4} – .*\d{4}/);
    expect(short.total).toBeLessThan(whole.total);
    // What is booked is what the form says, whatever the card says.
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const { from } = await desk.office.on.base.db.selectFrom('orders').select('period_from as from').where('code', '=', code).executeTakeFirstOrThrow();
    expect(from).toBe(move_in);
    // Before the lease and after it, and about as long as it is, the lease is taken whole.
    for (const values of [{ move_in: '2026-12-24' }, { move_in: day(move_out, 1) }, { weeks: '104' }, { weeks: '' }]) {
      await card(values as Readonly<Record<string, string>>);
      expect(await booking(), JSON.stringify(values)).toEqual(whole);
    }
  });

  test('[R3.55] leads who wants to wait to the line, where the last bed is gone', async () => {
    const { db } = desk.office.on.base;
    const other = await db
      .selectFrom('tenancies')
      .innerJoin('houses', 'houses.id', 'tenancies.house_id')
      .innerJoin('units', 'units.id', 'tenancies.unit_id')
      .select(['tenancies.id', 'tenancies.house_id', 'tenancies.unit_id'])
      .where('houses.category', '=', 'rent')
      .where('houses.status', '=', 'open')
      .where('units.status', '=', 'open')
      .where('tenancies.status', '=', 'open')
      .where('tenancies.move_in', '>', '2027-01-01')
      .where('houses.id', '<>', desk.lease.house_id)
      .executeTakeFirstOrThrow();
    await db.updateTable('tenancies').set({ stock: 0 }).where('id', '=', other.id).execute();
    const path = `/houses/book-rent?houseId=${other.house_id}&unitId=${other.unit_id}&tenancyId=${other.id}`;
    const by = await desk.somebody();
    const waits = await loader().book((await open(by, `${path}&isQueue=1`)).view);
    expect(waits).toEqual({ kind: 'moved', path: expect.stringMatching(new RegExp(`/houses/waiting-list/${other.id}$`)) });
    // Whoever has not asked to wait is told that it is full, beside what else can be had.
    expect(await loader().book((await open(by, path)).view)).toMatchObject({ kind: 'choose', full: { houseId: other.house_id, tenancyId: other.id } });
  });

  test('keeps a bed while somebody makes up their mind: the time that is left survives a reload, once longer, and comes back here', async () => {
    const by = await desk.somebody();
    const page = () => held(by, link(`&tenancyId=${desk.lease.id}`));
    expect(await page()).toBeUndefined();
    const kept = await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'hold', at: 'book' });
    expect(kept.data.booking).toBe(`houseId=${desk.lease.house_id}&unitId=${desk.lease.unit_id}&tenancyId=${desk.lease.id}`);
    expect(await page()).toMatchObject({ kind: 'checkout', extended: false, seconds: 600 });
    desk.office.clock.now = new Date(testNow.getTime() + 4 * 60_000);
    expect(await page()).toMatchObject({ seconds: 360 });
    expect((await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'longer', at: 'book' })).data.seconds_left).toBe(960);
    expect((await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'longer', at: 'book' })).status).toBe(422);
    expect(await page()).toMatchObject({ extended: true });
    await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'let-go' });
    expect([await page(), (await by.call(bedsContract)).data.holds]).toEqual([undefined, []]);
    for (const at of ['//evil.example', 'book 1A2B-3C4D', 'list 1A2B-3C4D', 'details ../1A2B-3C4D'])
      expect((await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'hold', at })).status, at).toBe(422);
  });

  test('keeps it while they apply: each part shows the time that is left, lengthens it once and comes back there, and no other account sees it', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const pages = { person: `/houses/fill-info?orderCode=${code}`, details: `/apply/form/${code}`, review: `/apply/review-info/${code}` };
    expect(await held(by, pages.details)).toBeUndefined();
    await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'hold', at: 'book' });
    for (const path of Object.values(pages)) expect(await held(by, path), path).toMatchObject({ kind: 'checkout', extended: false, seconds: 600 });
    expect(await held(await desk.somebody(), pages.details)).toBeUndefined();
    const { data } = await by.call(bedContract, { tenancy_id: String(desk.lease.id), act: 'longer', at: `details ${code}` });
    expect([data.seconds_left, await held(by, pages.review)]).toMatchObject([1_200, { extended: true }]);
    const paths = createPaths('en-us', false);
    const back = (at: string) => bedPage.done(data, { paths, values: { at } });
    expect(back(`details ${code}`)).toBe(paths.to('apply_form', { code }));
    expect(back(`review ${code}`)).toBe(paths.to('apply_review_info', { code }));
    expect([back(`person ${code}`), back(`mini ${code}`)]).toEqual(
      (['fill_info', 'mini_apply_form'] as const).map((page) => `${paths.to(page)}?orderCode=${code}`),
    );
    expect([back('book').startsWith(paths.to('book_rent')), back('')]).toEqual([true, `${paths.to('profile_activity')}?done=longer`]);
    // Sent, the order keeps the bed of the hold, which is over then.
    expect((await desk.submit(by, code)).data.state).toBe('submitted');
    expect((await by.call(bedsContract)).data.holds).toEqual([]);
  });
});

describe('lists of orders', () => {
  test('[R2.125] [R2.129] [R2.227] stand under each of their addresses; only homes are of type 1', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    for (const path of ['/order?json=true&hasBack=true', '/order/house-apply?typeId=1', '/order/house-apply', '/profile/order/rentalOrder']) {
      const { file, view } = await open(by, path);
      const list = known(await loader().list(view));
      expect([path, file, list.rows.map(({ order }) => order.code)]).toEqual([path, expect.stringContaining('account/orders'), [code]]);
    }
    expect(known(await loader().list((await open(by, '/order/house-apply?typeId=2')).view)).rows).toEqual([]);
    const other = await desk.somebody();
    expect(known(await loader().list((await open(other, '/order?json=true&hasBack=true')).view)).rows).toEqual([]);
  });

  test('[R2.143] what was said in an application is read again by who said it', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.sent(by);
    const { file, view } = await open(by, `/profile/order/form?id=${code}`);
    const form = known(await loader().form(view));
    expect([file, form.kind === 'form' && JSON.stringify(form.parts).includes(applicant.full_name)]).toEqual([
      expect.stringContaining('account/order-form'),
      true,
    ]);
    expect(await loader().form((await open(other, `/profile/order/form?id=${code}`)).view)).toBeUndefined();
    const draft = await desk.drafted(other);
    expect(await loader().form((await open(other, `/profile/order/form?id=${draft}`)).view)).toMatchObject({ kind: 'moved' });
  });

  test('[R3.70] an order is told with its home, its days, its state, its price and its deadline', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    const [item] = (await by.call(contracts.orderListContract)).data.items;
    const [minor = '', , currency] = (await desk.agreed(by, code)).split(' ');
    expect(item).toMatchObject({ id: code, state: 'submitted', move_in: desk.lease.move_in, move_out: desk.lease.move_out, contract_lists: [] });
    expect([item?.price.amount.replace('.', ''), item?.price.abbr, item?.deadline]).toEqual([
      minor,
      currency,
      new Date(testNow.getTime() + 48 * hour).toISOString(),
    ]);
  });
});

describe('an application that is under way', () => {
  test('[R2.020] is said in short, and asks for the rest before it is sent', async () => {
    const by = await desk.somebody();
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    const { file, view } = await open(by, `/mini-apply/form?orderCode=${code}`);
    expect([file, (await loader().part(view))?.kind]).toEqual([expect.stringContaining('account/apply-form'), 'part']);
    const { full_name, birth_date, mobile, mobile_country } = applicant;
    const said = await by.call(contracts.saveMiniContract, { code, full_name, birth_date, mobile, mobile_country, message: 'Quiet, please.' });
    expect([said.status, said.data.next]).toEqual([200, 'person']);
    const after = await loader().part((await open(by, `/mini-apply/form?orderCode=${code}`)).view);
    expect(after?.kind === 'part' ? after.values['message'] : undefined).toBe('Quiet, please.');
    expect((await by.call(contracts.saveMiniContract, { code, full_name: '<b>', birth_date, mobile, mobile_country })).status).toBe(422);
  });

  test('[R2.132] [R2.153] begins with the school of their card, where it is in the city of the home and nothing was said', async () => {
    const by = await desk.somebody();
    const card = (place: string) => by.call(wishesContract, { act: 'save', place });
    const details = async (code: string) => {
      const shown = await loader().part((await open(by, `/apply/form/${code}`)).view);
      if (shown?.kind !== 'part') throw new Error(shown?.kind);
      return [shown.values['school'], shown.isFilled];
    };
    const information = async () => loader().information((await open(by, '/profile/apply-information')).view);
    const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
    expect(await details(code)).toEqual([undefined, false]);
    expect(await information()).toEqual({ values: {}, isFilled: false });
    await card('University of Leeds');
    expect(await details(code)).toEqual([undefined, false]);
    await card('London');
    expect(await details(code)).toEqual([undefined, false]);
    await card('UCL');
    const school = known(desk.office.on.base.geo.schools.find(({ short }) => short === 'UCL')).names['en-us'];
    expect(await details(code)).toEqual([school, true]);
    expect(await information()).toEqual({ values: { school }, isFilled: true });
    // What was saved once for every application stays as it was saved, also without a school; so does what was left empty in this one.
    await by.call(contracts.saveInformationContract, { full_name: 'Lan Tran' });
    expect(await information()).toMatchObject({ values: { full_name: 'Lan Tran' }, isFilled: false });
    await by.call(contracts.saveDetailsContract, { code, school: '', emergency_name: 'Minh Tran', later: 'yes' });
    expect(await details(code)).toEqual(['', false]);
    await by.call(contracts.saveDetailsContract, { code, school: 'King’s College', emergency_name: 'Minh Tran', later: 'yes' });
    expect(await details(code)).toEqual(['King’s College', false]);
    // What the link says goes before the card, too.
    const named = (
      await by.call(contracts.beginOrderContract, desk.book({ move_out: desk.lease.move_out, move_in: nextDay(desk.lease.move_in), school: 'LSE' }))
    ).data;
    expect(await details(named.code)).toEqual(['LSE', false]);
  });

  test('[R7.099] takes another lease, other days or another way to pay; not a lease that is not let, nor days outside', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const day = (text: string, days: number) => new Date(Date.parse(text) + days * 24 * hour).toISOString().slice(0, 10);
    const wanted = {
      code,
      unit_id: desk.lease.unit_id,
      tenancy_id: desk.lease.id,
      plan: 'in-full',
      move_in: desk.lease.move_in,
      move_out: day(desk.lease.move_in, 28),
    };
    const before = (await by.call(contracts.orderFeesContract, { code })).data;
    expect((await by.call(contracts.chooseUnitContract, wanted)).status).toBe(200);
    const after = (await by.call(contracts.orderFeesContract, { code })).data;
    expect(Number(after.total.amount)).toBeLessThan(Number(before.total.amount));
    expect((await by.call(contracts.chooseUnitContract, { ...wanted, tenancy_id: 999_999 })).status).toBe(422);
    expect((await by.call(contracts.chooseUnitContract, { ...wanted, move_out: '2040-01-01' })).status).toBe(422);
    expect((await (await desk.somebody()).call(contracts.chooseUnitContract, wanted)).status).toBe(404);
    await desk.submit(by, code);
    expect((await by.call(contracts.chooseUnitContract, wanted)).status).toBe(409);
  });

  test('[R7.100] tells its price line by line, which add up, and when each part is due', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by, { plan: 'instalments' });
    const { lines, total, dues, deposit } = (await by.call(contracts.orderFeesContract, { code })).data;
    const minor = ({ amount }: { readonly amount: string }) => Math.round(Number(amount) * 100);
    const sum = (all: readonly { readonly price: { readonly amount: string } }[]) => all.reduce((whole, { price }) => whole + minor(price), 0);
    expect([sum(lines), sum(dues)]).toEqual([minor(total), minor(total)]);
    expect([dues[0]?.on, dues.length > 1, minor(deposit) >= 0]).toEqual(['booking', true, true]);
  });
});

describe('paying', () => {
  test('[R4.054] [R4.055] of what is not signed leads to signing: a message, and a page that says so', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    const center = async (who: Browser) => people().loaders.payments.center((await open(who, `/order/pay-center?kind=order&code=${code}`)).view);
    expect(await center(by)).toBeUndefined();
    await desk.byStaff(code, 'offer');
    expect((await by.call(contracts.orderContractsContract, { code })).data.must_sign).toBe(true);
    const first = (await center(by))?.first;
    expect(first).toEqual({ what: 'sign', path: expect.stringContaining(`/order/sign/${code}?onward=pay`) });
    const order = async () => known(await loader().order((await open(by, `/profile/order/rentalDetail?id=${code}`)).view));
    expect(await order()).toMatchObject({ mustSign: true, isDue: false, payPath: expect.stringContaining(`/order/pay-center?kind=order&code=${code}`) });
    const onwardFrom = async (path: string) => {
      const read = known(await loader().contract((await open(by, path)).view));
      return read.kind === 'contract' ? [read.path, read.values.onward] : read;
    };
    expect(await onwardFrom(`/order/sign/${code}?onward=pay`)).toEqual([first?.path, 'pay']);
    expect(await onwardFrom(`/order/sign/${code}?onward=elsewhere`)).toEqual([expect.not.stringContaining('onward'), '']);
    const answer = await by.call(payContract, { kind: 'order', code, method: 'card' });
    expect([answer.status, JSON.stringify(answer.data)]).toEqual([422, expect.stringContaining('payments.sign_first')]);
    const other = await desk.somebody();
    expect([await center(other), (await other.call(payContract, { kind: 'order', code, method: 'card' })).status]).toEqual([undefined, 404]);
  });

  test('[R7.101] of what is signed offers the ways there are, for what is to be paid now', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.signed(by);
    const { amount, currency, methods } = (await by.call(payMethodsContract, { kind: 'order', code })).data;
    const { dues } = (await by.call(contracts.orderFeesContract, { code })).data;
    expect([amount, currency]).toEqual([known(dues[0]).price.amount.replace('.', ''), 'GBP']);
    expect(methods).toContain('card');
    expect((await other.call(payMethodsContract, { kind: 'order', code })).status).toBe(404);
  });

  test('a contract that was read before midnight is signed after it, and one of days ago is read anew', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await desk.byStaff(code, 'offer');
    const midnight = Date.parse(`${testNow.toISOString().slice(0, 10)}T00:00:00Z`) + 24 * hour;
    desk.office.clock.now = new Date(midnight - 10 * 60_000);
    const read = known(await loader().contract((await open(by, `/order/sign/${code}`)).view));
    if (read.kind !== 'contract') throw new Error(read.path);
    const sign = async () => by.call(contracts.signContractContract, { code, hash: read.hash, name: applicant.full_name, consent_contract: '2026-11' });
    desk.office.clock.now = new Date(midnight + 40 * hour);
    expect((await sign()).status).toBe(422);
    desk.office.clock.now = new Date(midnight + 10 * 60_000);
    expect((await sign()).data.state).toBe('to_pay');
    const [signed] = (await by.call(contracts.orderContractsContract, { code })).data.contracts;
    expect([signed?.hash, signed?.signed_at]).toEqual([read.hash, desk.office.clock.now.toISOString()]);
  });

  test('[R2.154] [R2.155] what is paid for stands in my home; what came back is told with its order', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const { file, view } = await open(by, '/profile/myHouse');
    expect([file, known(await loader().booked(view)).map(({ order }) => order.code)]).toEqual([expect.stringContaining('account/my-house'), [code]]);
    expect((await open(by, '/profile/activity')).file).toContain('account/activity');
    const order = async () => known(await loader().order((await open(by, `/profile/order/rentalDetail?id=${code}`)).view));
    expect((await order()).cameBack).toBeUndefined();
    const { back, token } = (await by.call(contracts.refundAskContract, { code })).data;
    await by.call(contracts.cancelOrderContract, { code, back: token });
    await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
    expect((await order()).cameBack?.replaceAll(/[£,]|\.00/g, '')).toBe(back?.amount.replace('.00', ''));
    expect(known(await loader().booked((await open(by, '/profile/myHouse')).view))).toEqual([]);
  });

  test('[R2.140] what a bank took back is told as that on the order and its payment, not as a refund of ours', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const reference = await beginToPay(desk.office, by, { kind: 'order', code });
    await tellPaid(desk.office, reference);
    const order = async () => known(await loader().order((await open(by, `/profile/order/rentalDetail?id=${code}`)).view));
    const result = async () => known(await known(people().loaders.payments).result((await open(by, `/order/pay-result?payment=${reference}`)).view)).kind;
    await tellDispute(desk.office, reference, 'chargeback');
    expect([(await order()).dispute, (await order()).cameBack, await result()]).toEqual(['open', undefined, 'disputed']);
    await tellDispute(desk.office, reference, 'chargeback-won');
    expect([(await order()).dispute, (await order()).cameBack, await result()]).toEqual([undefined, undefined, 'succeeded']);
  });
});

/** Days of an order in calendars, over a real database: the same event for the order's whole life, for who booked alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderContractMail } from '#lib/features/orders/mail/order-contract.mail.ts';
import { orderMovedMail } from '#lib/features/orders/mail/order-moved.mail.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { userOf } from '#tests/support/paying.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());

const people = () => known(desk.office.on.services.people);
const facts = (file: string | undefined) =>
  Object.fromEntries(
    (file ?? '').split('\r\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value]];
    }),
  );

test('[R1.38] the next step, each part of the price and the first day are one event each, which a change replaces', async () => {
  const by = await desk.somebody();
  const userId = await userOf(by);
  const code = await desk.sent(by, { plan: 'instalments' });
  const read = async (matter: 'step' | 'in' | `due-${string}`, whose = userId) => facts(await people().orderCalendar(whose, code, matter, 'en-us', testNow));
  const first = await read('in');
  expect(first).toMatchObject({ DTSTART: desk.lease.move_in.replaceAll('-', ''), STATUS: 'CONFIRMED', UID: expect.stringMatching(`^booking-${code}-in@`) });

  desk.office.clock.now = new Date(testNow.getTime() + 3_600_000);
  expect((await desk.byStaff(code, 'offer')).status).toBe(200);
  const { deadline } = known(await people().orders.own(userId, code));
  const step = await read('step');
  expect(step['DTEND']).toBe(`${known(deadline).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`);
  expect(step).toMatchObject({ STATUS: 'CONFIRMED', METHOD: 'PUBLISH' });

  const { quote } = known(await people().orders.own(userId, code));
  const due = known(quote.dues.find(({ on }) => on !== 'booking')).on;
  // Before it is paid for, nothing of it is due on that day.
  expect(await read(`due-${due}`)).toMatchObject({ DTSTART: due.replaceAll('-', ''), STATUS: 'CANCELLED' });
  expect(await read('due-2020-01-01')).toEqual({});

  desk.office.clock.now = new Date(testNow.getTime() + 2 * 3_600_000);
  expect((await desk.byStaff(code, 'decline', { note: 'No room of this kind is left.' })).status).toBe(200);
  const [gone, noStep] = [await read('in'), await read('step')];
  expect([gone, noStep]).toMatchObject([
    { METHOD: 'CANCEL', UID: first['UID'] },
    { METHOD: 'CANCEL', UID: step['UID'] },
  ]);
  expect(Number(gone['SEQUENCE'])).toBeGreaterThan(Number(first['SEQUENCE']));
  expect(Number(noStep['SEQUENCE'])).toBeGreaterThan(Number(step['SEQUENCE']));

  expect(await read('in', await userOf(await desk.somebody()))).toEqual({});
  desk.office.clock.now = testNow;
});

test('[R1.10] mails of an order show the home, with room, dates and the whole price, and lead to its days', async () => {
  const by = await desk.somebody();
  const code = await desk.sent(by);
  expect((await desk.byStaff(code, 'offer')).status).toBe(200);
  const letter = known(desk.office.letters.findLast(({ name, input }) => name === 'order-moved' && input['code'] === code));
  expect(letter.input).toMatchObject({ houseId: desk.lease.house_id, total: { currency: 'GBP' }, state: 'offered' });
  const site = createSite('https://homes.example.org', new Map());
  for (const locale of locales) {
    const { html, text } = orderMovedMail.write(letter.input, locale, site);
    expect(html).toContain(`<img src="https://homes.example.org/og/home-${desk.lease.house_id}.jpg" width="520" height="390" alt="`);
    expect(text).not.toContain('/og/');
    for (const part of [html, text]) {
      expect(part).toContain(String(letter.input['unit']));
      expect(part).toContain(`https://homes.example.org/users/orders/${locale}/${code}/step.ics`);
    }
    const signed = orderContractMail.write({ ...letter.input, word: 'signed', reason: '' }, locale, site);
    for (const part of [signed.html, signed.text]) expect(part).toContain(`/users/orders/${locale}/${code}/in.ics`);
    // What waits in the queue since before knows neither.
    const { houseId: _, total: _total, unit: _unit, ...before } = letter.input;
    expect(orderMovedMail.write(before, locale, site).html).not.toContain('/og/');
  }
});

/** Applicants that are not of age: their guardian is named, asked by a link of their own, and signs what the applicant has signed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { extractText } from 'unpdf';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { createContractsHandler } from '#server/files/contracts-handler.ts';
import { payContract } from '#lib/features/payments/payments.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { userOf } from '#tests/support/paying.ts';

const hour = 3_600_000;
let desk: OrdersDesk;
let server: PagesServer;
beforeAll(async () => {
  desk = await openOrdersDesk();
  const files = createContractsHandler({ ...people(), mayPrint: async () => true, now: () => desk.office.clock.now });
  server = await startPages(desk.office, { first: files });
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
const guardian = { guardian_name: 'Trần Thị Hoa', guardian_email: 'hoa@example.org', guardian_locale: 'vi-vn' } as const;
const signed = { name: 'Trần Thị Hoa', consent_guardian: '2026-12' } as const;

/** An offer to somebody who is seventeen, or was born on another day. */
async function offered(by: Browser, bornOn?: string): Promise<string> {
  const { code } = (await by.call(contracts.beginOrderContract, desk.book())).data;
  const born = bornOn ?? `${Number(desk.lease.move_in.slice(0, 4)) - 17}${desk.lease.move_in.slice(4)}`;
  await by.call(contracts.savePersonContract, { code, ...applicant, birth_date: born });
  await by.call(contracts.saveDetailsContract, { code, school: 'UCL', guarantor: 'none', emergency_name: 'Mai', message: 'Hello.' });
  await desk.submit(by, code);
  await desk.byStaff(code, 'offer');
  return code;
}
async function sign(by: Browser, code: string) {
  const order = known(await people().orders.own(await userOf(by), code));
  const hash = (await people().contractOf(order, desk.office.clock.now))?.hash ?? '';
  return by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
}
const linkOf = (code: string) => {
  const mails = desk.office.letters.filter(({ name, input }) => name === 'guardian-sign' && String(input['token']).startsWith(code));
  return known(mails.at(-1));
};
const hashOf = async (by: Browser, code: string) => known((await by.call(contracts.orderContractsContract, { code })).data.contracts[0]).hash;

describe('[R9.18] who is not of age', () => {
  test('is told by the law of the place: eighteen years are enough here, and not where it takes nineteen', async () => {
    const { db } = desk.office.on.base;
    const states: (readonly [string | undefined, number, string])[] = [];
    for (const country of [undefined, 'kr']) {
      const by = await desk.somebody();
      const code = await offered(by, '2008-06-01');
      const { home } = await db.selectFrom('orders').select('home').where('code', '=', code).executeTakeFirstOrThrow();
      if (country !== undefined)
        await db
          .updateTable('orders')
          .set({ home: JSON.stringify({ ...home, place: { country } }) })
          .where('code', '=', code)
          .execute();
      states.push([home.place?.country, (await sign(by, code)).status, await desk.stateOf(code)]);
    }
    const here = states[0]?.[0];
    expect(states).toEqual([
      [here, 200, 'to_pay'],
      [here, 422, 'offered'],
    ]);
    expect(here).toBeTypeOf('string');
  });

  test('signs together with a guardian: named first, asked in their own language, and paid for only once both have signed', async () => {
    const by = await desk.somebody();
    const code = await offered(by);
    expect([(await sign(by, code)).status, await desk.stateOf(code)]).toEqual([422, 'offered']);
    expect((await by.call(contracts.nameGuardianContract, { code, ...guardian })).data).toEqual({ code, asked: false });
    const first = await sign(by, code);
    expect([first.data.state, await desk.stateOf(code)]).toEqual(['signing', 'signing']);
    expect(await desk.events(code)).toEqual(expect.arrayContaining(['accept applicant', 'ask-guardian applicant']));
    const mail = linkOf(code);
    expect([mail.to, mail.locale, mail.input['student']]).toEqual(['hoa@example.org', 'vi-vn', applicant.full_name]);
    const pay = await by.call(payContract, { kind: 'order', code, method: 'card' });
    expect(pay.status).toBe(422);
    expect((await sign(by, code)).status).toBe(409);

    const token = String(mail.input['token']);
    const hash = await hashOf(by, code);
    const anybody = desk.office.browser();
    const wrong = await anybody.call(contracts.guardianSignContract, { token, hash: '0'.repeat(64), ...signed });
    expect([wrong.status, JSON.stringify(wrong.data)]).toEqual([422, expect.stringContaining('orders.contract_changed')]);
    expect((await anybody.call(contracts.guardianSignContract, { token, hash, name: signed.name })).status).toBe(422);
    const other = await anybody.call(contracts.guardianSignContract, { token, hash, ...signed, name: applicant.full_name });
    expect([other.status, JSON.stringify(other.data)]).toEqual([422, expect.stringContaining(signed.name)]);
    expect((await anybody.call(contracts.guardianSignContract, { token, hash, ...signed })).status).toBe(200);
    expect((await anybody.call(contracts.guardianSignContract, { token, hash, ...signed })).status).toBe(409);
    expect([await desk.stateOf(code), (await desk.events(code)).at(-1)]).toEqual(['to_pay', 'sign guardian']);

    const { db } = desk.office.on.base;
    const { id } = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    const rows = await db.selectFrom('order_contracts').selectAll().where('order_id', '=', id).orderBy('id').execute();
    expect(rows.map(({ signer, document_hash, signed_at }) => [signer, document_hash, signed_at])).toEqual([
      ['applicant', hash, testNow],
      ['guardian', hash, testNow],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Trần Thị Hoa|Nguyễn/);
    expect(JSON.parse(known(desk.office.secrets.decrypt('orders', known(rows[1]).sealed)))).toEqual({ name: signed.name, address: expect.any(String) });

    // The paper says both, for the applicant and for whoever has the link.
    const file = known(await people().contractFile(await userOf(by), code, hash));
    const { text } = await extractText(new Uint8Array(file), { mergePages: true });
    const packed = (words: string) => words.normalize('NFC').replaceAll(/\s/g, '');
    for (const name of [applicant.full_name, signed.name]) expect(packed(text)).toContain(packed(name));
    const fetched = await fetch(`${server.address}/users/contracts/guardian/${token}.pdf`);
    expect([fetched.status, fetched.headers.get('cache-control'), Buffer.from(await fetched.arrayBuffer()).equals(file)]).toEqual([
      200,
      'private, no-store',
      true,
    ]);
    expect((await fetch(`${server.address}/users/contracts/guardian/${token.slice(0, -4)}0000.pdf`)).status).toBe(404);
  });

  test('can correct the address: the former link opens no more; their own address is refused, and nobody else names anybody', async () => {
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await offered(by);
    const own = desk.office.letters.findLast(({ name, input }) => name === 'order-moved' && input['code'] === code)?.to ?? '';
    expect((await by.call(contracts.nameGuardianContract, { code, ...guardian, guardian_email: own })).status).toBe(422);
    expect((await by.call(contracts.nameGuardianContract, { code, ...guardian, guardian_locale: 'xx-xx' })).status).toBe(422);
    expect((await other.call(contracts.nameGuardianContract, { code, ...guardian })).status).toBe(404);
    await by.call(contracts.nameGuardianContract, { code, ...guardian });
    await sign(by, code);
    const former = String(linkOf(code).input['token']);
    const again = await by.call(contracts.nameGuardianContract, { code, ...guardian, guardian_name: 'Somebody Else', guardian_email: 'right@example.org' });
    expect([again.data.asked, linkOf(code).to, linkOf(code).input['name']]).toEqual([true, 'right@example.org', guardian.guardian_name]);
    const hash = await hashOf(by, code);
    expect((await desk.office.browser().call(contracts.guardianSignContract, { token: former, hash, ...signed })).status).toBe(404);
    expect(await desk.stateOf(code)).toBe('signing');
  });

  test('loses nothing but time where nobody signs: the link ends with its days, and with the order', async () => {
    const by = await desk.somebody();
    const code = await offered(by);
    await by.call(contracts.nameGuardianContract, { code, ...guardian });
    await sign(by, code);
    const token = String(linkOf(code).input['token']);
    const hash = await hashOf(by, code);
    const anybody = desk.office.browser();
    const attempt = async () => (await anybody.call(contracts.guardianSignContract, { token, hash, ...signed })).status;
    desk.office.clock.now = new Date(testNow.getTime() + 9 * 24 * hour);
    expect(await attempt()).toBe(404);
    desk.office.clock.now = testNow;
    await people().ordersClock.runClock(new Date(testNow.getTime() + 49 * hour));
    expect([await attempt(), await desk.stateOf(code)]).toEqual([404, 'expired']);
  });

  test('who clicks twice has signed once, and the guardian is asked once', async () => {
    const by = await desk.somebody();
    const code = await offered(by);
    await by.call(contracts.nameGuardianContract, { code, ...guardian });
    expect((await Promise.all([sign(by, code), sign(by, code)])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await by.call(contracts.orderContractsContract, { code })).data.contracts).toHaveLength(1);
    expect(desk.office.letters.filter(({ name, input }) => name === 'guardian-sign' && String(input['token']).startsWith(code))).toHaveLength(1);
  });

  test('who is of age needs nobody', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await desk.byStaff(code, 'offer');
    expect((await by.call(contracts.nameGuardianContract, { code, ...guardian })).status).toBe(409);
    expect((await sign(by, code)).data.state).toBe('to_pay');
  });
});

/** Both sides of a contract: the provider signs by a link what the student has signed, or declines it; nothing is confirmed that one side alone has signed. */
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staffOrderForm } from '#lib/features/orders/application-forms.schema.ts';
import { createOrdersRepository } from '#lib/features/orders/orders.repository.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { supplierContractContract } from '#lib/features/orders/supplier-signing.contract.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { payContract } from '#lib/features/payments/payments.contract.ts';
import { createSupplierLinks } from '#lib/features/supplier-links/supplier-links.feature.ts';
import { mostSupplierLinks } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, OrderId } from '#lib/ids/ids.ts';
import { linkDigest } from '#lib/link-keys.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import { callReader } from '#lib/reader.ts';
import { createContractsHandler } from '#server/files/contracts-handler.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';

const hour = 3_600_000;
const signer = { name: 'Ann Lee', role: 'Lettings manager', consent_authority: '2026-12' } as const;
let desk: OrdersDesk;
let server: PagesServer;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await db().updateTable('tenancies').set({ stock: 60, feed_stock: 60 }).where('id', '=', desk.lease.id).execute();
  const files = createContractsHandler({ ...people(), mayPrint: async () => true, now: () => desk.office.clock.now });
  server = await startPages(desk.office, { first: files });
});
afterAll(async () => {
  await server.close();
  await desk.office.close();
});
beforeEach(async () => {
  desk.office.clock.now = testNow;
  await reachProviders(db(), 'vi-vn');
});

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const links = (code: string) => desk.office.letters.filter(({ name, input }) => name === 'supplier-link' && input['code'] === code);
/** The key of the last link that was mailed to the provider for an order. */
const keyOf = (code: string): string => String(known(links(code).at(-1)).input['key']);
const hashOf = async (by: Browser, code: string) => known((await by.call(contracts.orderContractsContract, { code })).data.contracts[0]).hash;
const listed = async (by: Browser, code: string) => (await by.call(contracts.orderContractsContract, { code })).data;
const says = (key: string, more: Readonly<Record<string, string>>) => desk.office.browser().call(supplierContractContract, { key, ...more });
const signs = (key: string, hash: string, more: Readonly<Record<string, string>> = {}) => says(key, { hash, word: 'sign', ...signer, ...more });
const declines = (key: string, hash: string, reason = 'The room is under repair.') => says(key, { hash, word: 'decline', reason });
const confirm = (code: string) => desk.staff.call(contracts.staffOrderContract, { code, act: 'confirm' });
const reason = (answer: { readonly data: unknown }) => JSON.stringify(answer.data);
async function page(key: string) {
  const { site } = desk.office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: desk.office.clock.now });
  return people().loaders.orders.supplierContract({ ...reader, query: new URLSearchParams({ key }), paths: site.paths('en-us') } as never);
}
const student = async (by: Browser, code: string) => known(await people().loaders.orders.order(await orderView(desk, code, by)));
const atDesk = async (code: string) => known(await people().loaders.orders.staffOrder(await orderView(desk, code)));
const words = async (code: string) =>
  db()
    .selectFrom('contract_words')
    .innerJoin('orders', 'orders.id', 'contract_words.order_id')
    .selectAll('contract_words')
    .where('code', '=', code)
    .orderBy('contract_words.id')
    .execute();
const idOf = async (code: string): Promise<OrderId> =>
  (await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id as OrderId;
const queue = async () => {
  const shown = known(await people().loaders.orders.queue(await orderView(desk, '', undefined, 'state=unsigned')));
  return { codes: shown.rows.map(({ code }) => code), count: known(shown.states.find(({ value }) => value === 'unsigned')?.count) };
};
async function paid(by: Browser): Promise<string> {
  const code = await desk.signed(by);
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  return code;
}
const textOf = async (file: Buffer) => (await extractText(new Uint8Array(file), { mergePages: true })).text.normalize('NFC').replaceAll(/\s/g, '');
const packed = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '');

describe('[R4.054] a provider', () => {
  test('is mailed a link once the student has signed, reads the contract, and signs it; looking writes nothing down', async () => {
    const by = await desk.somebody();
    const code = await paid(by);
    const hash = await hashOf(by, code);
    const [letter, ...others] = links(code);
    expect([others, letter?.locale, letter?.input['purpose'], letter?.input['isReminder']]).toEqual([[], 'vi-vn', 'contract', false]);
    expect(JSON.stringify(letter), 'it names nobody').not.toContain(applicant.full_name);
    const key = keyOf(code);

    const shown = known(await page(key));
    if (shown.kind !== 'contract') throw new Error(shown.kind);
    const told = JSON.stringify(shown.facts);
    for (const part of [applicant.full_name, code]) expect(told).toContain(part);
    expect([shown.canAnswer, shown.hash, shown.signed, shown.quote.deposit.currency]).toEqual([true, hash, undefined, 'GBP']);
    expect(JSON.stringify(shown.blocks)).toContain(applicant.full_name);
    expect(
      await db()
        .selectFrom('supplier_links')
        .select('used_at')
        .where('order_id', '=', await idOf(code))
        .execute(),
    ).toEqual([{ used_at: null }]);
    expect(await words(code)).toEqual([]);

    // The paper for the provider has the student's name and not where they wrote from.
    const file = await fetch(`${server.address}${shown.file}`);
    const paper = await textOf(Buffer.from(await file.arrayBuffer()));
    expect([file.status, paper.includes(packed(applicant.full_name)), paper.includes('192.0.2') || paper.includes('127.0.0.1')]).toEqual([200, true, false]);
    expect((await fetch(`${server.address}/users/contracts/provider.pdf?key=${'x'.repeat(32)}`)).status).toBe(404);

    expect((await student(by, code)).bothSides).toContain('signature has been outstanding since');
    expect((await listed(by, code)).provider).toEqual({ word: 'waiting', hash, name: '', role: '', reason: '', on: '', at: '' });
    expect((await atDesk(code)).bothSides).toMatchObject({ isAwaited: true, links: [{ isOpen: true }] });
    const early = await confirm(code);
    expect([early.status, reason(early)]).toEqual([422, expect.stringContaining('staff_unsigned')]);

    for (const wrong of [{ name: '' }, { role: '' }, { consent_authority: '' }, { name: '???' }, { hash: 'x' }])
      expect((await signs(key, hash, wrong)).status).toBe(422);
    expect(reason(await signs(key, '0'.repeat(64)))).toContain('contract_changed');
    expect((await signs('x'.repeat(32), hash)).status).toBe(404);
    expect(await signs(key, hash)).toMatchObject({ status: 200, data: { word: 'sign' } });
    const { provider } = await listed(by, code);
    expect(provider).toEqual({ word: 'signed', hash, name: 'Ann Lee', role: 'Lettings manager', reason: '', on: '', at: testNow.toISOString() });

    const [row, ...more] = await words(code);
    expect([more, row?.word, row?.document_hash, row?.staff_id]).toEqual([[], 'signed', hash, null]);
    expect(JSON.stringify(row)).not.toContain('Ann Lee');
    expect((await desk.events(code)).at(-1)).toBe('provider-signed supplier');
    const log = await db()
      .selectFrom('audit_log')
      .select(['actor', 'action', 'data'])
      .where('subject', '=', `order:${await idOf(code)}`)
      .where('action', '=', 'contract-answered')
      .execute();
    expect(log).toEqual([{ actor: 'nobody', action: 'contract-answered', data: { word: 'signed' } }]);

    const both = (await student(by, code)).bothSides;
    expect([both, (await atDesk(code)).bothSides?.says]).toEqual([expect.stringContaining('Ann Lee, Lettings manager'), both]);
    const mine = known(await people().contractFile(await userOf(by), code, hash));
    const signedText = await textOf(mine);
    for (const part of [applicant.full_name, 'Ann Lee', 'Lettings manager', hash]) expect(signedText).toContain(packed(part));
    const mail = known(desk.office.letters.findLast(({ name, input }) => name === 'order-contract' && input['code'] === code));
    const [attached] = mail.files ?? [];
    expect((await desk.office.keepers.get(attached?.keeper ?? '')?.(attached?.ref ?? ''))?.equals(mine)).toBe(true);
    expect((await by.call(newsContract)).data.items.some(({ title }) => title.includes('Both sides have signed'))).toBe(true);

    // A link answers once; it still shows what was signed.
    expect(reason(await signs(key, hash, { name: 'Bo Lee' }))).toContain('contract_not_now');
    expect(reason(await declines(key, hash))).toContain('contract_not_now');
    expect(await words(code)).toHaveLength(1);
    const after = known(await page(key));
    expect(after.kind === 'contract' && [after.canAnswer, after.signed]).toEqual([false, expect.stringContaining('Ann Lee')]);
    expect((await desk.staff.call(contracts.staffOrderContract, { code, act: 'ask-provider' })).status, 'there is nothing to ask').toBe(422);
    expect((await confirm(code)).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('confirmed');
  });

  test('who presses twice at once signs once', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const hash = await hashOf(by, code);
    const answers = await Promise.all([signs(keyOf(code), hash), signs(keyOf(code), hash), declines(keyOf(code), hash)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await words(code)).toHaveLength(1);
  });

  test('who declines says why; nothing is paid or confirmed then, the student leaves without cost, and a new link lets them sign after all', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const hash = await hashOf(by, code);
    const key = keyOf(code);
    expect((await says(key, { hash, word: 'decline', reason: '' })).status).toBe(422);
    expect(await declines(key, hash)).toMatchObject({ status: 200, data: { word: 'decline' } });
    expect(known(await page(key))).toMatchObject({ kind: 'over', isDeclined: true });
    expect((await fetch(`${server.address}/users/contracts/provider.pdf?key=${key}`)).status).toBe(404);
    expect(reason(await signs(key, hash)), 'it has answered').toContain('contract_not_now');

    const pays = await by.call(payContract, { kind: 'order', code, method: 'card' });
    expect([pays.status, reason(pays)]).toEqual([422, expect.stringContaining('offer_changed')]);
    expect((await listed(by, code)).provider).toMatchObject({ word: 'declined', hash, name: '', reason: 'The room is under repair.' });
    const mine = await student(by, code);
    expect([mine.changed, mine.canCancel, mine.bothSides]).toEqual([expect.stringContaining('won’t sign'), true, expect.stringContaining('under repair')]);
    const mail = known(desk.office.letters.findLast(({ name, input }) => name === 'order-contract' && input['code'] === code));
    expect([mail.input['word'], mail.input['reason'], mail.files ?? []]).toEqual(['declined', 'The room is under repair.', []]);
    const acts = (await atDesk(code)).acts.map(({ value }) => value);
    expect([acts.includes('keep-terms'), acts.includes('ask-provider'), acts.includes('provider-paper')]).toEqual([false, true, true]);
    expect((await queue()).codes).toContain(code);

    expect((await desk.byStaff(code, 'ask-provider', { note: 'Called: it was a mistake.' })).status).toBe(200);
    expect(await page(key), 'the former link').toBeUndefined();
    expect((await signs(keyOf(code), hash)).status).toBe(200);
    expect((await student(by, code)).changed).toBeUndefined();
    expect((await queue()).codes).not.toContain(code);
    expect((await by.call(payContract, { kind: 'order', code, method: 'card' })).status).toBe(200);
  });

  test('who declines what was paid: all of it goes back to the student, if they want', async () => {
    const by = await desk.somebody();
    const code = await paid(by);
    await declines(keyOf(code), await hashOf(by, code));
    expect(reason(await confirm(code))).toContain('staff_unsigned');
    const { orders, cancelling } = people();
    const order = known(await orders.own(await userOf(by), code));
    const back = known((await cancelling.backFor(order, desk.office.clock.now))?.[0]).now;
    const kept = known(await people().payments.collecting.kept({ kind: 'order', code }));
    expect(back).toEqual(kept);
  });

  test('signs nothing before the student has, nothing of an order that ended, and nothing by the key of another thing', async () => {
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await desk.byStaff(code, 'offer');
    expect(links(code)).toEqual([]);
    expect((await desk.staff.call(contracts.staffOrderContract, { code, act: 'provider-paper', paper_name: 'Ann Lee', paper_on: '2026-11-01' })).status).toBe(
      422,
    );

    const other = await desk.signed(await desk.somebody());
    const key = keyOf(other);
    const hash = known(await createOrdersRepository(db()).signedVersion(await idOf(other))).hash;
    await desk.byStaff(other, 'decline', { note: 'The house is closed.' });
    expect(known(await page(key))).toMatchObject({ kind: 'over', isDeclined: false });
    expect(reason(await signs(key, hash))).toContain('contract_not_now');

    const third = await desk.signed(await desk.somebody());
    await db()
      .updateTable('supplier_links')
      .set({ ended_at: testNow })
      .where('order_id', '=', await idOf(third))
      .execute();
    expect(await page(keyOf(third)), 'it was ended').toBeUndefined();
    const of = await db()
      .selectFrom('supplier_links')
      .select('digest')
      .where('order_id', '=', await idOf(third))
      .execute();
    expect([of.length, of[0]?.digest]).toEqual([1, linkDigest('supplier-contract', keyOf(third))]);
    expect(linkDigest('supplier-condition', keyOf(third))).not.toBe(of[0]?.digest);
  });

  test('has another month for a link, and no more', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    desk.office.clock.now = new Date(testNow.getTime() + 31 * 24 * hour);
    expect(await page(keyOf(code))).toBeUndefined();
    expect((await signs(keyOf(code), '0'.repeat(64))).status).toBe(404);
  });

  test('does not sign while what they let has changed since the offer', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const hash = await hashOf(by, code);
    await db().updateTable('tenancies').set({ status: 'closed' }).where('id', '=', desk.lease.id).execute();
    await desk.announced();
    expect(reason(await signs(keyOf(code), hash))).toContain('contract_offer_changed');
    expect((await desk.byStaff(code, 'keep-terms', { note: 'Called, it stands.' })).status).toBe(200);
    expect((await signs(keyOf(code), hash)).status).toBe(200);
    await db().updateTable('tenancies').set({ status: 'open' }).where('id', '=', desk.lease.id).execute();
    await desk.announced();
  });

  test('signs the text that was signed, word for word, where the home is told otherwise by now', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const hash = await hashOf(by, code);
    const house = asId<HouseId>(desk.lease.house_id);
    const { address } = await db().selectFrom('houses').select('address').where('id', '=', house).executeTakeFirstOrThrow();
    await db().updateTable('houses').set({ address: '99 Elsewhere Road' }).where('id', '=', house).execute();
    await desk.announced();
    expect((await signs(keyOf(code), hash)).status).toBe(200);
    const text = await textOf(known(await people().contractFile(await userOf(by), code, hash)));
    expect([text.includes(packed(address)), text.includes('Elsewhere'), text.includes('AnnLee'), text.includes(packed(applicant.full_name))]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    await db().updateTable('houses').set({ address }).where('id', '=', house).execute();
    await desk.announced();
  });
});

describe('[R4.054] a contract that is made anew', () => {
  test('is signed by nobody yet: an older signature does not count, its link answers for what was read alone, and it is signed once more', async () => {
    const by = await desk.somebody();
    const code = await paid(by);
    const before = await hashOf(by, code);
    expect((await signs(keyOf(code), before)).status).toBe(200);
    const id = await idOf(code);
    const { id: _, ...row } = await db().selectFrom('order_contracts').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
    const after = 'a'.repeat(64);
    await db()
      .insertInto('order_contracts')
      .values({ ...row, document_hash: after, signed_at: new Date(testNow.getTime() + 1_000) })
      .execute();
    const early = await confirm(code);
    expect([early.status, reason(early)]).toEqual([422, expect.stringContaining('staff_unsigned')]);
    expect((await student(by, code)).bothSides).toContain('no link has been sent');
    // What was said of the former one is not said of this.
    expect((await listed(by, code)).provider).toMatchObject({ word: 'waiting', hash: after, name: '' });
    desk.office.clock.now = new Date(testNow.getTime() + 2_000);
    expect((await desk.byStaff(code, 'ask-provider')).status).toBe(200);
    expect(reason(await signs(keyOf(code), before))).toContain('contract_changed');
    expect((await signs(keyOf(code), after)).status).toBe(200);
    expect((await words(code)).map(({ word, document_hash }) => [word, document_hash])).toEqual([
      ['signed', before],
      ['signed', after],
    ]);
    expect((await confirm(code)).status).toBe(200);
  });

  test('words of providers stay as they were said, each of a version that its student signed', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await signs(keyOf(code), await hashOf(by, code));
    const [row] = await words(code);
    const { id, ...said } = known(row);
    await expect(db().updateTable('contract_words').set({ word: 'declined' }).where('id', '=', id).execute()).rejects.toThrow('only takes new rows');
    await expect(db().deleteFrom('contract_words').where('id', '=', id).execute()).rejects.toThrow('only takes new rows');
    const paper = { ...said, word: 'paper' as const, link_id: null, file: null, staff_id: desk.staff.id };
    await expect(db().insertInto('contract_words').values(paper).execute(), 'it is signed').rejects.toThrow(/unique|duplicate/);
    await expect(
      db()
        .insertInto('contract_words')
        .values({ ...paper, document_hash: 'b'.repeat(64) })
        .execute(),
    ).rejects.toThrow('what the student has signed');
  });
});

describe('[R4.100] staff', () => {
  test('note that it was signed on paper, with who and when, and not for a day to come', async () => {
    const by = await desk.somebody();
    const code = await paid(by);
    const note = (more: Readonly<Record<string, string>>) => desk.staff.call(contracts.staffOrderContract, { code, act: 'provider-paper', ...more });
    for (const wrong of [{}, { paper_name: 'Ann Lee' }, { paper_on: '2026-11-01' }]) expect((await note(wrong)).status).toBe(422);
    expect(reason(await note({ paper_name: 'Ann Lee', paper_on: '2099-01-01' }))).toContain('paper_on_wrong');
    expect((await note({ paper_name: 'Ann Lee', paper_on: '2026-11-01', note: 'By post.' })).status).toBe(200);
    const [row] = await words(code);
    expect([row?.word, row?.link_id, row?.staff_id, row?.file]).toEqual(['paper', null, desk.staff.id, null]);
    expect(await desk.events(code)).toEqual(expect.arrayContaining(['provider-paper staff', 'note staff']));
    expect((await listed(by, code)).provider).toMatchObject({ word: 'paper', name: 'Ann Lee', on: '2026-11-01' });
    expect((await student(by, code)).bothSides).toMatch(/Ann Lee signed on paper on 1 Nov 2026/);
    expect((await student(by, code)).timeline.map(({ note: one }) => one)).not.toContain('By post.');
    expect((await note({ paper_name: 'Bo Lee', paper_on: '2026-11-01' })).status, 'it is signed').toBe(422);
    expect(reason(await declines(keyOf(code), await hashOf(by, code)))).toContain('contract_not_now');
    expect((await confirm(code)).status).toBe(200);
  });

  test('send it again, ten times in all, and to nobody without an address', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    for (let sent = 1; sent < mostSupplierLinks; sent++) expect((await desk.byStaff(code, 'ask-provider')).status).toBe(200);
    expect(reason(await desk.byStaff(code, 'ask-provider'))).toContain('link_too_many');
    await db().deleteFrom('supplier_contacts').execute();
    const other = await desk.signed(await desk.somebody());
    expect([links(other).length, reason(await desk.byStaff(other, 'ask-provider'))]).toEqual([0, expect.stringContaining('link_no_address')]);
    // Nobody is asked: it is theirs to see to at once.
    expect((await queue()).codes).toContain(other);
  });

  test('ask a provider of many homes for as many signatures in a day as there are contracts: such mails never wait', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const order = known(await people().orders.own(await userOf(by), code));
    const sent: [string, string | undefined][] = [];
    const mailer: Pick<Mailer, 'send'> = {
      send: async (_tx, mail, _to, _locale, input, options) =>
        void sent.push([String((input as { purpose?: string }).purpose), options?.urgency ?? mail.urgency]),
    };
    const audit = { append: async () => undefined };
    const { service } = createSupplierLinks({ db: db(), audit: audit as never, mailer: mailer as never });
    await db()
      .transaction()
      .execute(async (tx) => {
        for (const purpose of ['condition', 'payment', 'contract'] as const)
          expect((await service.make(tx, order, { purpose }, { by: 'clock' }, desk.office.clock.now)).ok).toBe(true);
      });
    expect(Object.fromEntries(sent)).toEqual({ condition: 'soon', payment: 'now', contract: 'now' });
  });

  test('who are not to see orders can do neither', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    expect((await by.call(contracts.staffOrderContract, { code, act: 'provider-paper', paper_name: 'Ann', paper_on: '2026-11-01' })).error_code).not.toBe(0);
    expect(staffOrderForm.fields.some(({ name }) => name === 'paper_name')).toBe(true);
  });
});

test('a provider who says nothing is reminded once after two days, by a link in the place of the former one; then staff see it', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const hash = await hashOf(by, code);
  const first = keyOf(code);
  const after = (hours: number): Date => new Date(testNow.getTime() + hours * hour);
  await db()
    .updateTable('orders')
    .set({ deadline: after(400) })
    .where('code', '=', code)
    .execute();
  await people().supplierSigning.remind(after(47));
  expect(links(code)).toHaveLength(1);
  expect((await queue()).codes).not.toContain(code);

  desk.office.clock.now = after(48.1);
  await people().supplierSigning.remind(after(48.1));
  await people().supplierSigning.remind(after(49));
  await people().supplierSigning.remind(after(200));
  expect(links(code).map(({ input }) => input['isReminder'])).toEqual([false, true]);
  expect((await desk.events(code)).at(-1)).toBe('ask-provider clock');
  const seen = await queue();
  expect([seen.codes.includes(code), seen.count >= 1]).toEqual([true, true]);
  expect(await page(first)).toBeUndefined();
  expect((await signs(keyOf(code), hash)).status).toBe(200);
  expect((await queue()).codes).not.toContain(code);
  const log = await sql<{
    actor: string;
  }>`select actor from audit_log where action = 'supplier-link-changed' and subject = ${`order:${await idOf(code)}`} order by id`.execute(db());
  expect(log.rows.map(({ actor }) => actor.split(':')[0])).toEqual(['person', 'job']);
});

test('[R6.06] what is given out to a student says what their provider said, without where they wrote from', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  await signs(keyOf(code), await hashOf(by, code));
  const given = await people().personalData.export(await userOf(by), 'en-us', desk.office.clock.now);
  const { orders } = JSON.parse(strFromU8(known(unzipSync(given.ok ? given.value : new Uint8Array())['data.json']))) as {
    readonly orders: { readonly orders: readonly unknown[] };
  };
  expect(orders.orders).toEqual([
    expect.objectContaining({ code, said_by_provider: expect.objectContaining({ word: 'signed', name: 'Ann Lee', role: 'Lettings manager' }) }),
  ]);
  expect(JSON.stringify(orders.orders)).not.toContain('"address":"192');
});

/** Numbers of invoices: one after the other for each operator and year, none left out and none twice, whoever sells at once. */
import fc from '#tests/support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { createInvoicesRepository } from '#lib/features/payments/invoices.repository.ts';
import { taxIn, taxInNext } from '#lib/features/payments/invoices.rules.ts';
import { createReceiptsService } from '#lib/features/payments/receipts.service.ts';
import type { InvoiceInput } from '#lib/features/documents/documents.schema.ts';
import { money } from '#lib/money/money.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTill, pounds } from '#tests/support/till.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());

test('forty sales at once, of which every third comes to nothing, have consecutive numbers without a gap', async () => {
  const till = openTill(base.db);
  const invoices = createInvoicesRepository(base.db);
  const requestId = known(await till.requestOf(await till.asked())).id;
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) =>
      transact(base.db, async (tx) => {
        const issued = await invoices.issueInvoice(tx, { operator: 'race', kind: 'invoice', subject: `race ${at}`, requestId, amount: pounds(100n) }, testNow);
        if (at % 3 === 0) throw new RangeError('nothing came of it');
        return issued.text;
      }),
    ),
  );
  const texts = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(texts.toSorted()).toEqual(Array.from({ length: 26 }, (_, at) => `RACE-INV-2026-${String(at + 1).padStart(6, '0')}`));
  // Again under the same subject it keeps its number; each year and each kind begins at one.
  const again = (at: number, kind: 'invoice' | 'credit-note', subject: string) =>
    transact(base.db, (tx) => invoices.issueInvoice(tx, { operator: 'race', kind, subject, requestId, amount: pounds(1n) }, new Date(Date.UTC(at, 0, 1))));
  const first = await again(2026, 'invoice', 'race 1');
  expect([texts.includes(first.text), first.amount]).toEqual([true, pounds(100n)]);
  expect([(await again(2027, 'invoice', 'next year')).text, (await again(2026, 'credit-note', 'a refund')).text]).toEqual([
    'RACE-INV-2027-000001',
    'RACE-CN-2026-000001',
  ]);
});

test('what was issued is neither changed nor taken away, and its tax is said once', async () => {
  const { db } = base;
  await expect(sql`delete from invoices`.execute(db)).rejects.toThrow('stays as it was issued');
  await expect(sql`update invoices set number = number + 100`.execute(db)).rejects.toThrow('stays as it was issued');
  await expect(sql`update invoices set minor = 1`.execute(db)).rejects.toThrow('stays as it was issued');
  const invoices = createInvoicesRepository(db);
  const { id } = await db.selectFrom('invoices').select('id').limit(1).executeTakeFirstOrThrow();
  const say = (minor: bigint) => transact(db, (tx) => invoices.sayTax(tx, id, { country: 'uk', number: 'GB1', basisPoints: 2_000, amount: pounds(minor) }));
  await say(17n);
  await say(99n);
  expect((await db.selectFrom('invoices').select('tax_minor').where('id', '=', id).executeTakeFirstOrThrow()).tax_minor).toBe(17n);
});

test('the tax in what goes back in parts is in all the tax in all of it, and it is never more than the amount', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 9_999 }), (parts, rate) => {
      let [before, tax] = [0n, 0n];
      for (const part of parts) {
        tax += taxInNext(money(before, 'GBP'), money(part, 'GBP'), rate).minor;
        before += part;
      }
      expect(tax).toBe(taxIn(money(before, 'GBP'), rate).minor);
      expect(tax <= before / 2n + 1n).toBe(true);
    }),
  );
  expect(taxIn(pounds(10_000n), 2_000).minor).toBe(1_667n);
});

test('a sale has its invoice in the same transaction, and what goes back of our fee its credit note; both say rate, amount and number of where it was sold', async () => {
  const till = openTill(base.db);
  const made: InvoiceInput[] = [];
  const print = async (input: InvoiceInput) => {
    made.push(input);
    return Buffer.from('paper');
  };
  const receipts = createReceiptsService({
    payments: { ...till.payments, facts: async () => ({ title: 'Order', lines: [], seller: 'Albion', zone: undefined, path: '/', country: 'uk' }) },
    secrets: { decrypt: () => undefined } as never,
    documents: { receipt: async () => Buffer.from('receipt'), invoice: print, creditNote: print } as never,
    people: { contactsOf: async () => [], find: async () => ({ nickname: 'lanlan' }) } as never,
    mailer: { send: async () => undefined } as never,
    taxes: new Map([['uk', { number: 'GB123456789', basisPoints: 2_000 }]]),
    transact: till.within,
  });
  const count = async () => (await base.db.selectFrom('invoices').select('id').where('operator', '=', 'test').execute()).length;
  const before = await count();
  const ref = await till.asked();
  const reference = await till.begun(ref);
  expect(await count()).toBe(before);
  await till.says(reference);
  await till.says(reference, { id: `again ${reference}` });
  expect(await count()).toBe(before + 1);
  await receipts.invoice(ref.userId, reference);
  await receipts.invoice(ref.userId, reference);
  expect(made[0]?.tax).toMatchObject({ basisPoints: 2_000, amount: pounds(1_667n), number: 'GB123456789' });
  expect(made[1]).toEqual(made[0]);
  await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(95_000n), reason: 'asked', by: 'system' }, till.clock.now));
  await till.payments.sendRefunds(till.clock.now);
  expect(await count()).toBe(before + 2);
  const [refund = ''] = known(await receipts.invoiced(known(await till.payments.find(reference)))).credits;
  await receipts.creditNote(ref.userId, refund);
  expect(made[2]).toMatchObject({
    number: expect.stringMatching(/^TEST-CN-2026-\d{6}$/),
    invoice: made[0]?.number,
    tax: { basisPoints: 2_000, amount: pounds(833n), number: 'GB123456789' },
  });
});

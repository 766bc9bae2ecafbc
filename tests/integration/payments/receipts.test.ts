/** Receipts: a file for who paid, and a mail for what came and what went back, each once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractText } from 'unpdf';
import type { CreditNoteInput, InvoiceInput } from '#lib/features/documents/documents.schema.ts';
import { createReceiptsService } from '#lib/features/payments/receipts.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { paymentReceiptMail } from '#lib/features/payments/mail/payment-receipt.mail.ts';
import { paymentRefundedMail } from '#lib/features/payments/mail/payment-refunded.mail.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { openTill, pounds } from '#tests/support/till.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
const people = () => known(desk.office.on.services.people);

test('a receipt is there once it is paid, for who paid it alone, and is told by mail with what goes back', async () => {
  const [by, other] = [await desk.somebody(), await desk.somebody()];
  const code = await desk.signed(by);
  const ref = { kind: 'order', code } as const;
  const reference = await beginToPay(desk.office, by, ref);
  const { receipts, receiptFile, payments } = people();
  const [own, stranger] = [await userOf(by), await userOf(other)];
  expect([await receiptFile(own, reference), await receipts.of(ref, own)]).toEqual([undefined, []]);
  expect(await tellPaid(desk.office, reference)).toBe('booked');
  const file = known(await receiptFile(own, reference));
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  // The payer is named as in their passport, not by where the account is reached.
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  const packed = (words: string) => words.normalize('NFC').replaceAll(/\s/g, '');
  expect([packed(text).includes(packed(applicant.full_name)), text.includes('@example.org')]).toEqual([true, false]);
  expect(await receiptFile(stranger, reference)).toBeUndefined();
  expect([(await receipts.of(ref, own)).length, (await receipts.of(ref, stranger)).length]).toEqual([1, 0]);
  // The same receipt is the same file.
  expect(known(await receiptFile(own, reference)).equals(file)).toBe(true);

  const letters = () => desk.office.letters.filter(({ name, input }) => name.startsWith('payment-') && input['reference'] === reference);
  await receipts.tell(reference, undefined);
  expect(letters()).toMatchObject([{ name: 'payment-receipt', locale: 'en-us', input: { method: 'card', isTest: true } }]);

  const refund = { amount: pounds(1_000n), reason: 'asked', by: 'system' } as const;
  const sent = await desk.office.on.base.database.transact((tx) => payments.collecting.refund(tx, ref, refund, desk.office.clock.now));
  expect(sent.ok).toBe(true);
  await payments.sendRefunds(desk.office.clock.now);
  const [gone] = await payments.refundsOf(known(await payments.find(reference)).payment.id);
  await receipts.tell(reference, known(gone).reference);
  expect(letters().at(-1)).toMatchObject({ name: 'payment-refunded', input: { amount: '10.00', currency: 'GBP' } });
  expect(known(await receiptFile(own, reference)).equals(file)).toBe(false);
  // A refund of another payment tells nothing.
  await receipts.tell(reference, 'ZZZZ-ZZZZ');
  expect(letters()).toHaveLength(2);
});

test('what came is told once however often it is told to us, what goes back once, and what was too late as going back alone', async () => {
  const base = await testDatabase();
  try {
    const till = openTill(base.db, { shortLimits: new Map([['GBP', 2_500n]]) });
    const ref = await till.asked();
    const card = await till.begun(ref);
    await till.says(card);
    await till.says(card, { id: `again${card}` });
    expect(till.told).toEqual([`receipt ${card}`]);
    const refund = { amount: pounds(5_000n), reason: 'asked', by: 'system' } as const;
    await till.within((tx) => till.payments.collecting.refund(tx, ref, refund, till.clock.now));
    await till.payments.sendRefunds(till.clock.now);
    await till.payments.sendRefunds(till.clock.now);
    expect(till.told).toHaveLength(2);

    till.answer.paid = async () => 'too-late';
    const late = await till.begun(await till.asked());
    await till.says(late);
    await till.payments.sendRefunds(till.clock.now);
    expect(till.told.filter((one) => one.includes(late))).toEqual([]);
    expect(till.told).toHaveLength(3);
  } finally {
    await base.close();
  }
});

test('an invoice is for our own fees alone, for who paid and with the first payment; what of them goes back is a credit note each time, and it stays', async () => {
  const base = await testDatabase();
  try {
    const till = openTill(base.db);
    const made: InvoiceInput[] = [];
    const credited: CreditNoteInput[] = [];
    const documents = {
      receipt: async () => Buffer.from('receipt'),
      invoice: async (input: InvoiceInput) => {
        made.push(input);
        return Buffer.from('invoice');
      },
      creditNote: async (input: CreditNoteInput) => {
        credited.push(input);
        return Buffer.from('credit note');
      },
    };
    const people = { contactsOf: async () => [], find: async () => ({ nickname: 'lanlan' }) } as unknown as Parameters<
      typeof createReceiptsService
    >[0]['people'];
    const secrets = { decrypt: () => undefined };
    const parts = {
      payments: till.payments,
      secrets,
      documents,
      people,
      mailer: { send: async () => undefined } as never,
      taxes: new Map([['uk', { number: 'GB123456789', basisPoints: 2_000 }]]),
      transact: till.within,
    };
    const receipts = createReceiptsService(parts);
    const ref = await till.asked();
    const reference = await till.begun(ref);
    expect(await receipts.invoice(ref.userId, reference), 'nothing is paid').toBeUndefined();
    await till.says(reference);
    expect(await receipts.invoice(ref.userId, reference)).toBeDefined();
    // Of 1,000 pounds 100 are our own; rent and deposit are never on it.
    expect(made).toMatchObject([
      { number: expect.stringMatching(/^TEST-INV-2026-\d{6}$/), tax: undefined, lines: [{ amount: pounds(10_000n) }], isTest: true },
    ]);
    // It is to the name of the passport where what was paid for knows one, and to that of the account where it does not.
    const named = createReceiptsService({ ...parts, payments: { ...till.payments, payerNames: async () => ['Nguyễn Thị Lan', '阮氏兰'] } });
    await named.invoice(ref.userId, reference);
    expect(made.map(({ customer }) => customer)).toEqual(['lanlan', 'Nguyễn Thị Lan']);
    made.pop();
    expect(await receipts.invoice(asId<UserId>(1), reference)).toBeUndefined();
    /** Numbers of the credit notes there are once so much has gone back. */
    const back = async (minor: bigint): Promise<readonly string[]> => {
      till.clock.now = new Date(till.clock.now.getTime() + 60_000);
      await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'asked', by: 'system' }, till.clock.now));
      await till.payments.sendRefunds(till.clock.now);
      return known(await receipts.invoiced(known(await till.payments.find(reference)))).credits;
    };
    // Rent and deposit go first, and are on no invoice.
    expect(await back(89_000n)).toEqual([]);
    const [first = ''] = await back(5_000n);
    const [same, second = '', ...more] = await back(6_000n);
    expect([same, more]).toEqual([first, []]);
    await receipts.invoice(ref.userId, reference);
    expect(made.at(-1)?.lines).toMatchObject([{ amount: pounds(10_000n) }]);
    for (const refund of [first, second]) expect(await receipts.creditNote(ref.userId, refund)).toBeDefined();
    expect(credited).toMatchObject([
      {
        number: expect.stringMatching(/^TEST-CN-2026-\d{6}$/),
        invoice: made[0]?.number,
        customer: 'lanlan',
        lines: [{ amount: pounds(4_000n) }],
        isTest: true,
      },
      { number: expect.stringMatching(/^TEST-CN-2026-\d{6}$/), invoice: made[0]?.number, lines: [{ amount: pounds(6_000n) }] },
    ]);
    const ofRent = known((await till.payments.refundsOf(known(await till.payments.find(reference)).payment.id))[0]).reference;
    const theirs = [
      await receipts.creditNote(asId<UserId>(1), first),
      await receipts.creditNote(ref.userId, ofRent),
      await receipts.creditNote(ref.userId, 'ZZZZ-ZZZZ'),
    ];
    expect(theirs).toEqual([undefined, undefined, undefined]);
  } finally {
    await base.close();
  }
});

test('no mail of a payment has room for an account number', () => {
  const said = { reference: '1A2B-3C4D', title: 'Order', method: 'bank-transfer', amount: '10.00', currency: 'GBP' } as const;
  expect(Object.keys(paymentReceiptMail.input.parse({ ...said, isTest: false, lines: ['GB33'] })).sort()).not.toContain('lines');
  expect(Object.keys(paymentRefundedMail.input.parse({ ...said, byHand: true, iban: 'GB33' })).sort()).not.toContain('iban');
});

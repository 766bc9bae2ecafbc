/** What is decided about payments, without a database. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { imbalanceOf } from '#lib/features/ledger/ledger.rules.ts';
import { nextPaymentState, paymentActors, paymentEvents, paymentGraph } from '#lib/features/payments/payments.process.rules.ts';
import { areShares, backEntries, creditsOf, faultOf, takenEntries, payerOf } from '#lib/features/payments/payments.rules.ts';
import { payableKinds } from '#lib/features/payments/payment-states.schema.ts';
import { paymentStates } from '#lib/features/payments/payments.schema.ts';
import { payLabel, wayBack } from '#lib/features/payments/payments.words.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Share } from '#lib/features/payments/payments.schema.ts';
import { money } from '#lib/money/money.ts';
import { isSigned, signMessage } from '#lib/ports/payment/signed-message.ts';

describe('the states of a payment', () => {
  test('every edge leads where it says, and nothing else leads anywhere', () => {
    const edges = new Set(paymentGraph.flatMap(({ from, event, by, to }) => by.map((actor) => `${from} ${event} ${actor} ${to}`)));
    for (const from of paymentStates)
      for (const event of paymentEvents)
        for (const by of paymentActors) {
          const to = nextPaymentState(from, event, by);
          expect(
            to === undefined
              ? !paymentGraph.some((one) => one.from === from && one.event === event && one.by.includes(by))
              : edges.has(`${from} ${event} ${by} ${to}`),
          ).toBe(true);
        }
    expect(edges.size).toBe(new Set(paymentGraph.flatMap(({ from, event, by }) => by.map((actor) => `${from} ${event} ${actor}`))).size);
  });

  test('a payer makes nothing succeed or come back, and what has arrived is not unsaid', () => {
    for (const from of paymentStates)
      for (const event of ['succeed', 'give-back-part', 'give-back-all'] as const) expect(nextPaymentState(from, event, 'payer')).toBeUndefined();
    for (const from of ['succeeded', 'refunded', 'part_refunded'] as const)
      for (const event of ['fail', 'expire', 'succeed', 'begin'] as const)
        for (const by of paymentActors) expect(nextPaymentState(from, event, by)).toBeUndefined();
  });
});

describe('the words of the payment page', () => {
  test.each(locales)('in %s only the first payment of an order books, and each kind of thing leads back to itself', (locale) => {
    const t = translator(locale);
    const booking = t(payLabel('order', true));
    const others = [payLabel('order', false), payLabel('payrent', true), payLabel('viewing', true)].map((key) => t(key));
    expect(others).not.toContain(booking);
    // Rent for landlords and viewings are paid on the same page, and are no booking.
    expect(t('payments.center_lead')).not.toMatch(/booking|order|đơn|订单|訂單|预订|預訂/i);
    const facts = { title: '', lines: [], seller: '', zone: undefined, country: undefined, path: '/there' };
    const back = payableKinds.map((kind) => wayBack(t, { kind, code: '' }, facts)?.name);
    expect(new Set(back).size).toBe(payableKinds.length);
  });
});

const gbp = (minor: bigint) => money(minor, 'GBP');
const share = fc.record({
  payee: fc.constantFrom<Share['payee']>('supplier', 'operator'),
  supplierId: fc.integer({ min: 1, max: 5 }),
  what: fc.constantFrom<Share['what']>('rent', 'deposit', 'fee'),
  amount: fc.bigInt(1n, 10n ** 12n).map(gbp),
});

describe('money that goes back', () => {
  test('in whatever steps: each step is its amount, and all of them together give every payee’s account back what it got', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: 1, maxLength: 6 }), fc.array(fc.bigInt(1n, 10n ** 12n), { maxLength: 5 }), (shares, steps) => {
        const whole = shares.reduce((sum, { amount }) => sum + amount.minor, 0n);
        const balance = new Map<string, bigint>();
        const move = (entries: readonly { readonly account: string; readonly amount: { readonly minor: bigint } }[]) =>
          entries.forEach(({ account, amount }) => balance.set(account, (balance.get(account) ?? 0n) + amount.minor));
        const taken = takenEntries('customer:1', shares);
        expect(imbalanceOf(taken)).toBeUndefined();
        move(taken.filter(({ account }) => account !== 'customer:1'));
        let already = 0n;
        for (const step of [...steps, whole]) {
          const part = step < whole - already ? step : whole - already;
          if (part === 0n) continue;
          const entries = backEntries(shares, already, gbp(part));
          expect(entries.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(part);
          expect(entries.every(({ amount }) => amount.minor > 0n)).toBe(true);
          move(entries);
          already += part;
        }
        expect([...balance.values()].every((minor) => minor === 0n)).toBe(true);
        expect(() => backEntries(shares, whole, gbp(1n))).toThrow(TypeError);
      }),
    );
  });
});

describe('what the operator pays of a supplier’s rent', () => {
  const helped = fc
    .record({ rent: fc.bigInt(1n, 10n ** 9n), off: fc.bigInt(0n, 10n ** 9n), deposit: fc.bigInt(0n, 10n ** 6n), fee: fc.bigInt(0n, 10n ** 6n) })
    .map(({ rent, off, deposit, fee }): readonly Share[] => [
      { payee: 'supplier', supplierId: 1, what: 'rent', amount: gbp(rent) },
      { payee: 'supplier', supplierId: 1, what: 'deposit', amount: gbp(deposit) },
      { payee: 'operator', supplierId: undefined, what: 'fee', amount: gbp(fee) },
      { payee: 'operator', supplierId: undefined, what: 'fee', amount: gbp(-(off % rent)) },
    ]);

  test('comes back to it as the payer’s part comes back, in whatever steps, and nobody is left with anything', () => {
    fc.assert(
      fc.property(helped, fc.array(fc.bigInt(1n, 10n ** 9n), { maxLength: 5 }), (shares, steps) => {
        const whole = shares.reduce((sum, { amount }) => sum + amount.minor, 0n);
        expect(areShares(shares, gbp(whole))).toBe(true);
        const balance = new Map<string, bigint>();
        const taken = takenEntries('customer:1', shares);
        expect(imbalanceOf(taken)).toBeUndefined();
        for (const { account, amount } of taken) balance.set(account, (balance.get(account) ?? 0n) + amount.minor);
        let already = 0n;
        for (const step of [...steps, whole]) {
          const part = step < whole - already ? step : whole - already;
          if (part === 0n) continue;
          const entries = backEntries(shares, already, gbp(part));
          expect(entries.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(part);
          for (const { account, amount } of entries) balance.set(account, (balance.get(account) ?? 0n) + amount.minor);
          already += part;
        }
        expect([...balance].filter(([account, minor]) => account !== 'customer:1' && minor !== 0n)).toEqual([]);
      }),
    );
  });

  test('is nobody else’s, and no more than the rent', () => {
    const share = (payee: Share['payee'], what: Share['what'], minor: bigint): Share => ({ payee, supplierId: 1, what, amount: gbp(minor) });
    expect(areShares([share('supplier', 'rent', 150n), share('operator', 'fee', -50n)], gbp(100n))).toBe(true);
    expect(areShares([share('supplier', 'rent', 150n), share('supplier', 'fee', -50n)], gbp(100n))).toBe(false);
    expect(areShares([share('supplier', 'rent', 10n), share('operator', 'fee', 110n), share('operator', 'fee', -20n)], gbp(100n))).toBe(false);
    expect(areShares([share('supplier', 'rent', 99n)], gbp(100n))).toBe(false);
  });
});

describe('what does not fit', () => {
  const asked = { reference: 'AAAA-BBBB', amount: gbp(10_000n) };
  test.each([
    ['AAAA-BBBB', 10_000n, 'GBP', undefined],
    ['AAAA-BBBC', 10_000n, 'GBP', 'reference'],
    ['AAAA-BBBB', 10_000n, 'USD', 'currency'],
    ['AAAA-BBBB', 10_001n, 'GBP', 'amount'],
    ['AAAA-BBBB', 9_999n, 'GBP', 'short'],
    ['AAAA-BBBB', 9_900n, 'GBP', 'short'],
    ['AAAA-BBBB', 9_899n, 'GBP', 'amount'],
    ['AAAA-BBBB', 0n, 'GBP', 'amount'],
  ])('%s %s %s: %s', (reference, minor, currency, fault) => {
    expect(faultOf(asked, { reference, amount: { minor, currency } }, 100n)).toBe(fault);
  });
});

test('a signature is of these bytes, by this key, of these minutes', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const body = Buffer.from('{"id":"evt_1"}');
  const header = signMessage('whsec_a', body, now);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  expect(isSigned(header, ['whsec_b', 'whsec_a'], body, after(299))).toBe(true);
  expect(isSigned(header, ['whsec_a'], body, after(302))).toBe(false);
  expect(isSigned(header, ['whsec_a'], body, after(-302))).toBe(false);
  expect(isSigned(header, ['whsec_b'], body, now)).toBe(false);
  expect(isSigned(header, ['whsec_a'], Buffer.from('{"id":"evt_2"}'), now)).toBe(false);
  // Another time under the same digest, a digest of another length, none at all.
  expect(isSigned(header.replace(/^t=\d+/, `t=${Math.floor(now.getTime() / 1_000) + 5}`), ['whsec_a'], body, now)).toBe(false);
  expect(isSigned(header.slice(0, -2), ['whsec_a'], body, now)).toBe(false);
  for (const odd of [null, '', 't=1', 'v1=00', 'x'.repeat(5_000)]) expect(isSigned(odd, ['whsec_a'], body, now)).toBe(false);
  // While a key is changed, two signatures come.
  expect(isSigned(`${header},v1=${'0'.repeat(64)}`, ['whsec_a'], body, now)).toBe(true);
});

test('a provider is told where a payer is; inside a mini program, where nothing of WeChat opens, as at a desk', () => {
  const device = (userAgent: string) => payerOf({ userAgent, address: '203.0.113.7' }).device;
  expect(device('Mozilla/5.0 (X11; Linux x86_64) Chrome/150')).toBe('desktop');
  expect(device('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148')).toBe('phone');
  expect(device('Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50')).toBe('wechat');
  expect(device('Mozilla/5.0 (Windows NT 10.0) WindowsWechat MicroMessenger/7.0')).toBe('wechat');
  expect(device('Mozilla/5.0 (iPhone) MicroMessenger/8.0.50 miniProgram')).toBe('desktop');
  expect(device('')).toBe('desktop');
});

test('what refunds give back of our own fees: last of all, at once where they go back by themselves, and never for what a bank took', () => {
  const pounds = (minor: bigint) => ({ minor, currency: 'GBP' }) as const;
  const shares: readonly Share[] = [
    { payee: 'supplier', supplierId: 7, what: 'rent', amount: pounds(700n) },
    { payee: 'operator', supplierId: undefined, what: 'fee', amount: pounds(100n) },
  ];
  const refund = (basis: 'excess' | 'untaken' | 'taken' | 'fee', minor: bigint, reason = 'asked') => ({ basis, reason, amount: pounds(minor) });
  const given = (...gone: readonly ReturnType<typeof refund>[]) => creditsOf(shares, gone).map(({ amount }) => amount.minor);
  expect(given(refund('excess', 50n), refund('taken', 690n))).toEqual([]);
  expect(given(refund('taken', 690n), refund('taken', 30n), refund('taken', 80n))).toEqual([20n, 80n]);
  expect(given(refund('fee', 100n), refund('taken', 700n))).toEqual([100n]);
  expect(given(refund('taken', 760n, 'chargeback'), refund('taken', 40n))).toEqual([40n]);
});

import { readdirSync } from 'node:fs';
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { brandName } from '#lib/brand.ts';
import { addDays, addMonths, formatDate, isDate } from '#lib/dates/dates.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { fromToday, wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationRows } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { readQuoteData } from '#lib/features/quotes/letting-law.files.ts';
import { allowedBy, lawsOf, lettingKindOf, protectionOf } from '#lib/features/quotes/letting-law.rules.ts';
import { lettingKinds } from '#lib/features/quotes/letting-law.schema.ts';
import type { LettingPlace } from '#lib/features/quotes/letting-law.schema.ts';
import { bankEstimate, duesCovered, quoteOf, quotesOfPlans, totalOf } from '#lib/features/quotes/quote.rules.ts';
import type { QuoteInput } from '#lib/features/quotes/quote.rules.ts';
import { dueToBook, duesToSupplier, ownFeesOf, paymentPlans, quoteSchema } from '#lib/features/quotes/quote.schema.ts';
import { sayBankEstimate, sayDues, sayQuote } from '#lib/features/quotes/quote.words.ts';
import { refundOf, splitOfPaid } from '#lib/features/quotes/refund.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { formatMoney, leaseUnits, money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';

const { law, guarantors, bankCosts } = readQuoteData('src/content');
const policies = readCancellationPolicies('src/content/cancellation-policies');
const [guarantor] = guarantors;
const england: LettingPlace = { country: 'uk', state: 'Greater London', kind: 'private-letting' };
const nowhere: LettingPlace = { country: 'nowhere', state: undefined, kind: 'purpose-built' };
const today = '2026-11-23';

const terms = (overrides: Partial<TenancyTerms> = {}): TenancyTerms => ({
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(22500n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25000n, 'GBP'),
  bookingFee: money(5000n, 'GBP'),
  ...overrides,
});

const quote = (overrides: Partial<QuoteInput> = {}) => quoteOf({ terms: terms(), plan: 'in-full', today, place: nowhere, law, ...overrides });

const anyTerms = fc
  .record({
    currency: fc.constantFrom('GBP' as const, 'JPY' as const, 'VND' as const),
    nights: fc.integer({ min: 1, max: 800 }),
    rent: fc.bigInt({ min: 100n, max: 900_000n }),
    off: fc.option(fc.bigInt({ min: 1n, max: 99n })),
    unit: fc.constantFrom(...leaseUnits),
    deposit: fc.bigInt({ min: 0n, max: 500_000n }),
    fee: fc.bigInt({ min: 0n, max: 50_000n }),
    start: fc.integer({ min: -700, max: 700 }),
  })
  .map(({ currency, nights, rent, off, unit, deposit, fee, start }) => {
    const moveIn = addDays(today, start);
    return terms({
      moveIn,
      moveOut: addDays(moveIn, Math.max(nights, 1 - start)),
      rent: money(rent, currency),
      unit,
      promoRent: off === null ? undefined : money(rent - off, currency),
      deposit: money(deposit, currency),
      bookingFee: money(fee, currency),
    });
  });

const anyInput = fc
  .record({
    terms: anyTerms,
    plan: fc.constantFrom(...paymentPlans),
    instalments: fc.oneof(
      fc.constantFrom('monthly' as const, 'fortnightly' as const, undefined),
      fc.array(
        fc.integer({ min: -100, max: 900 }).map((days) => addDays(today, days)),
        { maxLength: 6 },
      ),
    ),
    coupon: fc.option(fc.bigInt({ min: 0n, max: 2_000_000n })),
  })
  .map(
    ({ coupon, ...input }): QuoteInput => ({
      ...input,
      today,
      place: england,
      law,
      coupon: coupon === null ? undefined : { amount: money(coupon, input.terms.rent.currency), payee: 'supplier' },
      guarantor: guarantor && { ...guarantor, least: money(18_000n, input.terms.rent.currency) },
    }),
  );

const sum = (amounts: readonly Money[]): bigint => amounts.reduce((all, { minor }) => all + minor, 0n);

describe('a quote', () => {
  test('[R3.53] says what pages say: contract total and deposit are those of the whole price, whatever the lease', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        const { contractTotal, deposit, nights, moveIn } = quote({ terms: one });
        const shown = fromToday(one, today);
        const price = wholePrice(shown);
        expect({ contractTotal, deposit, nights, moveIn }).toEqual({
          contractTotal: price.contractTotal,
          deposit: price.deposit,
          nights: price.nights,
          moveIn: shown.moveIn,
        });
      }),
    );
  });

  test('its lines, and what is due day by day, both come to contract total and deposit, by each way of paying', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const one = quoteOf(input);
        const total = totalOf(one).minor;
        expect(sum(one.lines.map(({ amount }) => amount))).toBe(total);
        expect(sum(one.dues.map(({ amount }) => amount))).toBe(total);
        expect(one.dues.filter(({ on }) => on === 'booking')).toHaveLength(1);
        expect(one.dues.every(({ amount }) => amount.minor >= 0n)).toBe(true);
        const days = one.dues.map(({ on }) => on).slice(1);
        expect(days).toEqual([...new Set(days)].toSorted());
        expect(days.every((on) => one.moveIn < on && on < (one.moveOut ?? ''))).toBe(true);
      }),
    );
  });

  test('a coupon takes off rent and no more; a service that stands as guarantor is its own line, owed to us, and never comes back', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const one = quoteOf(input);
        const price = wholePrice(fromToday(input.terms, today));
        const asked = input.coupon?.amount.minor ?? 0n;
        const off = asked < price.rentTotal.minor ? asked : price.rentTotal.minor;
        const fee = one.lines.find(({ kind }) => kind === 'guarantor-fee');
        expect(one.contractTotal.minor).toBe(price.contractTotal.minor - off + (fee?.amount.minor ?? 0n));
        expect(fee === undefined).toBe(input.plan !== 'guarantor-service');
        if (fee) expect(fee).toMatchObject({ payee: 'operator', back: 'never' });
      }),
    );
  });

  test('who collects changes no sum, line, day or break; what is theirs and our own fees are together what is due, and theirs is all that the law looks at', () => {
    fc.assert(
      fc.property(anyTerms, fc.constantFrom(...paymentPlans), (lease, plan) => {
        const serves = guarantor?.least.currency === lease.rent.currency ? guarantor : undefined;
        if (lease.moveOut <= today || (plan === 'guarantor-service' && !serves)) return;
        const input = { terms: lease, plan, today, place: england, law, guarantor: serves };
        const { collects, ...theirs } = quoteOf({ ...input, collects: 'supplier' });
        expect([collects, theirs]).toEqual(['supplier', quoteOf(input)]);
        const quote = { ...theirs, collects };
        const toThem = duesToSupplier(quote).reduce((sum, { amount }) => sum + amount.minor, 0n);
        expect(toThem + ownFeesOf(quote).minor).toBe(totalOf(quote).minor);
        for (const { on, amount } of duesToSupplier(quote)) {
          const due = quote.dues.find((one) => one.on === on)?.amount.minor ?? 0n;
          expect(amount.minor).toBe(on === 'booking' ? due - ownFeesOf(quote).minor : due);
        }
        expect(quoteSchema.parse(JSON.parse(JSON.stringify(quote, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))))).toEqual(quote);
      }),
    );
  });

  test('a coupon of ours takes nothing off where the provider collects: nobody would pay them the rest', () => {
    const coupon = { amount: money(1_000n, 'GBP'), payee: 'operator' } as const;
    expect(() => quote({ coupon, collects: 'supplier' })).toThrow(RangeError);
    expect(totalOf(quote({ coupon: { ...coupon, payee: 'supplier' }, collects: 'supplier' })).minor).toBe(totalOf(quote()).minor - 1_000n);
  });

  test.each(locales)('%s: says who collects, and who owes a refund', (locale) => {
    const words = { t: translator(locale), intl: localeFacts[locale].intl, locale };
    const [ours, theirs] = [sayQuote(quote(), 'Weaver Court', words).collects, sayQuote(quote({ collects: 'supplier' }), 'Weaver Court', words).collects];
    for (const said of [ours, theirs])
      expect([said.includes('Weaver Court'), said.includes(brandName(locale)), /[{}]/.test(said)]).toEqual([true, true, false]);
    expect(ours).not.toBe(theirs);
    const service = quote({ collects: 'supplier', plan: 'guarantor-service', guarantor });
    expect(sayQuote(service, 'Weaver Court', words).collects).not.toBe(theirs);
  });

  test.each(locales)('%s: a way of paying says in one sentence what is due, its whole sum, its fee, and what the law forbids', (locale) => {
    const words = { t: translator(locale), intl: localeFacts[locale].intl };
    const sum = (amount: Money): string => formatMoney(amount, words.intl);
    for (const plan of paymentPlans) {
      const one = quote({ plan, place: england, ...(plan === 'guarantor-service' ? { guarantor } : {}) });
      const said = sayDues(one, words);
      const last = one.dues.at(-1);
      expect(said).toContain(sum(totalOf(one)));
      expect(said).not.toMatch(/[{}]/);
      if (one.dues.length > 1 && last && last.on !== 'booking') {
        expect(said).toContain(formatDate(last.on, words.intl));
        expect(said).toContain(sum(one.dues[0]?.amount ?? last.amount));
      }
      expect(ownFeesOf(one).minor > 0n && !said.includes(sum(ownFeesOf(one)))).toBe(false);
      expect(sayDues({ ...one, breaks: [] }, words) === said, 'a break is said').toBe(one.breaks.length === 0);
    }
  });

  test('monthly instalments: the first is never more than a month of rent, and they fall on the day of moving in', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        const monthly = quote({
          terms: { ...one, promoRent: undefined, deposit: money(0n, one.rent.currency), bookingFee: money(0n, one.rent.currency) },
          plan: 'instalments',
        });
        const { rentTotal, nights } = wholePrice(fromToday({ ...one, promoRent: undefined }, today));
        expect(dueToBook(monthly).minor * BigInt(nights) * 12n <= rentTotal.minor * 364n || nights < 31).toBe(true);
      }),
    );
    const dues = quote({ plan: 'instalments', terms: terms({ moveIn: '2027-08-31', moveOut: '2028-01-15' }) }).dues;
    expect(dues.map(({ on }) => on)).toEqual(['booking', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31']);
  });

  test('instalments by term dates weigh the nights between them', () => {
    const one = quote({ plan: 'instalments', instalments: ['2028-01-08', '2027-01-01', '2028-04-15', '2029-01-01'] });
    expect(one.dues).toEqual([
      { on: 'booking', amount: money(405_000n + 5_000n + 25_000n, 'GBP') },
      { on: '2028-01-08', amount: money(315_000n, 'GBP') },
      { on: '2028-04-15', amount: money(427_500n, 'GBP') },
    ]);
  });

  test('a promo stands as a line of what it takes off; the fee comes back where the policy says so', () => {
    const one = quote({ terms: terms({ promoRent: money(20_000n, 'GBP') }), policy: policies.get('standard') });
    expect(one.lines.map(({ kind, amount, back }) => [kind, amount.minor, back])).toEqual([
      ['rent', 1_147_500n, 'by-policy'],
      ['promo', -127_500n, 'by-policy'],
      ['booking-fee', 5_000n, 'by-policy'],
      ['deposit', 25_000n, 'at-the-end'],
    ]);
    expect(quote({ policy: policies.get('non-refundable') }).lines.find(({ kind }) => kind === 'booking-fee')?.back).toBe('never');
  });

  test('comes through its stored form unchanged', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const one = quoteOf(input);
        const stored = JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
        expect(quoteSchema.parse(JSON.parse(stored))).toEqual(one);
      }),
      { numRuns: 30 },
    );
  });

  test('a lease that is over has none, nor has a service in another currency', () => {
    expect(() => quote({ terms: terms({ moveIn: '2026-01-01', moveOut: today }) })).toThrow(RangeError);
    expect(() => quote({ plan: 'guarantor-service' })).toThrow(RangeError);
    expect(quotesOfPlans({ terms: terms(), today, place: nowhere, law }).map(({ plan }) => plan)).toEqual(['in-full', 'instalments']);
    expect(quotesOfPlans({ terms: terms(), today, place: england, law, guarantor }).map((one) => totalOf(one).minor)).toEqual([
      1_177_500n,
      1_177_500n,
      1_229_138n,
    ]);
  });

  test('months later is the same day, or the last of a shorter month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 30 }), (day, months) => {
        const from = addDays('2026-01-01', day);
        const to = addMonths(from, months);
        expect(isDate(to)).toBe(true);
        expect(Number(to.slice(8)) <= Number(from.slice(8))).toBe(true);
        if (to.slice(8) !== from.slice(8)) expect(addDays(to, 1).slice(8)).toBe('01');
      }),
    );
  });
});

describe('letting law', () => {
  const rules = (overrides: Partial<QuoteInput>): string[] => quote({ place: england, ...overrides }).breaks.map(({ rule }) => rule);

  test('England: five weeks of deposit, six from £50,000 a year, no fees, and from May 2026 one month of rent ahead for homes let by themselves', () => {
    const noFee = terms({ bookingFee: money(0n, 'GBP'), deposit: money(112_500n, 'GBP') });
    expect(rules({ terms: noFee, plan: 'instalments' })).toEqual([]);
    expect(rules({ terms: { ...noFee, deposit: money(112_501n, 'GBP') }, plan: 'instalments' })).toEqual(['deposit']);
    const dear = { ...noFee, rent: money(96_154n, 'GBP') };
    expect(rules({ terms: { ...dear, deposit: money(96_154n * 6n, 'GBP') }, plan: 'instalments' })).toEqual([]);
    expect(rules({ terms: terms(), plan: 'instalments' })).toEqual(['fees']);
    expect(rules({ terms: noFee })).toEqual(['rent-in-advance']);
    expect(rules({ terms: noFee, today: '2026-04-30' })).toEqual([]);
    expect(rules({ terms: noFee, place: { ...england, kind: 'purpose-built' } })).toEqual([]);
  });

  test('a break says the rule, what it allows, what was found, its source and since when', () => {
    expect(
      quote({
        place: { country: 'ca', state: 'British Columbia', kind: 'private-letting' },
        terms: terms({ rent: money(100_000n, 'CAD'), unit: 'MONTH', deposit: money(50_001n, 'CAD'), bookingFee: money(0n, 'CAD') }),
      }).breaks,
    ).toEqual([
      { rule: 'deposit', limit: money(50_000n, 'CAD'), found: money(50_001n, 'CAD'), source: expect.stringContaining('bclaws'), since: '2004-01-01' },
    ]);
  });

  test('where nothing is known, nothing is said to be broken: a place without data, a city without a state, a rent beyond what the law means', () => {
    expect(rules({ place: nowhere })).toEqual([]);
    expect(lawsOf(law, { country: 'uk', state: undefined, kind: 'private-letting' }, today)).toEqual([]);
    const victoria = { country: 'au', state: 'Victoria', kind: 'private-letting' } as const;
    expect(allowedBy(law, victoria, today, { rent: money(90_000n, 'AUD'), unit: 'WEEK' })).toHaveLength(1);
    expect(allowedBy(law, victoria, today, { rent: money(90_001n, 'AUD'), unit: 'WEEK' })).toHaveLength(0);
  });

  test('a holding deposit is measured where fees may be asked for', () => {
    const sydney = { country: 'au', state: 'New South Wales', kind: 'private-letting' } as const;
    const own = terms({ rent: money(50_000n, 'AUD'), deposit: money(0n, 'AUD'), bookingFee: money(50_001n, 'AUD') });
    expect(rules({ place: sydney, terms: own, plan: 'instalments' })).toEqual(['holding-deposit']);
    expect(rules({ place: sydney, terms: own, plan: 'instalments', instalments: 'monthly' })).toEqual(['rent-in-advance', 'holding-deposit']);
  });

  const { cities } = loadGeo();

  test.each(readdirSync('src/content/letting-law'))('%s is named after its country, and its states are those of its cities', (file) => {
    const own = law.filter(({ country }) => `${country}.yaml` === file);
    expect(own.length).toBeGreaterThan(0);
    const states = new Set(cities.filter(({ country }) => `${country.slug}.yaml` === file).map(({ state }) => state));
    expect(states.size, file).toBeGreaterThan(0);
    for (const { states: within = [], exceptStates = [], since, until = '9999-12-31' } of own) {
      expect([...within, ...exceptStates].filter((state) => !states.has(state))).toEqual([]);
      expect(since <= today && since < until).toBe(true);
    }
  });

  test('no two laws say a different thing of one letting', () => {
    for (const { country, state } of cities)
      for (const kind of lettingKinds) {
        const limits = allowedBy(law, { country: country.slug, state, kind }, today, { rent: money(30_000n, country.currency), unit: 'WEEK' });
        expect(new Set(limits.map(({ rule }) => rule)).size, `${state} ${kind}`).toBe(limits.length);
      }
  });

  test('where two weeks are all that may be asked for ahead, instalments come each fortnight', () => {
    const wellington = { country: 'nz', state: undefined, kind: 'private-letting' } as const;
    const one = quote({
      place: wellington,
      plan: 'instalments',
      terms: terms({ rent: money(30_001n, 'NZD'), deposit: money(0n, 'NZD'), bookingFee: money(0n, 'NZD'), moveOut: '2027-10-10' }),
    });
    expect(one.dues.map(({ on }) => on)).toEqual(['booking', '2027-09-18', '2027-10-02']);
    expect(one.breaks).toEqual([]);
  });

  test('what kind of letting a home is', () => {
    expect(lettingKindOf('apartment', 'operator')).toBe('purpose-built');
    expect(lettingKindOf('house', 'operator')).toBe('private-letting');
    expect(lettingKindOf('apartment', 'landlord')).toBe('private-letting');
    expect(lettingKindOf('apartment', 'homestay-host')).toBe('homestay');
  });
});

describe('where a deposit is kept safe', () => {
  const protects = (country: string, state: string | undefined, kind: 'private-letting' | 'purpose-built' = 'private-letting', day = '2026-11-29') =>
    protectionOf(law, { country, state, kind }, day);

  test('is said by the law of the state, with days as it counts them', () => {
    expect(protects('uk', 'West Yorkshire')).toMatchObject({ days: 30, counted: 'days' });
    expect(protects('uk', 'Scotland')).toMatchObject({ days: 30, counted: 'working-days' });
    expect(protects('uk', 'Northern Ireland')).toMatchObject({ days: 28 });
    expect(protects('au', 'New South Wales')?.schemes).toHaveLength(1);
    expect(protects('nz', undefined)).toMatchObject({ schemes: ['Tenancy Services'], days: 23 });
  });

  test('is not said of what no law here is known to cover: halls, other countries, days before the law', () => {
    expect(protects('uk', 'West Yorkshire', 'purpose-built')).toBeUndefined();
    expect(protects('fr', undefined)).toBeUndefined();
    expect(protects('uk', undefined)).toBeUndefined();
    expect(protects('uk', 'Wales', 'private-letting', '2022-11-30')).toBeUndefined();
  });
});

describe('what comes back', () => {
  const anyQuestion = fc.record({
    terms: anyTerms,
    policy: fc.constantFrom(...policies.values()),
    event: fc.constantFrom(...cancellationEvents),
    plan: fc.constantFrom('in-full' as const, 'instalments' as const),
    notice: fc.integer({ min: 0, max: 500 }),
  });

  test('is what the house page said, when all was paid', () => {
    fc.assert(
      fc.property(anyQuestion, ({ terms: one, policy, event, plan, notice }) => {
        const asked = quote({ terms: one, plan });
        const noticeOn = addDays(today, notice);
        const shown = cancellationRows(policy, fromToday(one, today), today)
          .filter((row) => row.event === event && row.until >= noticeOn)
          .reduce((best, { total }) => (total.minor > best ? total.minor : best), 0n);
        expect(refundOf({ quote: asked, policy, event, signedOn: today, noticeOn, paid: totalOf(asked) }).total.minor).toBe(shown);
      }),
    );
  });

  test('is never less than nothing nor more than was paid, and no more of it where less was paid', () => {
    fc.assert(
      fc.property(anyQuestion, fc.double({ min: 0, max: 1, noNaN: true }), ({ terms: one, policy, event, plan, notice }, part) => {
        const asked = quote({ terms: one, plan });
        const all = totalOf(asked);
        const paid = money((all.minor * BigInt(Math.round(part * 1000))) / 1000n, all.currency);
        const question = { quote: asked, policy, event, signedOn: today, noticeOn: addDays(today, notice) };
        const { total } = refundOf({ ...question, paid });
        expect(total.minor >= 0n && total.minor <= paid.minor).toBe(true);
        expect(total.minor <= refundOf({ ...question, paid: all }).total.minor).toBe(true);
        const split = splitOfPaid(asked, paid);
        expect(sum([split.rent, split.deposit, split.bookingFee, split.ownFees])).toBe(paid.minor);
      }),
    );
  });

  test('of a part of the rent is the share of that part', () => {
    const policy = policies.get('standard');
    if (!policy) throw new Error('no policy');
    const asked = quote({ plan: 'instalments' });
    const answer = refundOf({ quote: asked, policy, event: 'changed-mind', signedOn: today, noticeOn: '2027-08-01', paid: dueToBook(asked) });
    expect([answer.rentReturned.minor, answer.depositReturned.minor, answer.feeReturned.minor]).toEqual([47_813n, 25_000n, 0n]);
    expect(() => splitOfPaid(asked, money(1n, 'USD'))).toThrow(RangeError);
  });
});

test('what a bank may add is an estimate beside the sum: nothing where no exchange is needed, and no surcharge where it is forbidden', () => {
  expect(bankEstimate(bankCosts, money(100_000n, 'GBP'), 'uk', 'GBP')).toEqual({ surcharge: 'forbidden', exchange: undefined });
  expect(bankEstimate(bankCosts, money(100_000n, 'USD'), 'us', 'CNY')).toEqual({
    surcharge: 'unknown',
    exchange: { from: money(0n, 'USD'), to: money(3_000n, 'USD') },
  });
});

describe('in words', () => {
  test.each(locales)(
    '%s: every line says what it is, to whom it is owed and whether it comes back; each break says both sums and leads to the law',
    (locale) => {
      const words = { t: translator(locale), locale, intl: localeFacts[locale].intl };
      const one = quote({
        place: england,
        policy: policies.get('standard'),
        plan: 'guarantor-service',
        guarantor,
        terms: terms({ promoRent: money(20_000n, 'GBP'), deposit: money(200_000n, 'GBP') }),
      });
      const said = sayQuote(one, 'Weaver Court Ltd', words);
      expect(said.lines).toHaveLength(one.lines.length);
      for (const line of said.lines) expect(Object.values(line).every((text) => text.length > 0 && !text.includes('{{'))).toBe(true);
      expect(new Set(said.lines.map(({ payee }) => payee))).toEqual(new Set(['Weaver Court Ltd', brandName(locale)]));
      expect(said.total).toBe(formatMoney(totalOf(one), words.intl));
      expect(said.lines.map(({ amount }) => amount.startsWith('−£'))).toEqual(one.lines.map(({ amount }) => amount.minor < 0n));
      expect(said.breaks.map(({ text }) => text.includes('£'))).toEqual([true, true]);
      expect(said.breaks.every(({ source }) => source.startsWith('https://www.legislation.gov.uk/'))).toBe(true);
      expect(sayBankEstimate(bankEstimate(bankCosts, one.contractTotal, 'uk', 'CNY'), words)).toHaveLength(2);
      expect(sayBankEstimate(bankEstimate(bankCosts, one.contractTotal, 'us', 'GBP'), words)).toHaveLength(0);
    },
  );
});

test('parts of a price count as paid from the earliest on, and never for more than came', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 12 }), fc.bigInt({ min: 0n, max: 130_000n }), (parts, came) => {
      const dues = parts.map((minor) => ({ on: 'booking' as const, amount: money(minor, 'GBP') }));
      const covered = duesCovered(dues, money(came, 'GBP'));
      const sum = (count: number): bigint => parts.slice(0, count).reduce((all, one) => all + one, 0n);
      expect(sum(covered) <= came || covered === 0).toBe(true);
      if (covered < dues.length) expect(sum(covered + 1)).toBeGreaterThan(came);
      expect(duesCovered(dues, money(came, 'EUR'))).toBe(0);
    }),
  );
});

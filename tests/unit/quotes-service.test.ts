import { expect, test } from 'vitest';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { createQuotes } from '#lib/features/quotes/quotes.feature.ts';
import type { QuotedHouse } from '#lib/features/quotes/quotes.service.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { money } from '#lib/money/money.ts';

const { service } = createQuotes({ content: 'src/content', policies: readCancellationPolicies('src/content/cancellation-policies') });
const leeds: QuotedHouse = { houseType: 'house', city: { state: 'West Yorkshire', country: { slug: 'uk' } }, supplier: { kind: 'landlord' } };
const terms: TenancyTerms = {
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(15_000n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(60_000n, 'GBP'),
  bookingFee: money(0n, 'GBP'),
};
const ask = { house: leeds, terms, policyCode: 'flexible', today: '2026-11-23' } as const;

test('the ways of paying a home let by itself in England: all at once asks for more ahead than the law allows, instalments do not', () => {
  const ways = service.ways(ask);
  expect(ways.map(({ plan, breaks }) => [plan, breaks.map(({ rule }) => rule)])).toEqual([
    ['in-full', ['rent-in-advance']],
    ['instalments', []],
    ['guarantor-service', []],
  ]);
  expect(ways.map((way) => totalOf(way).minor - 825_000n)).toEqual([0n, 0n, 34_425n]);
  const inDollars = { ...terms, rent: money(15_000n, 'USD'), deposit: money(0n, 'USD'), bookingFee: money(0n, 'USD') };
  expect(service.ways({ ...ask, terms: inDollars }).map(({ plan }) => plan)).toEqual(['in-full', 'instalments']);
});

test('a hall is not bound by what holds for homes let by themselves; its law is told in money', () => {
  const hall: QuotedHouse = { ...leeds, houseType: 'apartment', supplier: { kind: 'operator' } };
  expect(service.quote({ ...ask, house: hall }, 'in-full').breaks).toEqual([]);
  expect(service.allowed(hall, terms, ask.today).map(({ rule, limit }) => [rule, limit.minor])).toEqual([
    ['deposit', 75_000n],
    ['holding-deposit', 15_000n],
    ['fees', 0n],
  ]);
});

test('what comes back is answered by the policy of the lease, and by nobody where it is not known', () => {
  const quote = service.quote(ask, 'instalments');
  const question = { quote, event: 'visa-refused', signedOn: ask.today, noticeOn: '2027-01-01', paid: totalOf(quote) } as const;
  expect(service.refund({ ...question, policyCode: 'flexible' })?.total).toEqual(totalOf(quote));
  expect(service.refund({ ...question, policyCode: 'of-another-site' })).toBeUndefined();
});

test('a payer in the currency of the home is told of no exchange', () => {
  expect(service.bankEstimate(terms.deposit, 'uk', 'GBP')).toEqual({ surcharge: 'forbidden', exchange: undefined });
  expect(service.bankEstimate(terms.deposit, 'uk', undefined).exchange?.to).toEqual(money(1_800n, 'GBP'));
});

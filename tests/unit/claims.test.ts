/** What comes back for which event, and what of it waits for a proof. */
import { expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { claimProofForm } from '#lib/features/orders/application-forms.schema.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import { cancelAnswers, cancelFormFor, claimActsFor, restOf, shownText, wasShown } from '#lib/features/orders/claims.rules.ts';
import type { CancelAnswer, CancellationEvent, Claim } from '#lib/features/orders/claims.schema.ts';
import { quoteOf, totalOf } from '#lib/features/quotes/quote.rules.ts';
import { readQuoteData } from '#lib/features/quotes/letting-law.files.ts';
import { refundOf } from '#lib/features/quotes/refund.rules.ts';
import { said } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';
import { known } from '#tests/support/list-pages.ts';

const { law } = readQuoteData('src/content');
const policies = readCancellationPolicies('src/content/cancellation-policies');
const today = '2026-11-23';
const moveIn = '2027-09-04';
const terms = {
  moveIn,
  moveOut: '2028-08-26',
  rent: money(22_500n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25_000n, 'GBP'),
  bookingFee: money(5_000n, 'GBP'),
} as const;
const place = { country: 'nowhere', state: undefined, kind: 'purpose-built' } as const;
const quote = quoteOf({ terms, plan: 'in-full', today, place, law });
const all = totalOf(quote);

/** What is answered to who paid everything, so many days before moving in (after it where negative). */
function answers(code: CancellationPolicy['code'], daysBefore: number, kept = all): readonly CancelAnswer[] {
  const noticeOn = addDays(moveIn, -daysBefore);
  const policy = known(policies.get(code));
  const refunds = cancellationEvents.map((event) => ({ event, refund: refundOf({ quote, policy, event, signedOn: today, noticeOn, paid: all }) }));
  return cancelAnswers(refunds, { kept, noticeOn, moveIn });
}
const of = (list: readonly CancelAnswer[], event: CancellationEvent) => known(list.find((one) => one.event === event));
const minor = ({ now, later, total }: CancelAnswer) => [now.minor, later.minor, total.minor];

test('ten days before moving in a change of mind gives the deposit, and a refused visa all of it: the rest waits a week for the letter', () => {
  const list = answers('standard', 10);
  expect(list[0]?.event).toBe('changed-mind');
  expect(minor(of(list, 'changed-mind'))).toEqual([25_000n, 0n, 25_000n]);
  expect(minor(of(list, 'visa-refused'))).toEqual([25_000n, all.minor - 25_000n, all.minor]);
  expect([of(list, 'visa-refused').proof, of(list, 'visa-refused').proofUntil]).toEqual([['visa-refusal-letter'], addDays(moveIn, -3)]);
});

test.each([...policies.keys()])(
  '%s: what comes at once and what waits are the whole, never less than for a change of mind, never more than there is',
  (code) => {
    for (const days of [100, 60, 30, 10, 1, 0, -1, -5, -20])
      for (const kept of [all, money(30_000n, 'GBP'), money(0n, 'GBP')]) {
        const list = answers(code, days, kept);
        const [mind] = list;
        for (const one of list) {
          expect(one.now.minor + one.later.minor).toBe(one.total.minor);
          expect(one.total.minor >= known(mind).total.minor && one.total.minor <= kept.minor).toBe(true);
          expect([one.proof.length > 0, one.proofUntil !== undefined]).toEqual([one.later.minor > 0n, one.later.minor > 0n]);
        }
      }
  },
);

test('where an event gives no more than a change of mind nothing waits; nobody arrives late before the day, and leaving early is for staff', () => {
  expect(minor(of(answers('standard', 100), 'medical'))).toEqual(minor(of(answers('standard', 100), 'changed-mind')));
  const before = answers('standard', 10).map(({ event }) => event);
  const after = answers('standard', -2).map(({ event }) => event);
  expect([before.includes('late-arrival'), before.includes('early-departure')]).toEqual([false, false]);
  expect(after).toEqual(['changed-mind', 'late-arrival']);
  expect(minor(of(answers('standard', -2), 'late-arrival'))).toEqual([25_000n, 0n, 25_000n]);
});

test('what a page showed is agreed to for the event that is chosen: its own amount, and what comes at once', () => {
  const list = answers('standard', 10);
  const text = shownText(list);
  const visa = of(list, 'visa-refused');
  for (const { event } of list) expect(wasShown(text, list, event)).toBe(true);
  expect(wasShown('25000 GBP', list, 'changed-mind')).toBe(true);
  expect(wasShown('25000 GBP', list, 'visa-refused')).toBe(false);
  expect(wasShown(`25000 GBP; visa-refused ${visa.total.minor} GBP`, list, 'visa-refused')).toBe(true);
  expect(wasShown(`24999 GBP; visa-refused ${visa.total.minor} GBP`, list, 'visa-refused')).toBe(false);
  expect(wasShown('', list, 'changed-mind')).toBe(false);
  const nothing = answers('standard', 10, money(0n, 'GBP'));
  expect([shownText(nothing), wasShown('', nothing, 'changed-mind')]).toEqual(['', true]);
  expect(text.length).toBeLessThanOrEqual(400);
});

test('the form asks what happened where there is a choice', () => {
  const names = (count: number) =>
    cancelFormFor(cancellationEvents.slice(0, count).map((value) => ({ value, label: { given: value } }))).fields.map(({ name }) => name);
  expect([names(0), names(1), names(3)]).toEqual([
    ['code', 'back', 'reason'],
    ['code', 'back', 'reason'],
    ['code', 'back', 'event', 'reason'],
  ]);
});

test('staff decide of what waits, and give back no more than there is', () => {
  const claim: Claim = {
    event: 'visa-refused',
    rest: money(50_000n, 'GBP'),
    proof: ['visa-refusal-letter'],
    proofUntil: today,
    toldAt: new Date(0),
    state: 'open',
    decidedAt: undefined,
  };
  expect(claimActsFor(claim, money(60_000n, 'GBP'))).toEqual(['claim-give', 'claim-refuse']);
  expect(restOf(claim, money(60_000n, 'GBP'))?.minor).toBe(50_000n);
  expect(restOf(claim, money(20_000n, 'GBP'))?.minor).toBe(20_000n);
  expect(claimActsFor(claim, money(0n, 'GBP'))).toEqual(['claim-refuse']);
  for (const state of ['settled', 'given', 'refused'] as const) expect(claimActsFor({ ...claim, state }, money(60_000n, 'GBP'))).toEqual([]);
  expect(claimActsFor(undefined, money(60_000n, 'GBP'))).toEqual([]);
});

test('[R7.105] what is asked for is called by one word where it is explained and where it is sent, and not by that of a transfer', () => {
  const words: readonly (readonly [Locale, string, string])[] = [
    ['zh-cn', '证明', '凭证'],
    ['zh-tw', '證明', '憑證'],
    ['zh-hk', '證明', '憑證'],
  ];
  for (const [locale, word, other] of words) {
    const t = translator(locale);
    const texts = [t('orders.claim_title'), said(t, claimProofForm.submit), ...claimProofForm.fields.map(({ label }) => said(t, label))];
    expect(
      texts.slice(0, 2).every((one) => one.includes(word)),
      texts.join(),
    ).toBe(true);
    expect(texts.join()).not.toContain(other);
  }
});

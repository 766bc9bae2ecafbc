/** What a provider's word on a contract is worth: of which version, when, and by which link. */
import { describe, expect, test } from 'vitest';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { orderStates } from '#lib/features/orders/order.process.rules.ts';
import { canAnswer, isByBoth, wordThatCounts } from '#lib/features/orders/supplier-signing.rules.ts';
import { contractWords, countersignedIn, supplierContractForm } from '#lib/features/orders/supplier-signing.schema.ts';
import fc from '#tests/support/properties.ts';

const word = fc.record({ contractId: fc.integer({ min: 1, max: 3 }), word: fc.constantFrom(...contractWords), linkId: fc.integer({ min: 1, max: 4 }) });
const words = fc.array(word, { maxLength: 6 });
const version = fc.option(fc.record({ id: fc.integer({ min: 1, max: 3 }) }), { nil: undefined });

describe('[R4.054] a word on a contract', () => {
  test('counts for the version that was signed last and for no other, and a signature before a refusal', () => {
    fc.assert(
      fc.property(version, words, (contract, said) => {
        const counts = wordThatCounts(contract, said);
        const own = said.filter(({ contractId }) => contractId === contract?.id);
        expect(counts === undefined).toBe(own.length === 0);
        if (counts) expect(own).toContain(counts);
        expect(isByBoth(counts)).toBe(own.some((one) => one.word !== 'declined'));
      }),
    );
  });

  test('is said once by each link, while nothing is confirmed and both sides have not signed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStates), version, words, fc.integer({ min: 1, max: 4 }), (state, contract, said, link) => {
        const may = canAnswer(state, contract, said, link);
        if (!may) return;
        expect([countersignedIn.includes(state), contract !== undefined, said.some(({ linkId }) => linkId === link)]).toEqual([true, true, false]);
        expect(isByBoth(wordThatCounts(contract, said))).toBe(false);
        // Whatever is answered then, this link answers no more.
        const answer = { contractId: contract?.id ?? 0, word: 'declined' as const, linkId: link };
        expect(canAnswer(state, contract, [answer, ...said], link)).toBe(false);
      }),
    );
  });

  test('is open to who was asked and has said nothing', () => {
    expect(countersignedIn.map((state) => canAnswer(state, { id: 1 }, [], 1))).toEqual([true, true]);
    expect(canAnswer('to_pay', { id: 2 }, [{ contractId: 1, word: 'signed', linkId: 1 }], 2)).toBe(true);
  });
});

test('who signs says their name, what they are and that they may; who declines says why; neither says more', () => {
  const of = { key: 'k'.repeat(32), hash: 'a'.repeat(64) };
  const sign = { ...of, word: 'sign', name: 'Ann Lee', role: 'Lettings manager (London)', consent_authority: '2026-12' };
  expect(checkForm(supplierContractForm, sign).ok).toBe(true);
  for (const name of ['name', 'role', 'consent_authority']) expect([name, checkForm(supplierContractForm, { ...sign, [name]: '' }).ok]).toEqual([name, false]);
  expect(checkForm(supplierContractForm, { ...of, word: 'decline' }).ok).toBe(false);
  const declined = checkForm(supplierContractForm, { ...sign, word: 'decline', reason: 'Under repair.' });
  const said = declined.ok ? Object.entries<string>(declined.values) : [];
  expect(said.flatMap(([name, value]) => (value === '' ? [] : [name])).toSorted()).toEqual(['hash', 'key', 'reason', 'word']);
});

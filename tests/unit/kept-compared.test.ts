/** One comparison on several devices: how a device follows its account. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { isDue, linked, withoutAccount } from '#islands/browser/kept-account.rules.ts';
import { comparedToTell, withAccountCompared } from '#islands/browser/kept-compared.rules.ts';
import { comparedIds, keptMost, nothingKept, readKept, toggledCompared, writeKept } from '#islands/browser/kept.rules.ts';
import type { Kept } from '#islands/browser/kept.rules.ts';

const home = (id: number) => ({ id, at: id, name: `Home ${id}` });
const kept = (...ids: number[]): Kept => ({ ...nothingKept, compared: ids.map(home) });
const answer = (...ids: number[]) => ({ compared: ids.map((house_id) => ({ house_id, unit_id: null, name: 'As the account calls it' })) });
const ids = (one: Kept): string => comparedIds(one.compared);
const press = (one: Kept, id: number): Kept => ({ ...one, compared: toggledCompared(one.compared, home(id)) ?? one.compared });

test('[R3.16] a device adds what it has at first, then says the whole of what it changed, and nothing where nothing changed', () => {
  const first = kept(12, 15);
  expect(comparedToTell(first)).toEqual({ compare: 'add', compared: '12,15' });
  expect(comparedToTell(kept())).toEqual({ compare: '', compared: '' });
  const synced = withAccountCompared(first, answer(12, 15, 3), '12,15', 100);
  expect([ids(synced), comparedToTell(synced).compare]).toEqual(['12,15,3', '']);
  expect(synced.compared.map(({ name }) => name)).toEqual(['Home 12', 'Home 15', 'As the account calls it']);
  expect(comparedToTell(press(synced, 15))).toEqual({ compare: 'set', compared: '12,3' });
  expect(comparedToTell({ ...synced, compared: [] })).toEqual({ compare: 'set', compared: '' });
  const signedIn = { ...synced, account: { id: 5, at: 100, turn: 1, ahead: 0, last: 0 } };
  expect([isDue(signedIn, 101), isDue(press(signedIn, 15), 101)]).toEqual([false, true]);
  expect(readKept(writeKept(signedIn))).toEqual(signedIn);
});

test('what is pressed while the answer is on its way stands, and is told next', () => {
  const first = withAccountCompared(linked(kept(12)), answer(12), '12', 100);
  const meanwhile = press(first, 15);
  const synced = withAccountCompared(meanwhile, answer(12, 3), '12', 101);
  expect([ids(synced), comparedToTell(synced)]).toEqual(['12,15', { compare: 'set', compared: '12,15' }]);
  // Of a device that has never been answered it is still an addition, so that the account loses nothing.
  const unheard = withAccountCompared(press(kept(12), 15), answer(3, 12), '12', 101);
  expect(comparedToTell(unheard)).toEqual({ compare: 'add', compared: '12,15' });
});

test('who signs out leaves what the account knows there, and keeps what it has not heard of', () => {
  const synced = withAccountCompared(kept(12, 15), answer(12, 15), '12,15', 100);
  const signedIn = press({ ...synced, account: { id: 5, at: 100, turn: 1, ahead: 0, last: 0 } }, 7);
  expect([ids(withoutAccount(signedIn, 120)), withoutAccount(signedIn, 120).toldCompared]).toEqual(['7', undefined]);
});

test('however two devices take turns, both end with the same list once neither has changed it', () => {
  const change = fc.record({ device: fc.integer({ min: 0, max: 1 }), id: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const devices: [Kept, Kept] = [kept(), kept()];
      let account: readonly number[] = [];
      const sync = (at: 0 | 1): void => {
        const { compare, compared } = comparedToTell(devices[at]);
        const told = compared === '' ? [] : compared.split(',').map(Number);
        if (compare === 'set') account = told;
        if (compare === 'add') account = [...told, ...account.filter((one) => !told.includes(one))].slice(0, keptMost.compared);
        devices[at] = withAccountCompared(devices[at], answer(...account), compared, 0);
      };
      for (const { device, id } of changes) {
        devices[device as 0 | 1] = press(devices[device as 0 | 1], id);
        if (id % 2 === 0) sync(device as 0 | 1);
      }
      for (const at of [0, 1, 0, 1] as const) sync(at);
      expect(ids(devices[0])).toBe(ids(devices[1]));
    }),
  );
});

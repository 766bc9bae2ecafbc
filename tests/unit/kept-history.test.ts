/** How a device and an account stay one list of homes looked at. */
import { expect, test } from 'vitest';
import {
  dropped,
  forgotten,
  forgottenText,
  isHistoryDue,
  linkedHistory,
  noted,
  seenText,
  withAccountHistory,
  withoutHistory,
} from '#islands/browser/kept-history.rules.ts';
import { nothingKept } from '#islands/browser/kept.rules.ts';
import type { Kept } from '#islands/browser/kept.rules.ts';

const answer = (items: readonly (readonly [number, number])[], more: Partial<Parameters<typeof withAccountHistory>[1]> = {}) => ({
  is_on: true,
  items: items.map(([house_id, ago]) => ({ house_id, ago })),
  search: null,
  ...more,
});
const seen = (...ids: readonly number[]): Kept => ids.reduce((kept, id, at) => noted(kept, id, 100 + at), nothingKept);
const idsOf = (kept: Kept): readonly number[] => (kept.recent ?? []).map(({ id }) => id);

test('[R7.049] a device that is signed in tells what it has seen once, and takes the account’s over it', () => {
  const before = seen(1, 2);
  expect(before.untold).toEqual([]);
  const linked = linkedHistory(before);
  expect([isHistoryDue(before, 200), isHistoryDue(linked, 200), seenText(linked.untold, 200)]).toEqual([true, true, '2:99,1:100']);
  const meanwhile = noted(linked, 3, 205);
  const after = withAccountHistory(
    meanwhile,
    answer([
      [9, 50],
      [2, 99],
      [1, 100],
    ]),
    linked,
    true,
    210,
  );
  expect([idsOf(after), after.untold.map(({ id }) => id)]).toEqual([[3, 9, 2, 1], [3]]);
  const told = withAccountHistory(
    after,
    answer([
      [3, 10],
      [9, 55],
    ]),
    after,
    true,
    215,
  );
  expect([idsOf(told), told.untold, isHistoryDue(told, 300), isHistoryDue(told, 515), isHistoryDue(told, 1)]).toEqual([[3, 9], [], false, true, true]);
  expect(linkedHistory(told)).toBe(told);
});

test('[R7.049] the last search of the account is where the reader goes on, unless this device has a later one', () => {
  const search = { title: 'Leeds', url: '/uk/leeds', ago: 50 };
  const linked = linkedHistory(seen(1));
  const after = withAccountHistory(linked, answer([], { search }), linked, true, 210);
  expect(after.question).toEqual({ href: '/uk/leeds', words: 'Leeds', at: 160 });
  const own = { href: '/uk/london', words: 'London', at: 190 };
  expect(withAccountHistory({ ...linked, question: own }, answer([], { search }), linked, true, 210).question).toEqual(own);
});

test('[R7.049] what is forgotten here is forgotten there, also when the answer to an earlier question comes after it', () => {
  const linked = linkedHistory(seen(1));
  const gone = forgotten(linked, 205);
  expect([gone.recent, gone.untold, forgottenText(linked, 210), forgottenText(gone, 210)]).toEqual([undefined, [], '', '5']);
  const late = withAccountHistory(gone, answer([[1, 100]]), linked, true, 210);
  expect([late.recent, late.history?.forgotten, isHistoryDue(late, 211)]).toEqual([undefined, 205, true]);
  expect(withAccountHistory(late, answer([]), late, true, 212)).toMatchObject({ recent: [], history: { forgotten: 0 } });
  expect(forgotten(seen(1), 205).history).toBeUndefined();
});

test('[R7.049] switched off nothing is remembered while signed in; signed out nothing of the account stays', () => {
  const linked = linkedHistory(seen(1));
  const off = withAccountHistory(linked, answer([], { is_on: false }), linked, true, 210);
  expect([idsOf(off), noted(off, 5, 220)]).toEqual([[], off]);
  const on = noted(withAccountHistory(linked, answer([[7, 5]]), linked, true, 210), 8, 220);
  expect(idsOf(on)).toEqual([8, 7]);
  expect([idsOf(withoutHistory(on)), withoutHistory(on).history, idsOf(withoutHistory(seen(4)))]).toEqual([[8], undefined, [4]]);
  expect(dropped(on)).toMatchObject({ recent: undefined, untold: [], history: undefined, question: undefined });
  // A device that may remember nothing is given nothing.
  expect(withAccountHistory(linkedHistory(nothingKept), answer([[7, 5]]), nothingKept, false, 210).recent).toBeUndefined();
});

/** One list of hearts on several devices: laws of the merge, and how a device follows its account. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { changesText, isDue, linked, newlyRefused, toggledFavourite, withAccount, withoutAccount, wordsToSend } from '#islands/browser/kept-account.rules.ts';
import { nothingKept, readKept, writeKept } from '#islands/browser/kept.rules.ts';
import type { Kept } from '#islands/browser/kept.rules.ts';
import { overrules, planMerge, readChanges } from '#lib/features/shortlist/favourites.rules.ts';
import type { FavouriteChange } from '#lib/features/shortlist/shortlist.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';

type Words = ReadonlyMap<number, FavouriteChange>;
const home = (id: number): HouseId => asId<HouseId>(id);
const change: fc.Arbitrary<FavouriteChange> = fc.record({
  houseId: fc.integer({ min: 1, max: 9 }).map(home),
  at: fc.integer({ min: 0, max: 20 }),
  isKept: fc.boolean(),
});
const changes = fc.array(change, { maxLength: 20 });
const merged = (stored: Words, given: readonly FavouriteChange[], most?: number): Words => {
  const next = new Map(stored);
  for (const one of planMerge(stored, given, most).changes) next.set(one.houseId, one);
  return next;
};
const sorted = (words: Words) => [...words.values()].toSorted((a, b) => a.houseId - b.houseId);

describe('words of several devices', () => {
  test('[R6.06] make the same list in whatever order they come, and however often', () => {
    fc.assert(
      fc.property(changes, changes, changes, (a, b, c) => {
        const one = merged(merged(merged(new Map(), a), b), c);
        const other = merged(merged(merged(merged(new Map(), c), a), b), a);
        expect(sorted(other)).toEqual(sorted(one));
        expect(planMerge(one, [...a, ...b, ...c]).changes).toEqual([]);
        for (const word of [...a, ...b, ...c]) expect(overrules(word, one.get(word.houseId))).toBe(false);
      }),
    );
  });

  test('never make more than there is room for, and name what had none', () => {
    fc.assert(
      fc.property(changes, changes, fc.integer({ min: 0, max: 5 }), (before, given, most) => {
        const stored = merged(new Map(), before, most);
        const { refused } = planMerge(stored, given, most);
        const after = merged(stored, given, most);
        expect([...after.values()].filter(({ isKept }) => isKept).length).toBeLessThanOrEqual(most);
        for (const id of refused) expect(after.get(id)?.isKept ?? false).toBe(false);
      }),
    );
  });

  test('are read as they are written, and nothing else is; a fast clock does not rule the future', () => {
    expect(readChanges('12:900:1,15:90:0', 95)).toEqual([
      { houseId: 12, at: 155, isKept: true },
      { houseId: 15, at: 90, isKept: false },
    ]);
    expect(readChanges('', 1)).toEqual([]);
    for (const bad of ['12', '12:1:2', '0:1:1', '9999999999:1:1', '12:1:1,', ':::', '12:-1:1']) expect(readChanges(bad, 1), bad).toBeUndefined();
    expect(readChanges(Array.from({ length: 1_001 }, (_, at) => `${at + 1}:1:1`).join(','), 1)).toBeUndefined();
  });
});

describe('a device with an account', () => {
  const kept = (more: Partial<Kept>): Kept => ({ ...nothingKept, ...more });
  const hearts = (...ids: number[]) => ids.map((id) => ({ id, at: id }));
  const answer = (custId: number, ...ids: number[]) => ({
    server_time: 100,
    cust_id: custId,
    items: ids.map((house_id) => ({ house_id, at: house_id })),
    refused: [],
  });
  const ids = (one: Kept): readonly number[] => one.favourites.map(({ id }) => id);

  test('tells it all that is there at first, afterwards what was pressed', () => {
    const first = linked(kept({ favourites: hearts(7, 3) }));
    expect(changesText(first.unsent)).toBe('7:7:1,3:3:1');
    const synced = withAccount(first, answer(5, 9, 7, 3), first.unsent, 100);
    expect([ids(synced), synced.unsent, isDue(synced, 101), isDue(synced, 400)]).toEqual([[9, 7, 3], [], false, true]);
    const off = toggledFavourite(synced, 7, 110);
    expect(off && [ids(off), changesText(off.unsent), isDue(off, 110)]).toEqual([[9, 3], '7:110:0', true]);
    // Released within the second in which it was pressed.
    expect(toggledFavourite(toggledFavourite(synced, 8, 110) ?? synced, 8, 110)?.unsent).toEqual([{ id: 8, at: 111, kept: false }]);
    // Nobody has signed in here: nothing is noted for an account.
    expect(toggledFavourite(kept({}), 7, 110)?.unsent).toEqual([]);
  });

  test('loses nothing of what is pressed while the answer is on its way, nor of what the account refuses', () => {
    const before = linked(kept({ favourites: hearts(7) }));
    const meanwhile = toggledFavourite(toggledFavourite(before, 8, 50) ?? before, 7, 51) ?? before;
    const synced = withAccount(meanwhile, answer(5, 9, 7), before.unsent, 100);
    expect([ids(synced), changesText(synced.unsent)]).toEqual([[8, 9], '7:51:0,8:50:1']);
    const refused = withAccount(before, { ...answer(5, 9), refused: [7] }, before.unsent, 100);
    expect([ids(refused), changesText(refused.unsent)]).toEqual([[9, 7], '7:7:1']);
  });

  test('is told once of what there is no room for, asks again when something was taken off, and loses no home of the account for it', () => {
    const everything = Array.from({ length: 500 }, (_, at) => at + 1_000);
    const before = linked(kept({ favourites: hearts(9_002, 9_001) }));
    const said = { ...answer(5, ...everything), refused: [9_001, 9_002] };
    expect(newlyRefused(before, said)).toEqual([9_001, 9_002]);
    const full = withAccount(before, said, before.unsent, 100);
    expect(ids(full).toSorted((a, b) => a - b)).toEqual(everything);
    expect([isDue(full, 101), isDue(full, 400), wordsToSend(full), newlyRefused(full, said)]).toEqual([false, true, [], []]);
    expect(readKept(writeKept(full))).toEqual(full);

    // Taken off here: they go along.
    const off = toggledFavourite(full, 1_000, 110) ?? full;
    expect([isDue(off, 110), changesText(wordsToSend(off))]).toEqual([true, '1000:1001:0,9002:9002:1,9001:9001:1']);
    const still = withAccount(off, { ...answer(5, ...everything.slice(1), 9_002), refused: [9_001] }, wordsToSend(off), 100);
    expect([isDue(still, 121), changesText(still.unsent), ids(still).includes(9_002)]).toEqual([false, '9001:9001:1', true]);
    // Taken off elsewhere.
    const room = withAccount(full, answer(5, ...everything.slice(1)), [], 500);
    expect([isDue(room, 501), changesText(wordsToSend(room)), ids(room)[0]]).toEqual([true, '9002:9002:1,9001:9001:1', 9_002]);
    // Signed out of, they are this device's own again.
    expect(ids(withoutAccount(full, 130))).toEqual([9_002, 9_001]);
  });

  test('takes off what was taken off elsewhere, and shows another account its own', () => {
    const synced = withAccount(
      linked(kept({ favourites: hearts(7, 3) })),
      answer(5, 7, 3),
      hearts(7, 3).map((one) => ({ ...one, kept: true })),
      100,
    );
    expect(ids(withAccount(synced, answer(5, 3), [], 500))).toEqual([3]);
    expect(ids(withAccount(synced, answer(6, 4), [], 500))).toEqual([4]);
  });

  test('keeps nothing of an account that was signed out of; a marker that ran out is none', () => {
    const synced = kept({ favourites: hearts(7, 8), account: { id: 5, at: 100, turn: 1, ahead: 0, last: 0 }, unsent: [{ id: 8, at: 8, kept: true }] });
    expect(withoutAccount(synced, 200)).toMatchObject({ favourites: [{ id: 8 }], account: undefined, unsent: [] });
    expect(withoutAccount(synced, 100 + 7 * 86_400)).toBe(synced);
    // It never answered: all that is here is this device's own.
    expect(ids(withoutAccount(linked(kept({ favourites: hearts(7, 8) })), 9e8))).toEqual([7, 8]);
  });

  test('[R3.16] words are dated by the server, also those of a slow device, and the last one said within a second counts', () => {
    const day = 1_000_000;
    const slow = linked(kept({ favourites: [{ id: 7, at: day - 3_600 }] }));
    const ask = { ...answer(5), server_time: day };
    // Told as an hour old, it may have counted less than what was said elsewhere: it is dated anew and told once more.
    const told = withAccount(slow, ask, slow.unsent, day - 3_600);
    expect([changesText(told.unsent), isDue(told, day - 3_600)]).toEqual([`7:${day}:1`, true]);
    const second = withAccount(told, { ...ask, items: [{ house_id: 7, at: day }] }, told.unsent, day - 3_600);
    expect([second.unsent, second.account?.ahead]).toEqual([[], -3_600]);
    // Taken off elsewhere a minute ago, by the server's clock, and pressed again here.
    const anew = toggledFavourite(withAccount(second, { ...ask, server_time: day + 60 }, [], day - 3_540), 7, day - 3_540);
    expect(changesText(anew?.unsent ?? [])).toBe(`7:${day + 60}:1`);
    const three = [1, 2, 3].reduce<Kept>((one) => toggledFavourite(one, 8, 0) ?? one, withAccount(linked(kept({})), { ...ask, server_time: 0 }, [], 0));
    expect(three.unsent).toEqual([{ id: 8, at: 3, kept: true }]);
  });

  test('has room for five hundred, and refuses the next instead of losing the first', () => {
    const full = kept({ favourites: Array.from({ length: 500 }, (_, at) => ({ id: at + 1, at: 1 })) });
    expect(toggledFavourite(full, 501, 2)).toBeUndefined();
    expect(toggledFavourite(full, 500, 2)?.favourites).toHaveLength(499);
  });
});

import fc from '#tests/support/properties.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formerRecentKey, keptKey } from '#islands/browser/kept-keys.ts';
import { comparedIds, keptMost, nothingKept, readFormerRecent, readKept, toggledCompared, toggledHome, writeKept } from '#islands/browser/kept.rules.ts';
import type { Kept } from '#islands/browser/kept.rules.ts';

const id = fc.integer({ min: 1, max: 999_999_999 });
const at = fc.integer({ min: 0, max: 2_000_000_000 });
const homes = (most: number) => fc.uniqueArray(fc.record({ id, at }), { selector: (one) => one.id, maxLength: most });
const name = fc.string({ maxLength: keptMost.name });
const kept: fc.Arbitrary<Kept> = fc.record({
  favourites: homes(12),
  compared: fc.uniqueArray(fc.record({ id, at, name, unit: id }), { selector: (one) => comparedIds([one]), maxLength: 4 }),
  toldCompared: fc.constantFrom(undefined, '', '12', '12-3,15'),
  recent: fc.option(homes(keptMost.recent), { nil: undefined }),
  question: fc.option(fc.record({ href: fc.constantFrom('/en/uk/london/e199', '/vn/map?cname=uk'), words: fc.string({ minLength: 1, maxLength: 80 }), at }), {
    nil: undefined,
  }),
  language: fc.constantFrom(undefined, 'zh-hk', 'en-us'),
  notices: homes(6),
  account: fc.option(
    fc.record({
      id: fc.integer({ min: 0, max: 999_999_999 }),
      at,
      turn: at,
      ahead: fc.option(fc.integer({ min: -9e9, max: 9e9 }), { nil: undefined }),
      last: at,
    }),
    { nil: undefined },
  ),
  history: fc.option(fc.record({ at, isOff: fc.boolean(), forgotten: at }), { nil: undefined }),
  untold: homes(keptMost.recent),
  unsent: fc.uniqueArray(fc.record({ id, at, kept: fc.boolean() }), { selector: (one) => one.id, maxLength: 8 }),
});

describe('what is kept on a device', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(kept, (one) => {
        expect(readKept(writeKept(one)) ?? nothingKept).toEqual(one);
      }),
    );
  });

  test('is bounded and never fails, whatever stands in the storage', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((favourites) => JSON.stringify({ v: 1, favourites, compared: favourites })),
        ),
        (text) => {
          const read = readKept(text);
          expect(read === undefined || (read.favourites.length <= keptMost.favourites && read.compared.length <= keptMost.compared)).toBe(true);
        },
      ),
    );
    const many = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1, at: 1 }));
    expect(readKept(JSON.stringify({ v: 1, favourites: many, recent: many, notices: many }))).toMatchObject({
      favourites: { length: 500 },
      recent: { length: 24 },
      notices: { length: 50 },
    });
  });

  test('leads to no other site', () => {
    const href = (value: string) => readKept(JSON.stringify({ v: 1, question: { href: value, words: 'London', at: 1 } }))?.question;
    expect(href('/en/uk/london?ask=e199')).toBeDefined();
    for (const bad of ['//evil.example/x', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a b']) expect(href(bad)).toBeUndefined();
  });

  test('takes over the homes looked at of earlier releases', () => {
    expect(readFormerRecent('12,<b>,,-3,99999999999,8,12', 100)).toEqual([
      { id: 12, at: 100 },
      { id: 8, at: 100 },
    ]);
    expect(readFormerRecent(null, 100)).toBeUndefined();
    expect(readFormerRecent('', 100)).toEqual([]);
  });

  test('has room for four to compare; the fifth is refused, not swapped', () => {
    const four = [1, 2, 3, 4].map((one) => ({ id: one, at: 0, name: '' }));
    expect(toggledCompared(four, { id: 5, at: 0, name: '' })).toBeUndefined();
    expect(toggledCompared(four, { id: 2, at: 9, name: '' })?.map((one) => one.id)).toEqual([1, 3, 4]);
    // A unit is not its house.
    expect(comparedIds(toggledCompared([{ id: 2, at: 0, name: '' }], { id: 2, unit: 7, at: 0, name: '' }) ?? [])).toBe('2,2-7');
  });

  test('keeps the newest where a list is full', () => {
    const all = Array.from({ length: 230 }, (_, index) => index + 1).reduce<Kept['favourites']>((some, one) => toggledHome(some, one, one, 200), []);
    expect([all.length, all[0]?.id]).toEqual([200, 230]);
  });
});

describe('the device store', () => {
  const stored = new Map<string, string>();
  let refuses = false;
  const listeners = new Map<string, (event: unknown) => void>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (refuses) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  };

  beforeEach(() => {
    stored.clear();
    refuses = false;
    vi.resetModules();
    vi.stubGlobal('localStorage', storage);
    vi.stubGlobal('window', globalThis);
    vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => listeners.set(type, listener));
  });
  afterEach(() => vi.unstubAllGlobals());

  const open = () => import('#islands/browser/kept.ts');

  test('takes over what an earlier release kept, and leaves one key', async () => {
    stored.set(formerRecentKey, '12,7');
    const store = await open();
    expect(store.$recent.get()?.map((one) => one.id)).toEqual([12, 7]);
    store.noteSeen(7);
    expect([...stored.keys()]).toEqual([keptKey]);
    expect(store.$recent.get()?.map((one) => one.id)).toEqual([7, 12]);
    store.forgetRecent();
    expect(stored.size).toBe(0);
  });

  test('works where nothing can be stored', async () => {
    refuses = true;
    const store = await open();
    expect(store.toggleFavourite(12)).toBe(true);
    expect(store.toggleFavourite(8)).toBe(true);
    expect(store.$favourites.get().map((one) => one.id)).toEqual([8, 12]);
    expect(stored.size).toBe(0);
  });

  test('garbage counts as nothing', async () => {
    stored.set(keptKey, '{"v":1,"favourites":[{"id":"<b>"}],');
    const store = await open();
    expect(store.$favourites.get()).toEqual([]);
    store.toggleCompared({ id: 12, name: 'Thistle Yard' });
    expect(store.comparedQuery()).toBe('ids=12');
  });

  test('two tabs agree: a change starts from what the other has stored', async () => {
    const store = await open();
    store.toggleFavourite(12);
    // The other tab, whose event has not arrived yet.
    const other = readKept(stored.get(keptKey) ?? null) ?? nothingKept;
    stored.set(keptKey, writeKept({ ...other, favourites: [{ id: 99, at: 1 }, ...other.favourites] }) ?? '');
    store.toggleFavourite(15);
    expect(store.$favourites.get().map((one) => one.id)).toEqual([15, 99, 12]);
    stored.delete(keptKey);
    listeners.get('storage')?.({ key: keptKey, storageArea: storage });
    expect(store.$favourites.get()).toEqual([]);
  });

  test('an answer that another tab has overtaken changes nothing here', async () => {
    const store = await open();
    const server_time = Math.floor(Date.now() / 1_000);
    const answer = (...homes: number[]) => ({
      server_time,
      cust_id: 5,
      items: homes.map((house_id) => ({ house_id, at: house_id })),
      refused: [],
      compared: [],
    });
    store.linkAccount();
    const turn = store.$kept.get().account?.turn ?? -1;
    expect(store.takeAccount(answer(12, 15), [], turn, '')).toBe('taken');
    expect(store.takeAccount(answer(12), [], turn, '')).toBe('late');
    expect(store.$favourites.get().map((one) => one.id)).toEqual([15, 12]);
  });
});

import { expect, test } from 'vitest';
import { TagCache } from '#lib/db/tag-cache.ts';

function counted<T>(answer: () => T): { read: () => Promise<T>; times: () => number } {
  let times = 0;
  return {
    read: async () => {
      times++;
      return answer();
    },
    times: () => times,
  };
}

test('an answer is read once, also by those who ask at the same time', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 1_000 });
  const { read, times } = counted(() => 'rows');
  const answers = await Promise.all([1, 2, 3].map(() => cache.get('a', ['city:1'], read, () => 10)));
  expect(answers).toEqual(['rows', 'rows', 'rows']);
  expect(await cache.get('a', ['city:1'], read, () => 10)).toBe('rows');
  expect(times()).toBe(1);
  expect(cache.size).toEqual({ answers: 1, weight: 10 });
});

test('a change with one of its tags, or with all tags, makes it be read again', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 1_000 });
  const { read, times } = counted(() => 'rows');
  const ask = () => cache.get('a', ['city:1', 'rates'], read, () => 10);
  await ask();
  cache.invalidate(['city:2']);
  await ask();
  expect(times()).toBe(1);
  cache.invalidate(['rates']);
  expect(cache.size).toEqual({ answers: 0, weight: 0 });
  await ask();
  cache.invalidate(['*']);
  await ask();
  expect(times()).toBe(3);
});

test('what changes while it is read is not given to those who ask after the change', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 1_000 });
  const slow = Promise.withResolvers<string>();
  const before = cache.get(
    'a',
    ['house:1'],
    () => slow.promise,
    () => 10,
  );
  cache.invalidate(['house:1']);
  const after = cache.get(
    'a',
    ['house:1'],
    async () => 'new',
    () => 10,
  );
  slow.resolve('old');
  expect(await before).toBe('old');
  expect(await after).toBe('new');
  expect(
    await cache.get(
      'a',
      ['house:1'],
      async () => 'never asked',
      () => 10,
    ),
  ).toBe('new');
  expect(cache.size.weight).toBe(10);
});

test('failures are not kept, and old answers are read anew', async () => {
  let now = 0;
  const cache = new TagCache({ freshFor: 100, bound: 1_000, now: () => now });
  await expect(
    cache.get(
      'a',
      [],
      () => Promise.reject(new Error('down')),
      () => 1,
    ),
  ).rejects.toThrow('down');
  expect(
    await cache.get(
      'a',
      [],
      async () => 1,
      () => 1,
    ),
  ).toBe(1);
  now = 99;
  expect(
    await cache.get(
      'a',
      [],
      async () => 2,
      () => 1,
    ),
  ).toBe(1);
  now = 100;
  expect(
    await cache.get(
      'a',
      [],
      async () => 3,
      () => 1,
    ),
  ).toBe(3);
});

test('the answers not used for longest go when the weight is over the bound', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 25 });
  for (const key of ['a', 'b', 'a', 'c'])
    await cache.get(
      key,
      [],
      async () => key,
      () => 10,
    );
  expect(cache.size).toEqual({ answers: 2, weight: 20 });
  expect(
    await cache.get(
      'b',
      [],
      async () => 'again',
      () => 10,
    ),
  ).toBe('again');
  expect(
    await cache.get(
      'c',
      [],
      async () => 'again',
      () => 10,
    ),
  ).toBe('c');
});

test('an answer too heavy for the bound is kept nowhere and pushes out nothing', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 25 });
  const light = counted(() => 'light');
  const heavy = counted(() => 'heavy');
  for (let times = 0; times < 2; times++) {
    await cache.get('light', ['a'], light.read, () => 10);
    await cache.get('heavy', ['b'], heavy.read, () => 26);
  }
  expect([light.times(), heavy.times()]).toEqual([1, 2]);
  expect(cache.size).toEqual({ answers: 1, weight: 10 });
});

test('a bound of 0 keeps nothing, and still reads once for those who ask at the same time', async () => {
  const cache = new TagCache({ freshFor: 600_000, bound: 0 });
  const { read, times } = counted(() => 'rows');
  const ask = () => cache.get('a', ['city:1'], read, () => 10);
  await Promise.all([ask(), ask()]);
  expect(times()).toBe(1);
  await ask();
  expect(times()).toBe(2);
  expect(cache.size).toEqual({ answers: 0, weight: 0 });
});

test('an answer that took longer than it is fresh is given to nobody who asks later', async () => {
  let now = 0;
  const cache = new TagCache({ freshFor: 100, bound: 1_000, now: () => now });
  const slow = Promise.withResolvers<string>();
  const ask = (read: () => Promise<string>) => cache.get('a', ['city:1'], read, () => 10);
  const early = ask(() => slow.promise);
  now = 100;
  const late = ask(async () => 'new');
  slow.resolve('old');
  expect(await Promise.all([early, late, ask(async () => 'never asked')])).toEqual(['old', 'new', 'new']);
  cache.invalidate(['city:1']);
  expect(cache.size).toEqual({ answers: 0, weight: 0 });
});

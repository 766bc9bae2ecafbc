import { expect, test } from 'vitest';
import { ChangeMemory } from '#lib/db/change-memory.ts';

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
  const memory = new ChangeMemory({ freshFor: 1_000, bound: 1_000 });
  const { read, times } = counted(() => 'rows');
  const answers = await Promise.all([1, 2, 3].map(() => memory.recall('a', ['city:1'], read, () => 10)));
  expect(answers).toEqual(['rows', 'rows', 'rows']);
  expect(await memory.recall('a', ['city:1'], read, () => 10)).toBe('rows');
  expect(times()).toBe(1);
  expect(memory.size).toEqual({ answers: 1, weight: 10 });
});

test('a change with one of its tags, or with all tags, makes it be read again', async () => {
  const memory = new ChangeMemory({ freshFor: 1_000, bound: 1_000 });
  const { read, times } = counted(() => 'rows');
  const ask = () => memory.recall('a', ['city:1', 'rates'], read, () => 10);
  await ask();
  memory.forget(['city:2']);
  await ask();
  expect(times()).toBe(1);
  memory.forget(['rates']);
  expect(memory.size).toEqual({ answers: 0, weight: 0 });
  await ask();
  memory.forget(['*']);
  await ask();
  expect(times()).toBe(3);
});

test('what changes while it is read is not given to those who ask after the change', async () => {
  const memory = new ChangeMemory({ freshFor: 1_000, bound: 1_000 });
  const slow = Promise.withResolvers<string>();
  const before = memory.recall(
    'a',
    ['house:1'],
    () => slow.promise,
    () => 10,
  );
  memory.forget(['house:1']);
  const after = memory.recall(
    'a',
    ['house:1'],
    async () => 'new',
    () => 10,
  );
  slow.resolve('old');
  expect(await before).toBe('old');
  expect(await after).toBe('new');
  expect(
    await memory.recall(
      'a',
      ['house:1'],
      async () => 'never asked',
      () => 10,
    ),
  ).toBe('new');
  expect(memory.size.weight).toBe(10);
});

test('failures are not kept, and old answers are read anew', async () => {
  let now = 0;
  const memory = new ChangeMemory({ freshFor: 100, bound: 1_000, now: () => now });
  await expect(
    memory.recall(
      'a',
      [],
      () => Promise.reject(new Error('down')),
      () => 1,
    ),
  ).rejects.toThrow('down');
  expect(
    await memory.recall(
      'a',
      [],
      async () => 1,
      () => 1,
    ),
  ).toBe(1);
  now = 99;
  expect(
    await memory.recall(
      'a',
      [],
      async () => 2,
      () => 1,
    ),
  ).toBe(1);
  now = 100;
  expect(
    await memory.recall(
      'a',
      [],
      async () => 3,
      () => 1,
    ),
  ).toBe(3);
});

test('the answers not used for longest go when the weight is over the bound', async () => {
  const memory = new ChangeMemory({ freshFor: 1_000, bound: 25 });
  for (const key of ['a', 'b', 'a', 'c'])
    await memory.recall(
      key,
      [],
      async () => key,
      () => 10,
    );
  expect(memory.size).toEqual({ answers: 2, weight: 20 });
  expect(
    await memory.recall(
      'b',
      [],
      async () => 'again',
      () => 10,
    ),
  ).toBe('again');
  expect(
    await memory.recall(
      'c',
      [],
      async () => 'again',
      () => 10,
    ),
  ).toBe('c');
});

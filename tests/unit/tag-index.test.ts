import { expect, test } from 'vitest';
import { TagIndex } from '#lib/db/tag-index.ts';

const filled = (): TagIndex => {
  const index = new TagIndex();
  index.add('a', ['house:1', 'city:7']);
  index.add('b', ['house:2', 'city:7']);
  index.add('c', []);
  return index;
};

test('keys are found by each of their tags, once, and all of them by *', () => {
  const index = filled();
  expect([...index.keysOf(['house:1'])]).toEqual(['a']);
  expect([...index.keysOf(['house:1', 'city:7', 'city:8'])]).toEqual(['a', 'b']);
  expect([...index.keysOf(['house:1', '*'])]).toEqual(['a', 'b', 'c']);
  expect([...index.keysOf([])]).toEqual([]);
});

test('a key that is dropped is found no more, and one that is added again carries its new tags alone', () => {
  const index = filled();
  index.drop('b');
  index.drop('never added');
  index.add('a', ['house:3']);
  expect([...index.keysOf(['city:7', 'house:1', 'house:2'])]).toEqual([]);
  expect([...index.keysOf(['house:3'])]).toEqual(['a']);
  expect([...index.keysOf(['*'])].toSorted()).toEqual(['a', 'c']);
});

test('keys may be dropped while they are walked', () => {
  const index = filled();
  const seen: string[] = [];
  for (const key of index.keysOf(['city:7'])) {
    index.drop(key);
    seen.push(key);
  }
  expect(seen).toEqual(['a', 'b']);
});

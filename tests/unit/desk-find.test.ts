/** What staff type is found by any part of it, in any script. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { askedGrams, deskFold, deskQuery, deskText, gramsOf, isFoundIn } from '#lib/features/desk-find/desk-find.rules.ts';
import { longestQuery } from '#lib/features/desk-find/desk-find.schema.ts';
import { createMarks } from '#lib/features/desk-find/marks.rules.ts';
import { createKeyRing } from '#lib/secrets.ts';
import fc from '#tests/support/properties.ts';

const finds = (query: string, ...parts: string[]): boolean => {
  const asked = deskQuery(query);
  const text = deskText(parts);
  if (!asked) return false;
  const grams = gramsOf(text);
  // What is asked of the database must never be more than what it keeps.
  const isKept = asked.ways.some((words) => askedGrams(words).every((gram) => grams.has(gram)) && words.every((word) => text.includes(word)));
  expect(isKept).toBe(isFoundIn(text, asked));
  return isKept;
};

/** Characters of the scripts in which people write what they are called. */
const characters = 'abcxyzABZ09éüßøłđĐÀảệữơươẮ李欧陽阳關关國国臺台学學나리ひカЖжΣσ'.split('');
const names = fc
  .array(
    fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 10 }).map((all) => all.join('')),
    { minLength: 1, maxLength: 3 },
  )
  .map((words) => words.join(' '));

describe('text of the desk', () => {
  test.each([
    ['nguyen duc', 'Nguyễn  Đức Lan'],
    ['Nguyễn', 'NGUYEN LAN'],
    ['đức', 'Duc'],
    ['lan nguyen', 'Nguyễn Thị Lan'],
    ['欧阳', '歐陽娜娜'],
    ['歐陽', '欧阳娜娜'],
    ['娜', '欧阳娜娜'],
    ['李明', '李 明'],
    ['李 明', '李明'],
    ['ＡＮＮ', 'ann@example.org'],
    ['n@exam', 'Ann@Example.org'],
    ["o'brien", 'Sean O’Brien'],
    ['m154nw', 'M15 4NW'],
    ['M15 4NW', 'M15 4NW'],
    ['fkhc-m2', 'FKHC-M2M7'],
    ['hcm2m', 'FKHC-M2M7'],
    ['7700 900 123', '+447700900123'],
    ['07700 900123', '+447700900123'],
    ['07700900123', '+447700900123'],
    ['+44 (0)7700-900-123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['+86 138 0013 8000', '+8613800138000'],
    ['0123', '+447700900123'],
  ])('%j finds %j', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  test.each([
    ['ann leeds', 'Ann Lee'],
    ['nguyen', 'Nguy Lan'],
    ['阳欧', '欧阳'],
    ['07700 900124', '+447700900123'],
  ])('%j does not find %j', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  test('one letter, one digit and no letter at all are looked for by nobody; one Chinese character is', () => {
    for (const text of ['', ' ', 'a', '7', 'é', 'a b c']) expect(deskQuery(text)).toBeUndefined();
    expect(deskQuery('王')?.ways).toEqual([['王']]);
  });

  test('what is long is cut, in its characters, its words and its pieces', () => {
    const asked = deskQuery(`${'ab '.repeat(400)}`);
    expect(asked?.ways[0]?.length).toBeLessThanOrEqual(8);
    const long = deskQuery('abcdefghij'.repeat(50));
    expect(long?.ways[0]?.[0]).toHaveLength(longestQuery);
    expect(askedGrams(long?.ways[0] ?? []).length).toBeLessThanOrEqual(24);
    expect(gramsOf(deskText(['李'.repeat(5_000), 'b'.repeat(5_000)])).size).toBeLessThan(20);
  });

  test('every part of a name of two characters and more finds it, however it is cased and marked', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), fc.constantFrom('NFC', 'NFD'), (name, start, length, form) => {
        const all = [...name];
        const from = start % all.length;
        const part = all.slice(from, from + 2 + (length % all.length)).join('');
        // Blanks at its ends are not looked for, and one letter alone is too little.
        if (
          part
            .trim()
            .split(' ')
            .every((word) => [...word].length < 2)
        )
          return;
        for (const typed of [part, part.toLowerCase(), part.toUpperCase(), part.normalize(form)]) {
          if (deskFold(typed) === deskFold(part)) expect([typed, finds(typed, 'x', name.normalize(form))]).toEqual([typed, true]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('marks', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];

  test('differ by kind and by secret, and are asked for by every secret of the ring', () => {
    const before = createMarks(createKeyRing([older]));
    const after = createMarks(createKeyRing([newer, older]));
    const kept = before.toKeep('person', ['lan', 'ann']);
    expect(after.toAsk('person', ['lan', 'ann'])).toEqual([after.toKeep('person', ['lan', 'ann']), kept]);
    expect(before.toKeep('order', ['lan', 'ann'])).not.toEqual(kept);
    expect(createMarks(createKeyRing([newer])).toKeep('person', ['lan', 'ann'])).not.toEqual(kept);
  });

  test('are whole numbers of twenty bits', () => {
    const marks = createMarks(createKeyRing([newer])).toKeep('house', gramsOf(deskFold('Aldgate Point, 8 Leman Street')));
    for (const mark of marks) expect(mark).toSatisfy((one: number) => Number.isInteger(one) && one >= 0 && one < 2 ** 20);
  });
});

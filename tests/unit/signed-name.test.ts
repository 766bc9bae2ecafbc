/** In whose name somebody signs. */
import { expect, test } from 'vitest';
import { isSignedAs } from '#lib/features/orders/signed-name.rules.ts';
import { workOf } from '#tests/support/work.ts';

const lan = ['NGUYỄN THỊ LAN', '阮氏兰'];

test('[R7.107] a name is the same in whatever order, case and width, with or without marks, blanks and hyphens', () => {
  for (const name of [
    'Nguyễn Thị Lan',
    'lan nguyen thi',
    'NGUYEN, THI LAN',
    'Nguyen Thilan',
    'NguyenThiLan',
    'ＮＧＵＹＥＮ　ＴＨＩ　ＬＡＮ',
    'Nguyễn  Thị–Lan',
    '阮氏兰',
    '阮 氏兰',
  ])
    expect([name, isSignedAs(name, lan)]).toEqual([name, true]);
  expect(isSignedAs('Xiao Ming Li', ['LI, XIAOMING'])).toBe(true);
  expect(isSignedAs('Sean OBrien', ["O'Brien Seán"])).toBe(true);
  expect(isSignedAs('Đặng Đức', ['Dang Duc'])).toBe(true);
  expect(isSignedAs('Soren Strom', ['Søren Strøm'])).toBe(true);
  expect(isSignedAs('김민준', ['김민준'.normalize('NFD')])).toBe(true);
});

test('[R7.107] and no other: not a part of it, not more than it, not the same letters in another order', () => {
  for (const name of ['', ' ', '.', 'Lan', 'Nguyen Lan', 'Nguyen Thi Lan Anh', 'Nguyen Thi Nal', 'Nguyen Thi Lann', '兰阮', '氏兰阮x', 'NguyenThiLan 阮氏兰'])
    expect([name, isSignedAs(name, lan)]).toEqual([name, false]);
  expect([isSignedAs('Lan', []), isSignedAs('', ['']), isSignedAs('...', ['–'])]).toEqual([false, false, false]);
});

test('a name of very many parts takes no time', async () => {
  const many = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'a' : 'ab')).join(' ');
  // The b stands where no two, four, six … letters end.
  const even = [...[1, 2, 3, 4, 5, 6, 7].map((pairs) => 'aa'.repeat(pairs)), 'b'].join(' ');
  const work = await workOf(() => {
    expect(isSignedAs(`${many} b`.replace('a', ''), [many])).toBe(false);
    for (const [one, other] of [
      ['a aa aaa aaaa aaaaa b', 'aa a aaaa aaa aaaaa b'],
      ['ab aab aaab aaaab', 'aaaab aaab aab ab'],
    ] as const)
      expect(isSignedAs(one, [other])).toBe(true);
    expect(isSignedAs(`aaab${'a'.repeat(53)}`, [even])).toBe(false);
  });
  expect(work).toBeLessThan(1_000);
});

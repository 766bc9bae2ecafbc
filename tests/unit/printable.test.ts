import { expect, test } from 'vitest';
import { unprintable } from '#lib/pdf/printable.ts';

test('of a name the sign is told that a document cannot print', async () => {
  for (const name of ['Nguyễn Thị Phương Thảo', 'Zoë Łukasz Šimić', '阮氏芳草', '茶壺 壶', "O'Neil-Smith Jr."])
    expect(await unprintable(name), name).toBeUndefined();
  expect(await unprintable('阮氏芳草𠮷')).toBe('𠮷');
  expect(await unprintable('Mai 𝓐')).toBe('𝓐');
});

/** Names of rooms in the reader's language: what is usual is said in words, the rest is the supplier's own. */
import { expect, test } from 'vitest';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { apartmentKinds, homestayKinds, houseKinds, longKinds } from '#lib/sample/units.ts';

test('usual names are said in the reader’s words, numbers stay', () => {
  expect(unitTitle('Bronze Ensuite', translator('zh-cn'))).toEqual({ name: '铜级独卫套间' });
  expect(unitTitle('Bronze En-suite', translator('zh-hk'))).toEqual({ name: '標準獨立浴室套房' });
  expect(unitTitle('Twin Room 2', translator('zh-tw'))).toEqual({ name: '雙床房 2' });
  expect(unitTitle('Classic Studio', translator('en-us'))).toEqual({ name: 'Classic Studio' });
});

test('a supplier’s own name stays, and its language is told', () => {
  expect(unitTitle('The Owl’s Nest', translator('zh-cn'))).toEqual({ name: 'The Owl’s Nest', nameLang: 'en' });
});

test('every kind of room of the sample has its name in every language, no two of a house alike', () => {
  for (const kinds of [apartmentKinds, houseKinds, homestayKinds, longKinds]) {
    for (const locale of locales) {
      const titles = kinds.map(({ name }) => unitTitle(name, translator(locale)));
      expect(titles.filter(({ nameLang }) => nameLang)).toEqual([]);
      expect(new Set(titles.map(({ name }) => name)).size, locale).toBe(kinds.length);
    }
  }
});

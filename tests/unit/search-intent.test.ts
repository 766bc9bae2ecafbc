/** Wishes in typed searches: kind of room, rent, month and length in five languages, and the place that is left. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { namesIn, wishesIn } from '#lib/features/search/search-intent.rules.ts';
import type { Wish } from '#lib/features/search/search-intent.rules.ts';

const today = '2026-11-30';

const told = (wish: Wish): string => {
  switch (wish.kind) {
    case 'type':
      return wish.type;
    case 'rent':
      return `${wish.from}–${wish.to === 99_999_999 ? '' : wish.to} ${wish.currency ?? 'there'}`;
    case 'month':
      return String(wish.month);
    case 'lease':
      return `band ${wish.band}`;
  }
};

/** What is typed, the name that is tried at last or first, and the wishes. */
const rows: readonly (readonly [text: string, place: string, wishes: readonly string[]])[] = [
  ['studio near UCL', 'ucl', ['studio']],
  ['曼大 studio', '曼大', ['studio']],
  ['UCL 附近 300镑', 'ucl', ['0–300 GBP']],
  ['phòng studio gần UCL dưới 300 bảng', 'ucl', ['studio', '0–300 GBP']],
  ['UCL under £300 a week', 'UCL', ['0–300 GBP']],
  ['£200-£300 ensuite Manchester', 'Manchester', ['200–300 GBP', 'ensuite']],
  ['ensuite in Leeds under 250', 'leeds', ['ensuite', '0–250 there']],
  ['1 bed flat Sydney $600 pw', 'Sydney', ['one-bedroom', '0–600 dollar']],
  ['two-bedroom apartment in Melbourne', 'melbourne', ['two-bedroom']],
  ['shared room Toronto max 900 per month', 'Toronto', ['shared-room', '0–208 there']],
  ['£1,300 pcm London', 'London', ['0–300 GBP']],
  ['UCL September 2027', 'UCL', ['202709']],
  ['move in september kings college london', 'kings college london', ['202709']],
  ['studio UCL from January', 'UCL', ['studio', '202701']],
  ['LSE 51 weeks', 'LSE', ['band 4']],
  ['homestay Dublin', 'Dublin', ['homestay']],
  ['at least £200 Bristol', 'Bristol', ['200– GBP']],
  ['伦敦 9月入住 单人公寓', '伦敦', ['202709', 'studio']],
  ['倫敦 9 月入住 獨立套房 每週300鎊以下', '伦敦', ['202709', 'studio', '0–300 GBP']],
  ['曼彻斯特大学 独卫 200到300镑', '曼彻斯特大学', ['ensuite', '200–300 GBP']],
  ['悉尼大学附近一居室 每周600澳元', '悉尼大学', ['one-bedroom', '0–600 AUD']],
  ['港大 整租 月租13000港币以内', '港大', ['whole-apartment', '0–3000 HKD']],
  ['帝国理工 明年9月 studio', '帝国理工', ['202709', 'studio']],
  ['墨尔本 44周', '墨尔本', ['band 3']],
  ['台北 分租套房 預算 8000', '台北', ['ensuite', '0–8000 there']],
  ['phòng khép kín gần đại học Manchester tháng 9/2027', 'dai hoc manchester', ['ensuite', '202709']],
  ['căn hộ 1 phòng ngủ Sydney dưới 600 đô Úc một tuần', 'sydney', ['one-bedroom', '0–600 AUD']],
  ['từ 200 đến 300 bảng Leeds', 'Leeds', ['200–300 GBP']],
  ['ở ghép Melbourne', 'Melbourne', ['shared-room']],
  // No wishes: names, codes, years, and words that mean something else.
  ['UCL', 'UCL', []],
  ['M13 9PL', 'M13 9PL', []],
  ['NW1', 'NW1', []],
  ['10003', '10003', []],
  ['The Mill 2000', 'The Mill 2000', []],
  ['March Street', 'March Street', []],
  ['May Fair', 'May Fair', []],
  ['Studiolo', 'Studiolo', []],
  ['Decatur', 'Decatur', []],
  ['Pounds Park', 'Pounds Park', []],
  ['under 2027', 'under 2027', []],
];

describe('[R1.03] wishes in a search', () => {
  test.each(rows)('%s', (text, place, wishes) => {
    const { place: left, used } = wishesIn(text, today);
    expect([...used.map(({ wish }) => told(wish))].sort()).toEqual([...wishes].sort());
    expect(namesIn(left)).toContain(place);
    for (const { words } of used) expect(text.normalize('NFC')).toContain(words);
  });

  test('each can be left out by itself: the text without it has the others', () => {
    const { used } = wishesIn('studio near UCL under £300 from September', today);
    expect(used.map(({ words, without }) => [words, without])).toEqual([
      ['studio', 'near UCL under £300 from September'],
      ['under £300', 'studio near UCL from September'],
      ['from September', 'studio near UCL under £300'],
    ]);
  });

  test('a name is never longer than the text, and nothing that is typed fails', () => {
    const words = fc.constantFrom('studio', '£', '300', 'UCL', '曼大', '9月', 'tháng', 'dưới', 'k', ',', '1,', '附近', 'per week', '½', '\u0301', '😀', '-');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const { place, used } = wishesIn(text, today);
        expect(place.length).toBeLessThanOrEqual(text.normalize('NFC').length);
        expect(used.length).toBeLessThanOrEqual(6);
        for (const { without } of used) expect(without.length).toBeLessThan(text.length);
        expect(namesIn(place).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

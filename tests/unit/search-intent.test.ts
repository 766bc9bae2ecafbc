/** Wishes in typed searches: kind of room, rent, month and length in five languages, and the place that is left. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { compact } from '#lib/features/search/search.words.ts';
import { namesIn, wishesIn } from '#lib/features/search/search-intent.rules.ts';
import type { Wish } from '#lib/features/search/sentence/sentence.schema.ts';

const today = '2026-11-30';

/** Places that the sentences name. */
const names = new Set(['ucl', '曼大', 'manchester', 'leeds', 'sydney', 'london', 'reading', 'unioncity', '伦敦国王学院', '伦敦', '墨尔本'].map(compact));

const told = (wish: Wish): string => {
  switch (wish.kind) {
    case 'type':
      return wish.type;
    case 'rent':
      return `${wish.from}–${wish.to === 99_999_999 ? '' : wish.to} ${wish.currency ?? 'there'}${wish.per === undefined ? '' : ` a ${wish.per}`}`;
    case 'months':
      return wish.months.join('+');
    case 'season':
      return `${wish.season} ${wish.year ?? 'next'}`;
    case 'lease':
      return `band ${wish.bands.join('+')}`;
    case 'amenity':
      return wish.code;
    case 'bathroom':
      return `${wish.bathroom} bathroom`;
    case 'distance':
      return `${wish.metres} m`;
    case 'guests':
      return `${wish.guests} people`;
    case 'verified':
    case 'now':
      return wish.kind;
    case 'sort':
      return `by ${wish.sort}`;
  }
};

/** What is typed, the name that is tried at last or first, and the wishes. */
const rows: readonly (readonly [text: string, place: string, wishes: readonly string[]])[] = [
  ['studio near UCL', 'ucl', ['studio']],
  ['曼大 studio', '曼大', ['studio']],
  ['UCL 附近 300镑', 'ucl', ['0–300 GBP']],
  ['phòng studio gần UCL dưới 300 bảng', 'ucl', ['studio', '0–300 GBP']],
  ['UCL under £300 a week', 'UCL', ['0–300 GBP a week']],
  ['£200-£300 ensuite Manchester', 'Manchester', ['200–300 GBP', 'ensuite']],
  ['ensuite in Leeds under 250', 'leeds', ['ensuite', '0–250 there']],
  ['1 bed flat Sydney $600 pw', 'Sydney', ['one-bedroom', '0–600 dollar a week']],
  ['two-bedroom apartment in Melbourne', 'melbourne', ['two-bedroom']],
  ['shared room Toronto max 900 per month', 'Toronto', ['shared-room', '0–900 there a month']],
  ['£1,300 pcm London', 'London', ['0–1300 GBP a month']],
  ['UCL September 2027', 'UCL', ['202709']],
  ['move in september kings college london', 'kings college london', ['202709']],
  ['studio UCL from January', 'UCL', ['studio', '202701']],
  ['LSE 51 weeks', 'LSE', ['band 4']],
  ['homestay Dublin', 'Dublin', ['homestay']],
  ['at least £200 Bristol', 'Bristol', ['200– GBP']],
  ['伦敦 9月入住 单人公寓', '伦敦', ['202709', 'studio']],
  ['倫敦 9 月入住 獨立套房 每週300鎊以下', '伦敦', ['202709', 'studio', '0–300 GBP a week']],
  ['曼彻斯特大学 独卫 200到300镑', '曼彻斯特大学', ['ensuite', '200–300 GBP']],
  ['悉尼大学附近一居室 每周600澳元', '悉尼大学', ['one-bedroom', '0–600 AUD a week']],
  ['港大 整租 月租13000港币以内', '港大', ['whole-apartment', '0–13000 HKD a month']],
  ['帝国理工 明年9月 studio', '帝国理工', ['202709', 'studio']],
  ['墨尔本 44周', '墨尔本', ['band 3']],
  ['台北 分租套房 預算 8000', '台北', ['ensuite', '0–8000 there']],
  ['phòng khép kín gần đại học Manchester tháng 9/2027', 'dai hoc manchester', ['ensuite', '202709']],
  ['căn hộ 1 phòng ngủ Sydney dưới 600 đô Úc một tuần', 'sydney', ['one-bedroom', '0–600 AUD a week']],
  ['từ 200 đến 300 bảng Leeds', 'Leeds', ['200–300 GBP']],
  ['ở ghép Melbourne', 'Melbourne', ['shared-room']],
  // Everything else that a list can be filtered by.
  ['倫敦國王學院 走路20分鐘 獨立衛浴', '伦敦国王学院', ['2000 m', 'private bathroom']],
  ['20 min walk to UCL, private bathroom, gym and pets allowed', 'ucl', ['2000 m', 'private bathroom', 'gym', 'pets-allowed']],
  ['couple friendly studio in Manchester, bills included', 'manchester', ['2 people', 'studio', 'by contract-total']],
  ['two bedroom flat for 3 people in Sydney available now', 'sydney', ['two-bedroom', '3 people', 'now']],
  ['墨尔本 一室一厅 情侣 可养猫 租半年', '墨尔本', ['one-bedroom', '2 people', 'pets-allowed', 'band 1']],
  ['伦敦 秋季入学 250-300镑 44到51周', '伦敦', ['autumn next', '250–300 GBP', 'band 3+4']],
  ['cách UCL 15 phút đi bộ phòng tắm riêng có máy giặt', 'ucl', ['2000 m', 'private bathroom', 'laundry']],
  ['6 month lease Reading', 'reading', ['band 1']],
  ['moving in on 15 September 2027 near UCL', 'ucl', ['202709']],
  ['UCL 2027-09', 'UCL', ['202709']],
  ['Leeds 9/2027', 'Leeds', ['202709']],
  ['Sept–Oct UCL', 'UCL', ['202709+202710']],
  ['UCL September 2027 to June 2028', 'UCL', ['202709', 'band 2']],
  ['UCL within 2km', 'ucl', ['2000 m']],
  ['cheapest ensuite in Leeds', 'leeds', ['by rent-low', 'ensuite']],
  ['三百五十镑以内 曼大', '曼大', ['0–350 GBP']],
  ['曼大 两千镑每月', '曼大', ['0–2000 GBP a month']],
  ['London 10 triệu đồng một tháng', 'London', ['0–10000000 VND a month']],
  ['verified quiet studio Leeds', 'leeds', ['verified', 'quiet-floor', 'studio']],
  // One letter mistyped, or Chinese of the same sound.
  ['studdio near UCL undr £300 from Setpember', 'ucl', ['studio', '0–300 GBP', '202709']],
  ['ensuit Leeds balcny', 'leeds', ['ensuite', 'balcony']],
  ['phong kep kin UCL', 'ucl', ['ensuite']],
  ['airconditioned studio Leeds privat bathrom', 'leeds', ['air-conditioning', 'studio', 'private bathroom']],
  ['曼大 一房 雅房', '曼大', ['one-bedroom', 'shared bathroom']],
  ['曼大 健身方', '曼大', ['gym']],
  // What is refused, or cannot be asked for, is not turned round.
  ['no pets Leeds', 'leeds', []],
  ['30 minutes by tube to UCL', 'ucl', []],
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
    const read = wishesIn(text, today, (name) => names.has(name));
    const { place: left, used } = read;
    expect([...used.map(({ wish }) => told(wish))].sort()).toEqual([...wishes].sort());
    if (names.has(compact(place))) expect(read.names.map(compact)).toEqual([compact(place)]);
    else expect(namesIn(left)).toContain(place);
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
        expect(used.length).toBeLessThanOrEqual(24);
        for (const { without } of used) expect(without.length).toBeLessThan(text.length);
        expect(namesIn(place).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import { separatorOf, unwrapped } from '#lib/features/feeds/csv-rows.rules.ts';
import { damageOf } from '#lib/features/feeds/damaged-text.rules.ts';
import { EncodingDetector } from '#lib/features/feeds/feed-encoding.rules.ts';
import { readDate, readDecimal, spoiltBy, spoiltRef } from '#lib/features/feeds/spreadsheet-values.rules.ts';
import { encoded } from '#tests/support/encodings.ts';

function detect(bytes: Uint8Array, pieces = 1 << 20): string {
  const detector = new EncodingDetector();
  for (let at = 0; at < bytes.length; at += pieces) detector.add(bytes.subarray(at, at + pieces));
  const found = detector.end();
  return found.kind === 'found' ? found.encoding : 'unknown';
}

const mainland = '茶壶坊,步行十分钟到教学楼，自习室通宵开放，账单包含在房租里。\n';
const taiwan = '茶壺坊,步行十分鐘到教學大樓，自習室通宵開放，帳單包含在房租裡。\n';
const western = 'Résidence Étoile,À dix minutes à pied de l’université; 250 € de dépôt.\n';
const header = 'house_ref,house_name,description\nH1,';

describe('in which encoding a file is', () => {
  test.each([
    ['gb18030', mainland, 'gb18030'],
    ['big5', taiwan, 'big5'],
    ['windows-1252', western, 'windows-1252'],
    ['utf-8', mainland, 'utf-8'],
    ['utf-8', western, 'utf-8'],
  ])('%s is known by its bytes: %s', (encoding, text, expected) => {
    const bytes = encoded(header + text, encoding);
    expect([detect(bytes), detect(bytes, 7)]).toEqual([expected, expected]);
  });

  test('UTF-16 is known with a mark and without, in both orders', () => {
    for (const encoding of ['utf-16le', 'utf-16be'])
      for (const mark of ['', '\ufeff']) expect(detect(encoded(`${mark}[{"house_ref":"${mainland.trim()}"}]`, encoding))).toBe(encoding);
  });

  test('one damaged place in UTF-8 leaves the file UTF-8', () => {
    expect(detect(Buffer.concat([Buffer.from(header + mainland), Buffer.from([0xe9, 0x2c])]))).toBe('utf-8');
  });

  test('the declaration of XML counts where the bytes agree', () => {
    const xml = (label: string, text: string): string => `<?xml version="1.0" encoding="${label}"?><feed><house><house_name>${text}</house_name>`;
    expect(detect(encoded(xml('GBK', '茶壶坊'), 'gb18030'))).toBe('gb18030');
    expect(detect(encoded(xml('ISO-8859-1', 'Café'), 'windows-1252'))).toBe('windows-1252');
    expect(detect(Buffer.from(xml('GBK', '茶壶坊')))).toBe('utf-8');
  });

  test('bytes that are no text of any of them are not guessed at', () => {
    expect(detect(Uint8Array.from({ length: 600 }, (_, at) => (at % 3 === 0 ? 0xff : 0x81 + (at % 70))))).toBe('unknown');
  });

  test('whatever is written in UTF-8 is read as that, however it comes in pieces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (text, pieces) => {
        expect(detect(Buffer.from(header + text.toWellFormed().replaceAll('\0', '')), pieces)).toBe('utf-8');
      }),
    );
  });
});

describe('what was damaged before it came', () => {
  test.each([
    ['Résidence Étoile, 250 €', 'windows-1252'],
    ['茶壶坊步行十分钟', 'windows-1252'],
    ['茶壶坊步行十分钟到教学楼', 'gb18030'],
    ['Căn hộ gần trường', 'windows-1252'],
  ])('%s decoded as %s is found out', (text, wrong) => {
    expect(damageOf(new TextDecoder(wrong).decode(Buffer.from(text)), 'name')).toMatch(/wrong encoding/);
  });

  test('Chinese in GBK that was decoded as western is found out', () => {
    expect(damageOf(new TextDecoder('windows-1252').decode(encoded('茶壶坊，步行十分钟', 'gb18030')), 'name')).toMatch(/wrong encoding/);
  });

  test.each([
    ['???', 'name'],
    ['????????? ????', 'prose'],
    ['R?sidence ?toile', 'name'],
    ['?? Yard', 'name'],
  ] as const)('%s are question marks', (text, kind) => expect(damageOf(text, kind)).toMatch(/question marks/));

  test.each([
    'Résidence Étoile',
    '“CAFÉ” de l’ESPAÑOLA',
    'CAFÉ’S',
    'Straße der Übung – Größe 12 m²',
    '£250 a week, 5°',
    'Căn hộ gần trường, 10 phút',
    'GIẢM GIÁ “ĐÃ”',
    '茶壶坊',
    '联通公寓',
    '步行十分钟到教学楼。自习室通宵开放，账单包含在房租里。',
    '帳單包含在房租裡',
    'ティーポット荘',
    '찻주전자 하우스',
    'Ждановская 5',
    'Why wait? Book now!',
  ])('%s is in order', (text) => {
    expect([damageOf(text, 'name'), damageOf(text, 'prose')]).toEqual([undefined, undefined]);
  });

  test('a question in a description is a question', () => {
    expect(damageOf('Why wait??? See https://example.com/a.php?b=c. Really?', 'prose')).toBeUndefined();
  });
});

describe('what spreadsheets write', () => {
  test('numbers with decimal commas and thousands', () => {
    const read = (text: string): string => readDecimal(text).number;
    expect(['289,00', '1.250,50', '1,250.50', '1 250,50', '1,250,000', '51,5246', '-0,1310', '289.00', "1'250.50"].map(read)).toEqual([
      '289.00',
      '1250.50',
      '1250.50',
      '1250.50',
      '1250000',
      '51.5246',
      '-0.1310',
      '289.00',
      '1250.50',
    ]);
    expect(read('1,250')).toBe('1,250');
    expect(readDecimal('51,524', 'below-thousand').number).toBe('51.524');
  });

  test('an amount written by any country is the amount', () => {
    const format = fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'vi-VN', 'de-CH', 'zh-CN');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), format, (minor, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(minor / 100);
        expect(Number(readDecimal(written).number)).toBe(minor / 100);
      }),
    );
  });

  test('days', () => {
    const read = (text: string): unknown => Object.values(readDate(text))[0];
    expect(
      [
        '2027/9/4',
        '2027.09.04',
        '2027年9月4日',
        '25/9/2027',
        '9/25/2027',
        '9/9/2027',
        '04.09.2027',
        '04-Sep-27',
        '4 September 2027',
        '2027-09-04 00:00:00',
        '46634',
      ].map(read),
    ).toEqual([
      '2027-09-04',
      '2027-09-04',
      '2027-09-04',
      '2027-09-25',
      '2027-09-25',
      '2027-09-09',
      '2027-09-04',
      '2027-09-04',
      '2027-09-04',
      '2027-09-04',
      '2027-09-04',
    ]);
    expect(read('4/9/2027')).toMatch(/could be 2027-09-04 or 2027-04-09/);
  });

  test('names that became numbers, and cells without a value', () => {
    expect(spoiltRef('1.23457E+11')).toMatch(/shortened/);
    expect(['BT-LON-01', '1E5', '12E', '0012'].map(spoiltRef)).toEqual([undefined, undefined, undefined, undefined]);
    expect(['#NAME?', '#REF!', '########'].map((one) => spoiltBy(one) === undefined)).toEqual([false, false, false]);
    expect(['="BT-LON-01"', '="a ""b"""', '=A1', 'x'].map(unwrapped)).toEqual(['BT-LON-01', 'a "b"', '=A1', 'x']);
    expect(['sep=;\na,b', '"sep=,"\na', 'a;b;"c,d,e,f"', 'a\tb', 'a,b', 'a'].map(separatorOf)).toEqual([';', ',', ';', '\t', ',', ',']);
  });
});

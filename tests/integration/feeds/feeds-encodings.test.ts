/** Files that were saved in another encoding, or by a spreadsheet: read right or refused, and nothing that was known is lost. */
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { encoded } from '#tests/support/encodings.ts';
import { feedDesk, reasonsOf } from '#tests/support/feed-desk.ts';
import { asCsv, asJson, asXml, feedHouseWith } from '#tests/support/feed-files.ts';
import type { Fields } from '#tests/support/feed-files.ts';

const feeds = feedDesk();
const chinese: Fields = { house_name_zh: '茶壶坊', description_zh: '步行十分钟到教学楼，自习室通宵开放，账单包含在房租里。' };
const texts = () =>
  feeds.db.selectFrom('houses').select(['name_zh', 'description_zh', 'description', 'postal_code', 'year_built', 'amenities']).orderBy('ref').execute();

test.each([
  ['csv', asCsv, 'gb18030'],
  ['json', asJson, 'gb18030'],
  ['xml', asXml, 'gb18030'],
  ['csv', asCsv, 'utf-16le'],
  ['json', asJson, 'utf-16be'],
] as const)('a %s file saved in another encoding is the same catalogue, and the report says so (%#)', async (format, write, encoding) => {
  await feeds.importing(feeds.write('base.csv', asCsv([feedHouseWith('A', chinese)])));
  const before = await texts();
  const result = await feeds.importing(feeds.write(`other.${format}`, encoded(write([feedHouseWith('A', chinese)]), encoding)));
  expect(result).toMatchObject({ unchanged: 1, changed: 0, refusedHouses: 0, problems: { mended: 1, dropped: 0 } });
  expect(result.remark).toMatch(encoding === 'gb18030' ? /read as GB18030/ : /read as UTF-16/);
  expect(result.report).toBeDefined();
  expect(await texts()).toEqual(before);
});

test('a file of an encoding that nobody can tell is refused as a whole', async () => {
  await feeds.importing(feeds.write('base.csv', asCsv([feedHouseWith('A', chinese)])));
  const noise = Buffer.concat([Buffer.from(asCsv([feedHouseWith('A')])), Buffer.from(Array.from({ length: 60 }, () => [0xff, 0x81, 0x20]).flat())]);
  await expect(feeds.importing(feeds.write('noise.csv', noise))).rejects.toThrow(/not UTF-8, and nobody can tell/);
  expect((await texts())[0]?.name_zh).toBe('茶壶坊');
});

test.each<[string, Fields]>([
  ['signs that cannot be read', { house_name_zh: '茶\ufffd', description_zh: '\ufffd\ufffd', description: 'Caf\ufffd', postal_code: '\ufffd' }],
  ['question marks', { house_name_zh: '???', description_zh: '????? ????', description: '??? ?? ????', postal_code: '???' }],
  [
    'what was decoded twice',
    Object.fromEntries(
      Object.entries({ ...chinese, description: 'Étoile à dix minutes à pied' }).map(([key, value]) => [
        key,
        new TextDecoder('windows-1252').decode(Buffer.from(value)),
      ]),
    ),
  ],
  ['what is no value of its field', { year_built: 'new', amenities: 'Schwimmbecken' }],
])('of %s nothing replaces what was known, and each is named', async (_, damaged) => {
  const whole = { ...chinese, description: 'Ten minutes on foot.' };
  await feeds.importing(feeds.write('base.csv', asCsv([feedHouseWith('A', whole)])));
  const before = await texts();
  const file = feeds.write('damaged.json', asJson([feedHouseWith('A', { ...whole, ...damaged })]));
  expect(await feeds.importing(file, { dryRun: true })).toMatchObject({ unchanged: 1, changed: 0 });
  const result = await feeds.importing(file);
  expect(result).toMatchObject({ unchanged: 1, changed: 0, refusedHouses: 0 });
  for (const field of Object.keys(damaged)) expect(reasonsOf(result, field), field).toHaveLength(1);
  expect(await texts()).toEqual(before);
});

test('the same holds for rooms and leases; what is left empty is empty', async () => {
  await feeds.importing(feeds.write('base.csv', asCsv([feedHouseWith('A', chinese)])));
  const unreadable = { size_sqm: 'large', bed_size: 'giant', max_occupants: 'many', bathroom: 'outside', cancellation_policy: 'maybe' };
  expect(await feeds.importing(feeds.write('odd.json', asJson([feedHouseWith('A', { ...chinese, ...unreadable })])))).toMatchObject({ unchanged: 1 });
  await feeds.importing(feeds.write('empty.json', asJson([feedHouseWith('A', { house_name_zh: '', description_zh: '', postal_code: '' })])));
  expect(await texts()).toMatchObject([{ name_zh: null, description_zh: null, postal_code: null }]);
});

test('a name that cannot be read refuses its house, which stays as it was', async () => {
  await feeds.importing(feeds.write('base.csv', asCsv([feedHouseWith('A')])));
  for (const house_name of ['R?sidence ?toile', 'RÃ©sidence', '#NAME?'])
    expect(await feeds.importing(feeds.write('name.csv', asCsv([feedHouseWith('A', { house_name })])))).toMatchObject({ changed: 0, refusedHouses: 1 });
  expect(await feeds.db.selectFrom('houses').select('name').execute()).toEqual([{ name: 'Teapot Yard' }]);
});

test('a file of a spreadsheet in any country is read: sep= lines, semicolons, tabs, decimal commas, dates, wrapped names', async () => {
  const base = asCsv([feedHouseWith('A', { move_in: '2027-09-25' })]);
  await feeds.importing(feeds.write('base.csv', base));
  const cells = base
    .trim()
    .split('\n')
    .map((line) => line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []); // prettier-ignore
  const joined = (sign: string, change = (one: string): string => one): string =>
    cells
      .map((row) =>
        row
          .map((one) => (one.includes(sign) ? `"${one.replaceAll('"', '')}"` : one))
          .map(change)
          .join(sign),
      )
      .join('\r\n'); // prettier-ignore
  for (const content of [`sep=,\r\n${base}`, `sep=;\r\n${joined(';')}`, joined(';'), joined('\t')])
    expect(await feeds.importing(feeds.write('other.csv', content)), content.slice(0, 40)).toMatchObject({ unchanged: 1, refusedHouses: 0, added: 0 });
  const german = joined(
    ';',
    (one) => ({ '289.00': '289,00', '51.5246': '51,5246', '-0.1310': '-0,1310', '13.5': '13,5', '2027-09-25': '25.09.2027', A: '"=""A"""' })[one] ?? one,
  );
  expect(german).toContain('25.09.2027');
  const result = await feeds.importing(feeds.write('german.csv', german));
  expect(result).toMatchObject({ unchanged: 1, added: 0, refusedHouses: 0 });
  expect(reasonsOf(result, 'move_in')).toEqual(['was read as 2027-09-25']);
});

test('what has two readings, or lost its digits, is refused with the reason', async () => {
  const result = await feeds.importing(
    feeds.write('two.json', asJson([feedHouseWith('A', { move_in: '4/9/2027' }), feedHouseWith('B', { rent_amount: '1,250' }), feedHouseWith('1.23457E+11')])),
  );
  expect(result).toMatchObject({ added: 0, refusedHouses: 3 });
  expect(reasonsOf(result, 'move_in').join()).toMatch(/could be 2027-09-04 or 2027-04-09/);
  expect(reasonsOf(result, 'rent_amount').join()).toMatch(/could be 1250 or 1.250/);
  expect(reasonsOf(result, 'house_ref').join()).toMatch(/shortened/);
});

/** A workbook as spreadsheets write it: texts shared, numbers bare, days counted. */
function workbook(rows: readonly (readonly string[])[], change: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const strings: string[] = [];
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (text: string, row: number, column: number): string => {
    const place = `${column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : ''}${String.fromCharCode(65 + (column % 26))}${row + 1}`;
    if (text === '') return '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `<c r="${place}" s="1"><v>${Date.parse(text) / 86_400_000 + 25_569}</v></c>`;
    if (/^-?\d+(\.\d+)?$/.test(text)) return `<c r="${place}"><v>${text}</v></c>`;
    strings.push(text);
    return `<c r="${place}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const sheet = rows.map((row, at) => `<row r="${at + 1}">${row.map((text, column) => cell(text, at, column)).join('')}</row>`).join('');
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="urn:r"><sheets><sheet name="Old" state="hidden" r:id="rId1"/><sheet name="Homes" r:id="rId2"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Target="worksheets/old.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet7.xml"/></Relationships>',
      ),
      'xl/styles.xml': strToU8('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`),
      'xl/worksheets/sheet7.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
      ...change,
    }),
  );
}

test('a workbook is read as it is, by its name or by its bytes; a damaged one is refused', async () => {
  const base = asCsv([feedHouseWith('A', chinese)]);
  await feeds.importing(feeds.write('base.csv', base));
  const rows = base
    .trim()
    .split('\n')
    .map((line) => (line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []).map((one) => one.replaceAll('"', ''))); // prettier-ignore
  const book = workbook(rows);
  expect(await feeds.importing(feeds.write('homes.xlsx', book))).toMatchObject({ unchanged: 1, refusedHouses: 0, isComplete: true, remark: undefined });
  expect((await feeds.importing(feeds.write('named.csv', book))).remark).toMatch(/workbook whose name ends in .csv/);
  await expect(feeds.importing(feeds.write('cut.xlsx', book.subarray(0, book.length / 2)))).rejects.toThrow(/damaged/);
  await expect(feeds.importing(feeds.write('text.xlsx', 'house_ref'))).rejects.toThrow(/no workbook/);
  const broken = feeds.write('broken.xlsx', workbook(rows, { 'xl/worksheets/sheet7.xml': strToU8('<worksheet><row>') }));
  expect(await feeds.importing(broken)).toMatchObject({ added: 0, changed: 0, isComplete: false, problems: { refused: 1 } });
});

test.each([
  ['homes.xls', /old Excel/],
  ['homes.ods', /LibreOffice/],
  ['homes.numbers', /Numbers/],
  ['homes.txt', /ends in \.csv/],
])('%s is refused with what to do', async (name, why) => {
  await expect(feeds.importing(feeds.write(name, 'x'))).rejects.toThrow(why);
});

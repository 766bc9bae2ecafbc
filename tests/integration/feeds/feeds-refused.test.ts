import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRateFile } from '#lib/features/rates/rates.files.ts';
import { storeRates } from '#lib/features/rates/rates.repository.ts';
import { feedDesk, reasonsOf } from '#tests/support/feed-desk.ts';
import { asCsv, asJson, asXml, feedHouse, feedHouseWith, feedTenancy, feedUnit } from '#tests/support/feed-files.ts';
import type { Fields } from '#tests/support/feed-files.ts';

const feeds = feedDesk();

describe('what is refused', () => {
  test('a house is taken whole or not at all, and the rest goes on', async () => {
    const bad = feedHouse({ house_ref: 'BAD' }, [
      feedUnit(),
      feedUnit({ unit_ref: 'U2' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', rent_currency: 'XXX' })]),
    ]);
    const result = await feeds.importing(feeds.write('whole.csv', asCsv([feedHouseWith('A'), bad, feedHouseWith('Z')])));
    expect(result).toMatchObject({ added: 2, refusedHouses: 1, problems: { refused: 1 } });
    expect(result.problemList).toEqual([
      { severity: 'refused', line: 5, houseRef: 'BAD', field: 'rent_currency', value: 'XXX', reason: 'is not the ISO 4217 code of a known currency' },
    ]);
    expect((await feeds.db.selectFrom('houses').select('ref').orderBy('ref').execute()).map(({ ref }) => ref)).toEqual(['A', 'Z']);
  });

  test('a refused new version leaves the house as it was', async () => {
    await feeds.importing(feeds.write('v1.csv', asCsv([feedHouseWith('A')])));
    const before = await feeds.catalogue();
    await feeds.importing(feeds.write('v2.csv', asCsv([feedHouseWith('A', { rent_amount: '310', stock: 'many' })])));
    expect(await feeds.catalogue()).toEqual(before);
  });

  test('the report beside the file names line, field, value and reason; it goes when nothing is left to say', async () => {
    const file = feeds.write('report.csv', asCsv([feedHouseWith('A'), feedHouseWith('B', { move_in: '2027-02-29', amenities: 'wifi;sauna' })]));
    const { report } = await feeds.importing(file);
    expect(report).toBe(join(feeds.folder, 'report.csv.report.csv'));
    expect(
      readFileSync(report ?? '', 'utf8')
        .replace('\ufeff', '')
        .trim()
        .split('\r\n'),
    ).toEqual([
      'line,outcome,house_ref,field,value,reason',
      '3,dropped,B,amenities,sauna,is not a known code',
      '3,refused,B,move_in,2027-02-29,is no day of the calendar',
    ]);
    writeFileSync(file, asCsv([feedHouseWith('A')]));
    await feeds.importing(file);
    expect(existsSync(report ?? '')).toBe(false);
  });

  test('a cell that a spreadsheet would run as a formula is written as text', async () => {
    const { report } = await feeds.importing(feeds.write('formula.csv', asCsv([feedHouseWith('A', { stock: '=HYPERLINK("x")' })])));
    expect(readFileSync(report ?? '', 'utf8')).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test.each<[string, Fields, string, RegExp]>([
    ['house_ref', { house_ref: '' }, 'house_ref', /required|missing/],
    ['house_name', { house_name: '' }, 'house_name', /required/],
    ['house_type', { house_type: 'castle' }, 'house_type', /is not one of/],
    ['country', { country: 'Atlantis' }, 'country', /not a country of this catalogue/],
    ['address', { address: '  ' }, 'address', /required/],
    ['latitude', { latitude: '' }, 'latitude', /required/],
    ['latitude', { latitude: 'north' }, 'latitude', /decimal/],
    ['latitude', { latitude: '91' }, 'latitude', /between -90 and 90/],
    ['coordinates of another place', { latitude: '48.85', longitude: '2.35' }, 'latitude', /km from London/],
    ['swapped coordinates', { latitude: '-0.131', longitude: '51.5246' }, 'latitude', /swapped/],
    ['a name that is no UTF-8', { house_name: 'Caf\ufffd' }, 'house_name', /UTF-8/],
    ['unit_ref', { unit_ref: '' }, 'unit_ref', /required/],
    ['unit_type', { unit_type: 'cellar' }, 'unit_type', /is not one of/],
    ['tenancy_ref', { tenancy_ref: '' }, 'tenancy_ref', /required/],
    ['move_in', { move_in: '04/09/2027' }, 'move_in', /YYYY-MM-DD/],
    ['a deposit that is no amount', { deposit_amount: 'two weeks' }, 'deposit_amount', /amount in GBP/],
    ['neither move_out nor lease_weeks', { lease_weeks: '' }, 'move_out', /required/],
    ['move_out before move_in', { move_out: '2027-09-01', lease_weeks: '' }, 'move_out', /not after the move-in/],
    ['move_out against lease_weeks', { move_out: '2027-12-01' }, 'lease_weeks', /contradicts/],
    ['rent_amount', { rent_amount: '1,250' }, 'rent_amount', /amount in GBP/],
    ['rent_amount', { rent_amount: '-5' }, 'rent_amount', /amount in GBP/],
    ['rent_amount', { rent_amount: '0.00' }, 'rent_amount', /is 0/],
    ['decimals of yen', { rent_amount: '65000.5', rent_currency: 'JPY' }, 'rent_amount', /amount in JPY/],
    ['rent_unit', { rent_unit: 'FORTNIGHT' }, 'rent_unit', /DAY, WEEK, MONTH, YEAR/],
    ['stock', { stock: '-1' }, 'stock', /whole number/],
    ['stock', { stock: '' }, 'stock', /required/],
  ])('a bad value is refused with its reason: %s', async (_, changes, field, reason) => {
    for (const [name, content] of [
      ['bad.csv', asCsv],
      ['bad.json', asJson],
      ['bad.xml', asXml],
    ] as const) {
      const result = await feeds.importing(feeds.write(name, content([feedHouseWith('A', changes)])));
      expect(result.added, name).toBe(0);
      expect(reasonsOf(result, field).join(), name).toMatch(reason);
      expect(result.problems.refused, name).toBe(1);
    }
  });

  test('a rent that no home has, and a currency without a rate, are refused with their reason', async () => {
    await storeRates(feeds.db, readRateFile('src/content/rates.yaml'));
    const rents: readonly (readonly [string, Fields, RegExp | undefined])[] = [
      ['A', { rent_amount: '0.01', deposit_amount: '' }, /comes to less than 3 GBP a week/],
      ['B', { rent_amount: '99999' }, /comes to more than 20000 GBP a week/],
      ['C', { rent_amount: '60000', rent_currency: 'JPY' }, undefined],
      ['D', { rent_amount: '60', rent_currency: 'JPY' }, /less than \d+ JPY/],
      ['E', { rent_amount: '4000000', rent_currency: 'VND', rent_unit: 'MONTH' }, undefined],
    ];
    for (const [ref, changes, reason] of rents) {
      const result = await feeds.importing(feeds.write('rents.csv', asCsv([feedHouseWith(ref, changes)])));
      if (reason) expect(reasonsOf(result, 'rent_amount'), ref).toEqual([expect.stringMatching(reason)]);
      else expect(result.added, ref).toBe(1);
    }
    const dinar = feedHouseWith('M', { rent_currency: 'BHD', rent_amount: '82.505', deposit_amount: '' });
    expect(await feeds.importing(feeds.write('dinar.csv', asCsv([dinar])))).toMatchObject({ added: 1 });
    expect(await feeds.db.selectFrom('tenancies').select(['rent_minor', 'rent_currency']).where('rent_currency', '=', 'BHD').execute()).toEqual([
      { rent_minor: 82_505n, rent_currency: 'BHD' },
    ]);
    const finer = await feeds.importing(
      feeds.write('finer.csv', asCsv([feedHouseWith('N', { rent_currency: 'BHD', rent_amount: '82.5051', deposit_amount: '' })])),
    );
    expect(reasonsOf(finer, 'rent_amount')).toEqual(['is not an amount in BHD such as 82.500']);
    const krona = await feeds.importing(feeds.write('krona.csv', asCsv([feedHouseWith('I', { rent_currency: 'ISK', rent_amount: '50000' })])));
    expect(reasonsOf(krona, 'rent_currency')).toEqual([expect.stringMatching(/for which this site has no rate/)]);
  });

  test('refs have to be unique: units in a house, tenancies in a unit, houses in a file', async () => {
    const twice = feedHouse({}, [feedUnit({}, [feedTenancy(), feedTenancy()])]);
    expect(reasonsOf(await feeds.importing(feeds.write('t.json', asJson([twice]))), 'tenancy_ref')).toEqual([
      expect.stringMatching(/not unique within the unit/),
    ]);
    expect(reasonsOf(await feeds.importing(feeds.write('t.csv', asCsv([twice]))), 'tenancy_ref')).toHaveLength(1);
    expect(reasonsOf(await feeds.importing(feeds.write('u.json', asJson([feedHouse({}, [feedUnit(), feedUnit()])]))), 'unit_ref')).toEqual([
      expect.stringMatching(/not unique within the house/),
    ]);
    const result = await feeds.importing(feeds.write('h.json', asJson([feedHouseWith('A'), feedHouseWith('A', { stock: '9' })])));
    expect(result).toMatchObject({ added: 1, refusedHouses: 1 });
  });

  test('a house in two currencies is refused with both and the line; in one that is not its country’s it is taken', async () => {
    const mixed = (rent: Fields) => feedHouse({}, [feedUnit({}, [feedTenancy()]), feedUnit({ unit_ref: 'U2' }, [feedTenancy(rent)])]);
    for (const [name, content] of [
      ['mixed.csv', asCsv],
      ['mixed.json', asJson],
      ['mixed.xml', asXml],
    ] as const) {
      // Sold out or not: what is full today is let again tomorrow.
      const result = await feeds.importing(feeds.write(name, content([mixed({ rent_currency: 'EUR', stock: '0' })])));
      expect(result, name).toMatchObject({ added: 0, refusedHouses: 1, problems: { refused: 1 } });
      expect(reasonsOf(result, 'rent_currency'), name).toEqual([
        expect.stringMatching(/^is EUR, but line \d+ has GBP: all rents of a house are in one currency$/),
      ]);
    }
    const csv = await feeds.importing(feeds.write('lines.csv', asCsv([mixed({ rent_currency: 'eur' })])));
    expect(csv.problemList).toMatchObject([{ line: 3, field: 'rent_currency', value: 'eur', reason: expect.stringMatching(/line 2 has GBP/) }]);
    expect(await feeds.importing(feeds.write('dollars.csv', asCsv([feedHouseWith('A', { rent_currency: 'USD' })])))).toMatchObject({ added: 1 });
  });

  test('rows that contradict each other about their house are refused', async () => {
    const file = feeds.write(
      'contradiction.csv',
      asCsv([feedHouseWith('A'), feedHouse({ house_ref: 'A', address: 'Elsewhere' }, [feedUnit({ unit_ref: 'U2' })])]),
    );
    expect((await feeds.importing(file)).problemList).toEqual([
      expect.objectContaining({ line: 3, field: 'address', value: 'Elsewhere', reason: expect.stringContaining('line 2 says') as string }),
    ]);
  });

  test('problems in JSON and XML carry the line they are on', async () => {
    const houses = [
      feedHouseWith('A'),
      feedHouse({ house_ref: 'B' }, [feedUnit(), feedUnit({ unit_ref: 'U2' }, [feedTenancy(), feedTenancy({ tenancy_ref: 'T2', stock: 'x' })])]),
    ];
    const json = asJson(houses);
    const [jsonProblem] = (await feeds.importing(feeds.write('lines.json', json))).problemList;
    expect(
      json
        .split('\n')
        .slice((jsonProblem?.line ?? 0) - 1)
        .join('\n'),
    ).toMatch(/^\s*"stock": "x"/);
    const xml = asXml(houses);
    const [xmlProblem] = (await feeds.importing(feeds.write('lines.xml', xml))).problemList;
    expect(
      xml
        .split('\n')
        .slice((xmlProblem?.line ?? 0) - 1)
        .join('\n'),
    ).toMatch(/^<stock>x/);
  });

  test.each([
    ['json', (text: string) => text.slice(0, -60), /ends inside the house/],
    ['json', (text: string) => `{"houses":${text}}`, /not an array/],
    ['xml', (text: string) => text.slice(0, -60), /ends too early|well-formed/],
    ['xml', (text: string) => text.replace('</house_name>', '</name>'), /well-formed/],
    ['xml', (text: string) => text.replaceAll('feed>', 'export>'), /<feed> is expected/],
    ['csv', (text: string) => `${text}"H9`, /never closed/],
    [
      'csv',
      (text: string) => text.replace('tenancy_ref', 'option').replace('move_out,lease_weeks', 'until,for').replace('stock', 'left'),
      /header row has no tenancy_ref, move_out or lease_weeks, stock; it names/,
    ],
  ])('a broken %s file is reported, and never half a house taken', async (format, spoil, reason) => {
    const houses = [feedHouseWith('A'), feedHouse({ house_ref: 'B' }, [feedUnit(), feedUnit({ unit_ref: 'U2' })])];
    const whole = { csv: asCsv, json: asJson, xml: asXml }[format as 'csv' | 'json' | 'xml'](houses);
    const result = await feeds.importing(feeds.write(`broken.${format}`, spoil(whole)));
    expect(result.isComplete).toBe(false);
    expect(result.problemList.at(-1)?.reason).toMatch(reason);
    expect((await feeds.db.selectFrom('houses').select('ref').execute()).map(({ ref }) => ref)).not.toContain('B');
  });

  test('lines are counted as editors count them, whatever breaks stand in cells and between rows', async () => {
    const header = asCsv([]).trim();
    const [row = ''] = asCsv([feedHouseWith('A', { description: 'one[BREAK]two[BREAK]three', year_built: '2016' })])
      .split('\n')
      .slice(1);
    const bad = row.replace(/^A/, 'B').replace('289.00', 'abc');
    for (const inCell of ['\n', '\r\n', '\r'])
      for (const between of ['\n', '\r\n', '\r']) {
        const text = [header, row, bad].join(between).replace(/([^,]*)\[BREAK\]([^,]*)\[BREAK\]([^,]*)/g, `"$1${inCell}$2${inCell}$3"`);
        const { problemList } = await feeds.importing(feeds.write('breaks.csv', text + between));
        expect(problemList, JSON.stringify([inCell, between])).toMatchObject([{ line: 5, houseRef: 'B', field: 'rent_amount' }]);
      }
  });

  test('the house before a broken end is named, and so is the one in which XML breaks off', async () => {
    const csv = `${asCsv([feedHouseWith('A'), feedHouseWith('LAST')])}"H9`;
    const { problemList, refusedHouses } = await feeds.importing(feeds.write('unclosed.csv', csv));
    expect(refusedHouses).toBe(1);
    expect(problemList).toMatchObject([
      { line: 3, houseRef: 'LAST', reason: expect.stringMatching(/last house before the file breaks off/) },
      { line: 4, reason: expect.stringMatching(/never closed/) },
    ]);
    const xml = asXml([feedHouseWith('A'), feedHouseWith('CUT')]);
    const cut = await feeds.importing(feeds.write('cut.xml', xml.slice(0, xml.lastIndexOf('<unit>'))));
    expect(cut.problemList).toMatchObject([{ houseRef: 'CUT', reason: expect.stringMatching(/ends too early|well-formed/) }]);
  });

  test('XML: a record at the wrong place or of a misspelt name refuses the house, and what it has stays open', async () => {
    const whole = asXml([feedHouseWith('A')]);
    await feeds.importing(feeds.write('whole.xml', whole));
    const before = await feeds.catalogue();
    const tenancy = /<tenancy>[^]*<\/tenancy>\n/.exec(whole)?.[0] ?? '';
    for (const [name, text, element] of [
      ['beside its unit', whole.replace(tenancy, '').replace('</unit>', `</unit>${tenancy}`), 'tenancy'],
      ['in a list beside its unit', whole.replace(tenancy, '').replace('</unit>', `</unit><tenancies>${tenancy}</tenancies>`), 'tenancy'],
      ['misspelt', whole.replace('<tenancy>', '<tenency>').replace('</tenancy>', '</tenency>'), 'tenency'],
      ['a unit in a unit', whole.replace('</unit>', '<unit><unit_ref>U2</unit_ref></unit></unit>'), 'unit'],
    ] as const) {
      const result = await feeds.importing(feeds.write('misplaced.xml', text), { full: true });
      expect(result, name).toMatchObject({ refusedHouses: 1, closed: 0 });
      const line = text.slice(0, text.lastIndexOf(`<${element}>`)).split('\n').length;
      expect(result.problemList, name).toContainEqual(expect.objectContaining({ severity: 'refused', line, houseRef: 'A', field: element }));
    }
    expect(await feeds.catalogue()).toEqual(before);
    // Markup in a text is no record.
    const marked = whole.replace('Ten minutes on foot.', '<p>Ten minutes on foot.</p>');
    expect(await feeds.importing(feeds.write('marked.xml', marked))).toMatchObject({ unchanged: 1, refusedHouses: 0 });
  });

  test('a packed file that was not transferred whole is reported', async () => {
    const file = feeds.write(
      'short.csv.gz',
      asCsv(Array.from({ length: 50 }, (_, index) => feedHouseWith(`H${index}`, { description: String(Math.sin(index)) }))),
    );
    writeFileSync(file, readFileSync(file).subarray(0, 900));
    const result = await feeds.importing(file, { full: true });
    expect(result).toMatchObject({ isComplete: false, closed: 0 });
    expect(result.problemList.at(-1)?.reason).toMatch(/not transferred whole/);
  });

  test('a file of another kind or none at all is not imported', async () => {
    await expect(feeds.importing(join(feeds.folder, 'nowhere.csv'))).rejects.toThrow('there is no such file');
    await expect(feeds.importing(feeds.write('houses.txt', 'PK'))).rejects.toThrow("a feed's name ends in .csv, .json, .xml or .xlsx");
    await expect(feeds.importing(feeds.write('empty.csv', ''))).rejects.toThrow('the file is empty');
  });
});

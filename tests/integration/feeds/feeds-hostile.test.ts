/** Files made to stop or to kill the importer, or to fill the disk. Each bound is far above what a real feed needs. */
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemLine } from '#lib/features/feeds/feed-report.files.ts';
import { plainText } from '#lib/features/feeds/feed-text.rules.ts';
import { feedDesk } from '#tests/support/feed-desk.ts';
import { asJson, asXml, feedHouseWith } from '#tests/support/feed-files.ts';
import { workOf } from '#tests/support/work.ts';

const feeds = feedDesk();
const good = (ref: string): string =>
  asXml([feedHouseWith(ref)])
    .replace(/^[\s\S]*?<house>/, '<house>')
    .replace(/<\/feed>[\s\S]*$/, '');
const xml = (middle: string): string => `<feed>${good('GOOD-1')}<house><house_ref>BAD</house_ref>${middle}</house>${good('GOOD-2')}</feed>`;

test.each([
  ['empty units without end', '<unit></unit>'.repeat(2_000_000), /does not end/],
  ['markup without end', `<description>${'<b></b>'.repeat(2_000_000)}</description>`, /does not end/],
  ['nesting without end', `<description>${'<b>'.repeat(2_000_000)}`, /does not end|not well-formed/],
  ['a comment that does not end', `<!--${'x'.repeat(40_000_000)}`, /does not end/],
  ['a tag that does not end', `<description ${'x'.repeat(40_000_000)}`, /does not end|not well-formed/],
])('XML with %s breaks off there; what came before stands', async (_, middle, why) => {
  const result = await feeds.importing(feeds.write('bomb.xml.gz', xml(middle)));
  expect([result.added, result.isComplete], JSON.stringify(result.problemList)).toEqual([1, false]);
  expect(result.problemList.at(-1)?.reason).toMatch(why);
});

test('a packed file that is made to fill a machine is not unpacked to its end', async () => {
  const result = await feeds.importing(feeds.write('bomb.json.gz', Buffer.concat([Buffer.from('['), Buffer.alloc(120_000_000, ' '), Buffer.from(']')])));
  expect(result.isComplete).toBe(false);
  expect(result.problemList[0]?.reason).toMatch(/300 times/);
});

test('JSON that nests as deep as the file is refused as one house; the next one is taken', async () => {
  const deep = `{"house_ref":"DEEP","units":[],"note":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const [one = '', two = ''] = [feedHouseWith('GOOD-1'), feedHouseWith('GOOD-2')].map((house) => asJson([house]).trim().slice(1, -1));
  const result = await feeds.importing(feeds.write('deep.json', `[${one},${deep},${two}]`));
  expect(result).toMatchObject({ added: 2, refusedHouses: 1, isComplete: true });
  expect(result.problemList.find(({ field }) => field === 'note')?.value).toBe('[[[…]]]');
});

test('a house in which everything is wrong costs time that grows with it, and is told in few lines', async () => {
  const odd = (fields: number): string => `[{"house_ref":"ODD",${Array.from({ length: fields }, (_, index) => `"f${index}":{}`).join(',')},"units":[]}]`;
  const timeOf = async (fields: number): Promise<number> => {
    const file = feeds.write('odd.json', odd(fields));
    return workOf(async () => {
      const result = await feeds.importing(file);
      expect(result.refusedHouses).toBe(1);
      expect(result.problemList.length).toBeLessThan(110);
      expect(result.problemList.some(({ reason }) => /^and [\d,]+ more remarks/.test(reason))).toBe(true);
    });
  };
  await timeOf(100);
  const [small, large] = [await timeOf(2_000), await timeOf(64_000)];
  expect(large).toBeLessThan(Math.max(1_500, small * 100));
});

test('the report of a file that is all wrong is bounded', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `{"house_ref":"${index}","units":[],"a":"x"}`).join(',');
  const result = await feeds.importing(feeds.write('wrong.json', `[${rows}]`));
  expect(result.refusedHouses).toBe(30_000);
  const report = readFileSync(result.report ?? '', 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(report).toHaveLength(100_001);
  expect(report.at(-1)).toContain('the report ends here');
  expect(statSync(result.report ?? '').size).toBeLessThan(20_000_000);
});

test.each([
  ['tags that do not end', '<a'],
  ['entries that do not end', '<li '],
  ['blanks', ' '],
  ['wide blanks', '\u2003'],
  ['breaks and blanks', ' \n'],
  ['entities', '&#x;'],
  ['comments that do not end', '<!--'],
  ['opened elements', '<div>'],
  ['quotes', '<a b="'],
])('cleaning a text of %s takes time that grows with it', async (_, piece) => {
  const timeOf = (size: number): Promise<number> => workOf(() => plainText(`<b>x</b>${piece.repeat(size / piece.length)}y`));
  await timeOf(10_000);
  // Were it quadratic, 200,000 characters would take seconds.
  expect(await timeOf(200_000)).toBeLessThan(700);
});

test('what a feed says cannot tell the terminal what to do', () => {
  const line = problemLine({
    severity: 'dropped',
    line: 1,
    houseRef: 'A\u001b[2J',
    field: 'x\u001b]0;pwned\u0007',
    value: '\u009b31m\u202e',
    reason: 'is not\na field',
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(line).toContain('pwned');
});

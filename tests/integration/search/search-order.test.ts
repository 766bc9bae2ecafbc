/** The order of what is found, names in other scripts and on the web, and what is said of places that are not here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchEntry } from '#lib/features/search/search.schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openSearch } from '#tests/support/search-desk.ts';

let base: TestDatabase;
let desk: Awaited<ReturnType<typeof openSearch>>;
beforeAll(async () => {
  base = await testDatabase();
  desk = await openSearch(base);
  await desk.follower.settled();
}, 120_000);
afterAll(() => base.close());

const slugOf = (entry: SearchEntry): string => (entry.group === 'supplier' ? entry.of.name : entry.group === 'house' ? entry.of.name : entry.of.slug);

async function first(text: string, many: number): Promise<readonly string[]> {
  const { hits } = await desk.index.search(text, undefined, 0, many);
  return hits.flatMap(({ key }) => desk.stock.entryOf(key) ?? []).map(slugOf);
}

async function schools(text: string, many: number): Promise<readonly string[]> {
  const groups = await desk.search.suggest(text);
  return (groups.find(({ group }) => group === 'school')?.found ?? []).slice(0, many).map(({ entry }) => slugOf(entry));
}

describe('a city’s universities stand in the order in which students from abroad look for them', () => {
  test.each([
    ['leeds', ['university-of-leeds', 'leeds-beckett-university']],
    ['London', ['university-college-london', 'kings-college-london', 'imperial-college-london', 'london-school-of-economics-and-political-science']],
    ['伦敦', ['university-college-london', 'kings-college-london', 'imperial-college-london']],
    ['đại học London', ['university-college-london', 'kings-college-london']],
    ['boston', ['harvard-university', 'massachusetts-institute-of-technology', 'boston-university']],
    ['悉尼', ['university-of-sydney', 'university-of-new-south-wales']],
    ['hong kong', ['university-of-hong-kong', 'chinese-university-of-hong-kong']],
    ['manchester student accommodation', ['university-of-manchester', 'manchester-metropolitan-university']],
  ])('%s', async (text, expected) => {
    expect(await schools(text, expected.length)).toEqual(expected);
  });
});

describe('names in other scripts, on the web and as they are said elsewhere', () => {
  test.each([
    ['ロンドン', 'london'],
    ['런던', 'london'],
    ['Londres', 'london'],
    ['Luân Đôn', 'london'],
    ['ニューヨーク', 'new-york'],
    ['시드니', 'sydney'],
    ['オックスフォード大学', 'university-of-oxford'],
    ['nus.edu.sg', 'national-university-of-singapore'],
    ['https://www.leeds.ac.uk/study', 'university-of-leeds'],
    ['New York City', 'new-york'],
    ['域多利', 'victoria'],
    ['新堡大學', 'newcastle-university'],
    ['WC1E 6BT', 'wc1e'],
    ['NSW 2052', '2052'],
    ['LSE', 'london-school-of-economics-and-political-science'],
    ['University of Huddersfield', 'university-of-huddersfield'],
    ['Hiroshima University', 'hiroshima-university'],
    ['丹佛', 'denver'],
    ['怡保', 'ipoh'],
  ])('%s is first', async (text, expected) => {
    expect((await first(text, 1))[0]).toBe(expected);
  });
});

describe('a name typed whole', () => {
  test.each([
    ['University of Manchester', 'university-of-manchester'],
    ['曼大', 'university-of-manchester'],
    ['ucl', 'university-college-london'],
    ['new york city', 'new-york'],
    ['普林斯顿大学', 'princeton-university'],
  ])('%s is one place', async (text, expected) => {
    const found = await desk.search.exact(text);
    expect(found && slugOf(found.entry)).toBe(expected);
  });

  test.each(['manchester accommodation', 'univ', 'newcastle', ''])('%s is none, or more than one', async (text) => {
    expect(await desk.search.exact(text)).toBeUndefined();
  });
});

describe('places that are not here', () => {
  const elsewhere = [
    'Rome',
    '罗马',
    '羅馬',
    'Milan',
    '米兰',
    'Vienna',
    'Zürich',
    'ETH Zurich',
    '苏黎世',
    'Amsterdam',
    'Dubai',
    'Beijing',
    '清华大学',
    'Cairo',
    '维也纳',
    'Copenhagen',
    'Tsinghua University',
    'Gunma University',
    'Bocconi University',
    'Hà Nội',
    '仰光',
  ];
  test.each(elsewhere)('%s: nothing is found, and the nearest cities are named', async (text) => {
    expect(await desk.search.suggest(text)).toEqual([]);
    expect(await desk.search.search(text, undefined, 1, 10)).toEqual({ found: [], total: 0 });
    const nearest = await desk.search.nearest(text);
    expect(nearest).toHaveLength(6);
    expect(nearest.map(({ metres }) => metres)).toEqual(nearest.map(({ metres }) => metres).toSorted((a, b) => a - b));
  });

  test('Milan is nearest to Konstanz', async () => {
    expect((await desk.search.nearest('Milan'))[0]?.of.slug).toBe('konstanz');
  });

  test.each([
    'Timbuktu University',
    'Ouagadougou',
    'Université de Kinshasa',
    '恩贾梅纳',
    'University of Ljubljana',
    'Vladivostok State University',
    '比什凯克大学',
  ])('%s, which no list knows, is not taken for something else', async (text) => {
    expect((await desk.search.search(text, undefined, 1, 10)).total).toBe(0);
  });

  test('what is here is never called absent', async () => {
    for (const text of ['London', 'Paris', '巴黎', 'Tokyo', 'Munich']) expect(await desk.search.nearest(text)).toEqual([]);
  });
});

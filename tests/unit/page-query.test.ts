/** Which parameters reach which page. */
import { expect, test } from 'vitest';
import { pageQuery } from '#server/pages/query.ts';

const all = new URLSearchParams('q=leeds&ids=12,15&semcode=ab12&page=2');
const readBy = (pathname: string) => {
  const { query, bounded } = pageQuery(all, pathname);
  return [[...query.keys()], bounded];
};

test('what makes a page one reader’s own is read only by the pages that read it', () => {
  expect(readBy('/en/search')).toEqual([['page', 'q'], false]);
  expect(readBy('/house-compare')).toEqual([['page', 'ids'], false]);
  for (const path of ['/en', '/', '/en/uk', '/en/uk/london/detail-apartments-7', '/en/blog/', '/en/search/x', '/house-compare/x'])
    expect(readBy(path)[0], path).not.toContain('q');
  for (const path of ['/en', '/', '/en/uk/london/detail-apartments-7', '/en/uk/london/detail-apartments-7/faq', '/en/login'])
    expect(readBy(path), path).toEqual([['page'], true]);
});

test('lists carry the marketing code', () => {
  for (const path of ['/en/uk/london', '/uk/rent', '/vn/uk/studio', '/uk/london/place/camden'])
    expect(readBy(path), path).toEqual([['page', 'semcode'], false]);
});

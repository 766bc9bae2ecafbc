/** Which parameters reach which page. */
import { expect, test } from 'vitest';
import { routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { pageQuery, withCampaign } from '#server/pages/query.ts';

const all = new URLSearchParams('q=leeds&ids=12,15&semcode=ab12&page=2');
const readBy = (name: RouteName) => {
  const { query, bounded } = pageQuery(all, routeOf(name).query ?? []);
  return [[...query.keys()], bounded];
};

test('what makes a page one reader’s own is read only by the pages that read it', () => {
  expect(readBy('search')).toEqual([['page', 'q'], false]);
  expect(readBy('house_compare')).toEqual([['page', 'ids'], false]);
  for (const name of ['index', 'new_list2', 'house_detail', 'house_faq', 'city', 'country_page', 'recommendation'] as const)
    expect(readBy(name)[0], name).not.toContain('q');
  for (const name of ['index', 'house_detail', 'house_faq', 'city'] as const) expect(readBy(name), name).toEqual([['page'], true]);
});

test('words that a sentence left over are said on lists alone, and are never an address, a number to call or markup', () => {
  const said = (unread: string, name: RouteName = 'new_list') => pageQuery(new URLSearchParams({ unread }), routeOf(name).query ?? []).query.get('unread');
  for (const words of ['unicorn', 'no pets, zone 1', '独角兽', 'kỳ lân', 'King’s']) expect(said(words)).toBe(words);
  for (const words of ['evil.example', 'https://evil', 'call 020 79460000', '<b>', 'a@b', 'x'.repeat(61), 'a\u202Eb', 'a\nb'])
    expect(said(words), words).toBeNull();
  expect(said('unicorn', 'house_detail')).toBeNull();
  expect(pageQuery(new URLSearchParams('unread=unicorn'), routeOf('new_list').query ?? []).bounded).toBe(false);
});

test('[R2.225] no page reads the code of a campaign, so that all visits share one; redirects take it along', () => {
  for (const name of ['new_list', 'new_list2', 'new_list3', 'new_list_search_by_neighbourhood', 'new_list_search_by_property_type'] as const)
    expect(readBy(name), name).toEqual([['page'], true]);
  expect(pageQuery(all).query.get('semcode')).toBe('ab12');
  expect(withCampaign('/en/uk/london', all)).toBe('/en/uk/london?semcode=ab12');
  expect(withCampaign('/en/uk/london?currency=EUR', all)).toBe('/en/uk/london?currency=EUR&semcode=ab12');
  expect(withCampaign('/en/uk/london?semcode=ab12', all)).toBe('/en/uk/london?semcode=ab12');
  expect(withCampaign('/en/uk/london', new URLSearchParams('semcode=%0d%0aset-cookie:%20a'))).toBe('/en/uk/london');
});

test('a page that is led elsewhere takes along all that any page reads', () => {
  expect([...pageQuery(new URLSearchParams('utm_source=x&ask=u1006a1-u1002a200e249&currency=eur')).query]).toEqual([
    ['ask', 'u1002a200e249-u1006a1'],
    ['currency', 'EUR'],
  ]);
});

test('what the forms of the filters send reaches lists and the map alone, a stay the comparison too, and is kept for nobody', () => {
  const sent = new URLSearchParams('rent_from=100&rent_to=1e3&move_in=2027-09-01&lease_band=3');
  const read = (name: RouteName) => pageQuery(sent, routeOf(name).query ?? []);
  for (const name of ['new_list', 'new_list2', 'map'] as const)
    expect([name, Object.fromEntries(read(name).query), read(name).bounded]).toEqual([
      name,
      { rent_from: '100', move_in: '2027-09-01', lease_band: '3' },
      false,
    ]);
  expect([Object.fromEntries(read('house_compare').query), read('house_compare').bounded]).toEqual([{ move_in: '2027-09-01', lease_band: '3' }, false]);
  for (const name of ['index', 'house_detail'] as const) expect([...read(name).query.keys()], name).toEqual([]);
  for (const text of ['0', '6', '33', '']) expect([...pageQuery(new URLSearchParams({ lease_band: text }), ['lease_band']).query.keys()], text).toEqual([]);
  expect(pageQuery(new URLSearchParams('lease_band=5'), ['lease_band'])).toMatchObject({ bounded: false });
});

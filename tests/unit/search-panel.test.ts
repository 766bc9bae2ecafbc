/** The states of the search panel, without a browser. */
import { expect, test } from 'vitest';
import { closedPanel, firstCountry, hasMore, nextPanel, shownOptions, otherTerms, withAsked } from '#islands/search/panel.rules.ts';
import type { PanelEvent, PanelState } from '#islands/search/panel.rules.ts';
import { groupValues } from '#lib/features/search/search.contract.ts';
import type { Suggestion, SuggestionGroup } from '#lib/features/search/search.contract.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

const option = (group: SearchGroup, id: number): Suggestion => ({
  group,
  id,
  title: `${group} ${id}`,
  sub_title: '',
  title_level_three: '',
  url: `/${group}/${id}`,
  house_num: 1,
  extend: { type_id: groupValues[group] },
});
const groupOf = (group: SearchGroup, ...ids: number[]): SuggestionGroup => ({
  group,
  group_name: group,
  group_value: groupValues[group],
  lists: ids.map((id) => option(group, id)),
});
const after = (...events: readonly PanelEvent[]): PanelState => events.reduce(nextPanel, closedPanel);
const typed = (keyword: string): PanelEvent => ({ type: 'typed', keyword });

test('[R4.071] the panel is hidden at first and shown on focus', () => {
  expect(closedPanel.open).toBe(false);
  expect(after({ type: 'focused' }).open).toBe(true);
});

test('[R4.072] typing resets the tabs and asks anew', () => {
  const found = after(typed('lon'), { type: 'suggested', asked: 1, groups: [groupOf('city', 1), groupOf('school', 2)] }, { type: 'tab', tab: 'school' });
  expect([found.tab, found.phase, shownOptions(found).length]).toEqual(['school', 'found', 1]);
  const again = nextPanel(found, typed('lond'));
  expect([again.tab, again.phase, again.asked]).toEqual(['all', 'waiting', 2]);
});

test('[R5.60] an empty keyword asks nothing and shows the start', () => {
  const state = after(typed('lon'), typed('   '));
  expect([state.keyword, state.phase, state.open]).toEqual(['', 'start', true]);
});

test('an answer to an older question never overwrites a newer one', () => {
  const state = after(typed('lo'), typed('lon'), { type: 'suggested', asked: 2, groups: [groupOf('city', 1)] });
  const late = nextPanel(state, { type: 'suggested', asked: 1, groups: [groupOf('city', 9)] });
  expect(late).toBe(state);
  expect(nextPanel(state, { type: 'searched', asked: 1, items: [], page: 1, total: 0, terms: ['x'] })).toBe(state);
});

test('what is closed is not open, whatever was typed', () => {
  expect(after({ type: 'focused' }, typed('lon'), { type: 'closed' }).open).toBe(false);
});

test('[R5.61] nothing found puts other spellings before the reader', () => {
  const state = after(
    typed('lodnon'),
    { type: 'suggested', asked: 1, groups: [] },
    { type: 'searched', asked: 1, items: [], page: 1, total: 0, terms: ['london'] },
  );
  expect([state.phase, otherTerms(state)]).toEqual(['nothing', ['london']]);
});

test('[R5.62] up to three results with other spellings are suggestion mode, four are not', () => {
  const few = after(
    typed('x'),
    { type: 'suggested', asked: 1, groups: [groupOf('city', 1, 2, 3)] },
    { type: 'searched', asked: 1, items: [], page: 1, total: 3, terms: ['y'] },
  );
  expect(otherTerms(few)).toEqual(['y']);
  const enough = after(
    typed('x'),
    { type: 'suggested', asked: 1, groups: [groupOf('city', 1, 2, 3, 4)] },
    { type: 'searched', asked: 1, items: [], page: 1, total: 4, terms: ['y'] },
  );
  expect(otherTerms(enough)).toEqual([]);
});

test('what is shown already is no other spelling', () => {
  const state = after(
    typed('x'),
    { type: 'suggested', asked: 1, groups: [groupOf('city', 1)] },
    { type: 'searched', asked: 1, items: [], page: 1, total: 1, terms: ['city 1', 'other'] },
  );
  expect(otherTerms(state)).toEqual(['other']);
});

test('[R8.32] a failure leaves neither a spinner nor an empty tip', () => {
  const state = after(typed('lon'), { type: 'failed' });
  expect([state.phase, state.groups, otherTerms(state)]).toEqual(['silent', [], []]);
});

test('more results are added page by page, without those already shown', () => {
  const state = after(
    typed('x'),
    { type: 'suggested', asked: 1, groups: [groupOf('city', 1)] },
    { type: 'searched', asked: 1, items: [option('city', 1), option('city', 2)], page: 1, total: 3, terms: [] },
    { type: 'searched', asked: 1, items: [option('school', 3)], page: 2, total: 3, terms: [] },
  );
  expect(shownOptions(state).map(({ title }) => title)).toEqual(['city 1', 'city 2', 'school 3']);
});

test('[R2.208] there is more until all is loaded, and a page that comes twice counts once', () => {
  const many = after(typed('x'), { type: 'suggested', asked: 1, groups: [groupOf('city', 1, 2, 3, 4)] });
  const page = (number: number, ...ids: number[]): PanelEvent => ({
    type: 'searched',
    asked: 1,
    items: ids.map((id) => option('school', id)),
    page: number,
    total: 3,
    terms: [],
  });
  const once = nextPanel(many, page(1, 5, 6));
  expect([hasMore(many), hasMore(once), hasMore(nextPanel(once, page(2, 7)))]).toEqual([true, true, false]);
  expect(nextPanel(once, page(1, 5, 6))).toBe(once);
  expect(nextPanel(many, page(2, 7))).toBe(many);
  const few = after(typed('x'), { type: 'suggested', asked: 1, groups: [groupOf('city', 1)] });
  expect([hasMore(few), hasMore(after(typed('x'), { type: 'failed' }))]).toEqual([false, false]);
});

test('arrows go round, and nowhere when nothing is shown', () => {
  const state = after(typed('x'), { type: 'suggested', asked: 1, groups: [groupOf('city', 1, 2)] });
  expect([
    nextPanel(state, { type: 'moved', to: 2 }).active,
    nextPanel(state, { type: 'moved', to: -1 }).active,
    after({ type: 'moved', to: 1 }).active,
  ]).toEqual([0, 1, -1]);
});

test('[R9.10] popular places begin with the reader’s country where it is known and ours', () => {
  const hot = [{ country_url: '/en/uk' }, { country_url: '/en/au' }, { country_url: '/en/hongkong' }];
  expect([undefined, 'GB', 'AU', 'HK', 'VN'].map((own) => firstCountry(hot, own))).toEqual([0, 0, 1, 2, 0]);
});

test('a suggestion takes the day, the rent and the length of lease of its form along', () => {
  const leadsTo = (url: string, moveIn: string, rentTo: string, band = ''): string =>
    withAsked(url, {
      besides: [
        ['move_in', moveIn],
        ['rent_to', rentTo],
        ['lease_band', band],
      ],
      question: new URLSearchParams(),
    });
  expect(leadsTo('/en/uk/leeds', '2027-09-10', '200')).toBe('/en/uk/leeds?move_in=2027-09-10&rent_to=200');
  expect(leadsTo('/en/us/rent?region_id=840901', '', '200')).toBe('/en/us/rent?region_id=840901&rent_to=200');
  expect(leadsTo('/en/uk/leeds', '', '', '3')).toBe('/en/uk/leeds?lease_band=3');
  expect(leadsTo('/en/uk/leeds', '', '')).toBe('/en/uk/leeds');
});

test('[R2.066] a suggestion answers the question of its page: a home all of it, a list its filter, and a rent in its own currency alone', () => {
  const asked = {
    besides: [],
    question: new URLSearchParams('schoolunique=university-college-london&ask=u1002a200e399-u1006a1&currency=EUR'),
    within: 'uk',
    abroad: 'u1006a1',
  };
  const leads = (url: string): string => withAsked(url, asked);
  expect(leads('/en/uk/leeds')).toBe('/en/uk/leeds/u1002a200e399-u1006a1?currency=EUR');
  expect(leads('/uk/leeds/university-of-leeds')).toBe('/uk/leeds/university-of-leeds/u1002a200e399-u1006a1?currency=EUR');
  expect(leads('/en/au/sydney')).toBe('/en/au/sydney/u1006a1?currency=EUR');
  expect(leads('/en/uk/leeds/detail-apartments-12')).toBe(
    '/en/uk/leeds/detail-apartments-12?schoolunique=university-college-london&ask=u1002a200e399-u1006a1&currency=EUR',
  );
  expect(leads('/en/au/sydney/detail-rent-12')).toBe('/en/au/sydney/detail-rent-12?ask=u1006a1&currency=EUR');
  expect(['/en/uk/rent?supplier_id=3', '/en/country/uk'].map(leads)).toEqual(['/en/uk/rent?supplier_id=3', '/en/country/uk']);
  // Where no rent is asked for, there is nothing to leave out.
  const noRent = { besides: [], question: new URLSearchParams('ask=u1006a1') };
  expect(withAsked('/en/au/sydney', noRent)).toBe('/en/au/sydney/u1006a1');
});

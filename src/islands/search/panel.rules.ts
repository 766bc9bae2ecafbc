/**
 * What the search panel shows, as states (R4.071–R4.074). Pure: the panel dispatches, and asks the API when the state
 * says so. Answers carry the number of the question; late ones change nothing.
 */
import { isWithin } from '#lib/features/finding/within.rules.ts';
import type { Suggestion, SuggestionGroup } from '#lib/features/search/search.contract.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

export type Tab = 'all' | SearchGroup;

export type PanelState = {
  readonly open: boolean;
  readonly keyword: string;
  /** Number of the newest question; answers to older ones are dropped. */
  readonly asked: number;
  readonly phase: 'start' | 'waiting' | 'found' | 'nothing' | 'silent';
  readonly tab: Tab;
  readonly groups: readonly SuggestionGroup[];
  /** Other spellings to try (R5.61, R5.62). */
  readonly terms: readonly string[];
  /** More results than the suggestions, page by page. */
  readonly more: { readonly items: readonly Suggestion[]; readonly page: number; readonly total: number } | undefined;
  /** Position of the chosen option among those shown; -1 for none. */
  readonly active: number;
};

export type PanelEvent =
  | { readonly type: 'focused' | 'closed' | 'failed' }
  | { readonly type: 'typed'; readonly keyword: string }
  | { readonly type: 'suggested'; readonly asked: number; readonly groups: readonly SuggestionGroup[] }
  | {
      readonly type: 'searched';
      readonly asked: number;
      readonly items: readonly Suggestion[];
      readonly page: number;
      readonly total: number;
      readonly terms: readonly string[];
    }
  | { readonly type: 'tab'; readonly tab: Tab }
  | { readonly type: 'moved'; readonly to: number };

/** At most so many results with other spellings at hand make the panel suggest them (R5.62). */
export const fewResults = 3;

export const closedPanel: PanelState = { open: false, keyword: '', asked: 0, phase: 'start', tab: 'all', groups: [], terms: [], more: undefined, active: -1 };

/** Tells one suggestion from all others. */
export const nameOf = ({ group, id }: Pick<Suggestion, 'group' | 'id'>): string => `${group} ${id}`;

/** What options are shown, in order. */
export function shownOptions({ groups, tab, more }: PanelState): readonly Suggestion[] {
  const listed = groups.filter(({ group }) => tab === 'all' || group === tab).flatMap(({ lists }) => lists);
  const known = new Set(listed.map(nameOf));
  return [...listed, ...(more?.items ?? []).filter((item) => (tab === 'all' || item.group === tab) && !known.has(nameOf(item)))];
}

function found({ groups, more }: PanelState): number {
  return Math.max(
    groups.reduce((sum, { lists }) => sum + lists.length, 0),
    more?.total ?? 0,
  );
}

/** Whether there may be results beyond those shown. Few suggestions are followed by the first of them unasked. */
export function hasMore({ phase, groups, more }: PanelState): boolean {
  if (phase !== 'found') return false;
  return more ? more.items.length < more.total : groups.reduce((sum, { lists }) => sum + lists.length, 0) > fewResults;
}

/** Other spellings to put before the reader when nothing, or next to nothing, was found (R5.61, R5.62); not what is shown already. */
export function otherTerms(state: PanelState): readonly string[] {
  if (state.phase !== 'nothing' && !(state.phase === 'found' && found(state) <= fewResults)) return [];
  const shown = new Set(shownOptions({ ...state, tab: 'all' }).map(({ title }) => title));
  return state.terms.filter((term) => !shown.has(term));
}

export function nextPanel(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'focused':
      return { ...state, open: true };
    case 'closed':
      return { ...state, open: false, active: -1 };
    case 'typed': {
      const keyword = event.keyword.trim();
      // R5.60: an empty keyword asks nothing.
      if (keyword === '') return { ...closedPanel, open: true, asked: state.asked + 1 };
      // R4.072: typing puts the tabs back to the first.
      return { ...state, open: true, keyword, asked: state.asked + 1, phase: 'waiting', tab: 'all', terms: [], more: undefined, active: -1 };
    }
    case 'suggested': {
      if (event.asked !== state.asked) return state;
      const any = event.groups.some(({ lists }) => lists.length > 0);
      return { ...state, groups: event.groups, phase: any ? 'found' : 'nothing', active: -1 };
    }
    case 'searched': {
      // Pressed twice, or asked for by itself meanwhile, a page comes twice.
      if (event.asked !== state.asked || event.page !== (state.more?.page ?? 0) + 1) return state;
      const items = [...(state.more?.items ?? []), ...event.items];
      const phase = state.groups.length === 0 && items.length === 0 ? 'nothing' : 'found';
      return { ...state, phase, terms: event.terms, more: { items, page: event.page, total: event.total } };
    }
    // R8.32: neither a spinner nor an empty tip stays behind.
    case 'failed':
      return { ...state, phase: 'silent', groups: [], terms: [], more: undefined };
    case 'tab':
      return { ...state, tab: event.tab, active: -1 };
    case 'moved': {
      const count = shownOptions(state).length;
      return { ...state, active: count === 0 ? -1 : ((event.to % count) + count) % count };
    }
  }
}

/** Slugs of countries that are not their two letters. */
const slugs: Readonly<Record<string, string>> = { GB: 'uk', HK: 'hongkong' };

/** Which country's popular places are shown first: the reader's own where we have it, else the first. @param own two letters. */
export function firstCountry(countries: readonly { readonly country_url: string }[], own: string | undefined): number {
  const slug = own && (slugs[own] ?? own.toLowerCase());
  return Math.max(0, slug ? countries.findIndex(({ country_url }) => country_url.endsWith(`/${slug}`)) : 0);
}

/** What a search form carries besides the text. */
export type AskedOfForm = {
  /** The day, the rent and the length of lease that the form of the front page asks for: lists take them along. */
  readonly besides: readonly (readonly [string, string])[];
  /** The parameters of the page's question; empty where nothing is asked. */
  readonly question: URLSearchParams;
  /** Set where a rent is asked for: the slugs of the countries that pay in its currency, and the filter's code for all others. */
  readonly within?: string | undefined;
  readonly abroad?: string | undefined;
};

const isHome = (url: string): boolean => /\/detail-[a-z]+-\d+$/.test(url);
/** Lists in whose path a filter stands: not those of a supplier or an area, nor the page of a country. */
const takesCode = (url: string): boolean => !/\?|\/country\//.test(url);

function withParameters(url: string, given: readonly (readonly [string, string | null])[]): string {
  const query = given.flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : [])).join('&');
  return query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url;
}

/**
 * Where a suggestion leads: a home answers the page's question, and a list has its filter, about the place chosen.
 * @example withAsked('/en/uk/leeds', { besides: [['move_in', '2027-09-10']], question: new URLSearchParams() }) // '/en/uk/leeds?move_in=2027-09-10'
 * @example withAsked('/en/uk/leeds', { besides: [], question: new URLSearchParams('ask=u1006a1') }) // '/en/uk/leeds/u1006a1'
 */
export function withAsked(url: string, { besides, question, within, abroad }: AskedOfForm): string {
  const isHere = within === undefined || isWithin(url, within);
  const code = isHere ? question.get('ask') : abroad;
  const currency = ['currency', question.get('currency')] as const;
  if (isHome(url)) {
    const near = ['schoolunique', 'poi_id'].map((name) => [name, isHere ? question.get(name) : null] as const);
    return withParameters(url, [...near, ['ask', code ?? null], currency]);
  }
  if (!takesCode(url)) return withParameters(url, besides);
  return withParameters(code ? `${url}/${code}` : url, [currency, ...besides]);
}

/** Connects the panel's states with the search calls: waits for a pause in typing, drops what is no longer wanted. */
import { useEffect, useReducer } from 'react';
import type { Dispatch } from 'react';
import { api } from '#islands/browser/api.ts';
import type { keywordSearchContract, suggestContract } from '#lib/features/search/search.contract.ts';
import { searchWires } from '#lib/features/search/search.wire.ts';
import { closedPanel, fewResults, nameOf, nextPanel, shownOptions } from './panel.rules.ts';
import type { PanelEvent, PanelState } from './panel.rules.ts';

/** Milliseconds of rest before a keyword is asked for (R9.20). */
export const debounce = 350;

/** Pages that one press of "more" loads at most. */
const mostPages = 4;

const quiet = { clientToastHide: true } as const;

export function useSearch(): { state: PanelState; dispatch: Dispatch<PanelEvent>; loadMore: () => void } {
  const [state, dispatch] = useReducer(nextPanel, closedPanel);
  const { keyword, asked } = state;

  useEffect(() => {
    if (keyword === '') return undefined;
    const stop = new AbortController();
    const options = { ...quiet, signal: stop.signal };
    const timer = setTimeout(async () => {
      try {
        const groups = await api().call<typeof suggestContract>(searchWires.suggest, { keyword }, options);
        dispatch({ type: 'suggested', asked, groups });
        if (groups.reduce((sum, { lists }) => sum + lists.length, 0) > fewResults) return;
        const { items, paginate, suggestions } = await api().call<typeof keywordSearchContract>(searchWires.keyword, { keyword, page: 1 }, options);
        const terms = suggestions.term_suggest.options.map(({ text }) => text);
        dispatch({ type: 'searched', asked, items, page: 1, total: paginate.total, terms });
      } catch {
        if (!stop.signal.aborted) dispatch({ type: 'failed' });
      }
    }, debounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [keyword, asked]);

  /** The next ten results beyond the suggestions (R2.208), and those after them while all of them are shown already. */
  async function loadMore(): Promise<void> {
    const shown = new Set(shownOptions(state).map(nameOf));
    const first = (state.more?.page ?? 0) + 1;
    for (let page = first; page < first + mostPages; page++) {
      const { items, paginate, suggestions } = await api().call<typeof keywordSearchContract>(searchWires.keyword, { keyword, page }, quiet);
      dispatch({ type: 'searched', asked, items, page, total: paginate.total, terms: suggestions.term_suggest.options.map(({ text }) => text) });
      const isNew = items.some((item) => (state.tab === 'all' || item.group === state.tab) && !shown.has(nameOf(item)));
      if (isNew || items.length === 0 || page * items.length >= paginate.total) return;
    }
  }
  // What cannot be loaded now is asked for by the next press.
  return { state, dispatch, loadMore: () => void loadMore().catch(() => undefined) };
}

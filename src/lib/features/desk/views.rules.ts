/** What of a list's address makes a view. Pure, browser-safe. */
import { routeOf } from '#lib/routes.ts';
import { viewedLists, viewQueryLength } from './views.schema.ts';
import type { DeskView, ViewedList } from './views.schema.ts';

/** Where one is in a list, what was just done there, and what was searched for: a search may be somebody's name, which is kept nowhere. */
const passing: ReadonlySet<string> = new Set(['after', 'before', 'done', 'all', 'q', 'code', 'view']);

/**
 * The query of a view: what the list reads, in one order, without what is passing; undefined where it is too long.
 * @example viewQuery('inbox', 'after=1-2&whose=mine&nonsense=1') // 'whose=mine'
 */
export function viewQuery(list: ViewedList, given: string): string | undefined {
  const asked = new URLSearchParams(given);
  const names = (routeOf(viewedLists[list]).query ?? []).filter((name) => !passing.has(name)).toSorted();
  const kept = new URLSearchParams(names.flatMap((name) => (asked.get(name) ? [[name, asked.get(name) ?? '']] : [])));
  const query = kept.toString();
  return query.length <= viewQueryLength ? query : undefined;
}

/** Whether a list is looked at as a view says. */
export const isViewedBy = ({ list, query }: Pick<DeskView, 'list' | 'query'>, now: string): boolean => viewQuery(list, now) === query;

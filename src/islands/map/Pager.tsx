/** Pages of the homes in view. */
import type { ReactElement } from 'react';
import { fill } from '#islands/browser/fill.ts';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';

type PagerProps = {
  readonly words: MapWords;
  readonly paginate: { readonly current_page: number; readonly page_size: number; readonly total: number };
  readonly onPage: (page: number) => void;
};

export function Pager({ words, paginate, onPage }: PagerProps): ReactElement | null {
  const { current_page: page, page_size, total } = paginate;
  const last = Math.ceil(total / page_size);
  if (last <= 1) return null;
  return (
    <nav className="explorer-pages" aria-label={fill(words.page, { number: page, of: last })}>
      <button type="button" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {words.previous}
      </button>
      <span aria-live="polite">{fill(words.page, { number: page, of: last })}</span>
      <button type="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        {words.next}
      </button>
    </nav>
  );
}

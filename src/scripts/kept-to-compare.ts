/** On the comparison: homes kept on this device, to be put beside the others. Fetched when the reader asks for them. */
import type * as z from 'zod/mini';
import type { historyContract } from '#lib/features/lists/house-cards.contract.ts';
import { $favourites } from '#islands/browser/kept.ts';

type Card = z.output<typeof historyContract.output>['items'][number];
const history = { method: 'GET', path: '/_houseApi/house/history' } as const;
/** Few enough to choose from at a glance; the others are on the page of saved homes. */
const most = 12;

function linkTo({ house_id: id, title }: Pick<Card, 'house_id' | 'title'>, words: string): HTMLElement {
  const query = new URLSearchParams(location.search);
  // A form with a tick for each home has sent them one by one.
  query.set('ids', [...query.getAll('ids').filter(Boolean), id].join(','));
  const link = document.createElement('a');
  link.className = 'button quiet';
  link.href = `?${query.toString().replaceAll('%2C', ',')}`;
  // What adds a home by such a link is kept as compared before the page is left.
  Object.assign(link.dataset, { compared: '', home: String(id), name: title });
  link.textContent = words.replace('{{name}}', title);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Without homes that are kept and not compared yet, the link leads to the page of saved homes as before. */
export function offerKept(more: HTMLAnchorElement): void {
  more.addEventListener('click', async (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const shown = new Set([...document.querySelectorAll<HTMLElement>('[data-comparison] th[data-home]')].map(({ dataset }) => Number(dataset['home'])));
    const ids = $favourites.get().flatMap(({ id }) => (shown.has(id) ? [] : [id]));
    if (ids.length === 0) return;
    event.preventDefault();
    if (more.ariaBusy === 'true') return;
    more.ariaBusy = 'true';
    try {
      const { api } = await import('#islands/browser/api.ts');
      const { items } = await api().call<typeof historyContract>(history, { ids: ids.slice(0, most).join(',') }, { clientToastHide: true });
      const added = items.map((card) => linkTo(card, more.dataset['add'] ?? ''));
      if (added.length === 0) throw new Error('none of them is here any more');
      more.parentElement?.replaceWith(...added);
      // The link is gone; who used it by keyboard goes on with the first home.
      added[0]?.querySelector('a')?.focus();
    } catch {
      location.assign(more.href);
    }
  });
}

/** Keeps for a reader without connection: the page that says so, and the homes they have kept, with price and age. */
import { $compared, $favourites } from '#islands/browser/kept.ts';
import { keep, recall } from './browser-storage.ts';
import type { historyContract } from '#lib/features/lists/house-cards.contract.ts';

const history = { method: 'GET', path: '/_houseApi/house/history' } as const;
/** As many as the call gives at once. */
const most = 20;

/** The addresses of homes, in the language of the page. */
async function addressesOf(ids: readonly number[]): Promise<readonly string[]> {
  // Most readers keep nothing, and their first touch costs no client of the API.
  const { api } = await import('#islands/browser/api.ts');
  const { items } = await api().call<typeof historyContract>(history, { ids: ids.join(',') }, { clientToastHide: true });
  return items.map(({ url }) => new URL(url, location.href).pathname);
}

async function tell(what: { readonly page?: string; readonly homes?: readonly string[] }): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(what);
}

/** Homes that the worker was told of in this visit. */
const toldKey = 'keptOffline';

/** Tells the worker which homes are kept, once in a visit and whenever that changes: each telling costs a call. */
async function tellHomes(): Promise<void> {
  // Those compared first, then those saved last: that many and no more are kept.
  const ids = [...new Set([...$compared.get(), ...$favourites.get()].map(({ id }) => id))].slice(0, most);
  // They are kept in the language of the page.
  const wanted = ids.length > 0 ? `${document.documentElement.lang} ${ids.join()}` : '';
  if (wanted === (recall('sessionStorage', toldKey) ?? '')) return;
  await tell({ homes: ids.length > 0 ? await addressesOf(ids) : [] });
  keep('sessionStorage', toldKey, wanted);
}

/** Without a secure page, or where it is forbidden, nothing is kept. */
async function begin(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
    await tell({ page: location.pathname });
    const update = (): void => void tellHomes().catch(() => undefined);
    $favourites.listen(update);
    $compared.listen(update);
    update();
  } catch {
    // The browser does not want to; everything else works.
  }
}

if (isSecureContext && 'serviceWorker' in navigator) void begin();

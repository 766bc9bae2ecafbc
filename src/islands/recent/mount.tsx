/** Fills the page's fold of homes seen lately when it is first opened. */
import { createRoot } from 'react-dom/client';
import { pageSettings } from '#islands/browser/api.ts';
import { loadWords } from '#islands/browser/words.ts';
import { RecentOffer } from './RecentOffer.tsx';
import { RecentHouses } from './RecentHouses.tsx';

/** Homes and how to forget them; or, to a reader who has not been asked, how to agree that they are kept. */
export type Recent = { readonly ids: readonly number[]; readonly onForget: () => void } | { readonly onAgree: () => void };

export async function mount(place: HTMLElement, recent: Recent): Promise<void> {
  const t = await loadWords('search', pageSettings().locale);
  createRoot(place).render('onAgree' in recent ? <RecentOffer t={t} onAgree={recent.onAgree} /> : <RecentHouses {...recent} t={t} />);
}

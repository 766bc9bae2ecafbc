/** Fills the page's fold of homes seen lately when it is first opened. */
import { createRoot } from 'react-dom/client';
import { pageSettings } from '#islands/shared/api.ts';
import { loadWords } from '#islands/shared/words.ts';
import { RecentHomes } from './RecentHomes.tsx';

/** @param onForget drops what the browser keeps. */
export async function mount(place: HTMLElement, ids: readonly number[], onForget: () => void): Promise<void> {
  const t = await loadWords('search', pageSettings().locale);
  createRoot(place).render(<RecentHomes ids={ids} t={t} onForget={onForget} />);
}

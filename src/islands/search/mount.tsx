/** Puts the panel to a search form of the page. Called once per form, when somebody turns to it. */
import { createRoot } from 'react-dom/client';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { loadWords } from '#islands/browser/words.ts';
import { SearchPanel } from './SearchPanel.tsx';
import styles from './search-panel.css?url';

export async function mount(form: HTMLFormElement): Promise<void> {
  const input = form.querySelector('input');
  if (!input) return;
  const page = pageSettings();
  const [t] = await Promise.all([loadWords('search', page.locale), loadStyles(styles)]);
  const place = document.createElement('div');
  place.className = 'search-place';
  form.append(place);
  createRoot(place).render(<SearchPanel form={form} input={input} t={t} mapPath={page.map} />);
}

/** Fills the page of saved homes: each part of them is a shortlist of that page's own address, fetched and put in. */
import { $favourites } from '#islands/browser/kept.ts';

/** As many as a shortlist takes (`shortlistMost`). */
const step = 30;

/** @param section the element that says `data-saved`. */
export function fillSaved(section: HTMLElement): void {
  const place = section.querySelector<HTMLElement>('[data-saved-homes]');
  const empty = section.querySelector<HTMLElement>('[data-saved-empty]');
  const more = section.querySelector<HTMLButtonElement>('[data-saved-more]');
  if (!place || !empty || !more) return;
  const homes = $favourites.get().map(({ id }) => id);
  let shown = 0;

  const next = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    try {
      const ids = homes.slice(shown, shown + step);
      const answer = await fetch(`${section.dataset['saved']}?ids=${ids.join(',')}`, { headers: { accept: 'text/html' }, credentials: 'same-origin' });
      const list = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-shortlist]');
      if (!answer.ok || !list) throw new Error(`no shortlist: ${answer.status}`);
      // One form to name a list is enough.
      if (shown > 0) list.querySelector('form')?.remove();
      if (shown === 0) place.replaceChildren(list);
      else place.append(list);
      shown += step;
      more.hidden = shown >= homes.length;
      dispatchEvent(new CustomEvent('loftling:list'));
    } catch {
      const said = document.createElement('p');
      said.setAttribute('role', 'alert');
      said.textContent = section.dataset['failed'] ?? '';
      if (shown === 0) place.replaceChildren(said);
      more.hidden = false;
    } finally {
      section.removeAttribute('aria-busy');
    }
  };
  if (homes.length === 0) {
    place.replaceChildren();
    empty.hidden = false;
    section.removeAttribute('aria-busy');
    return;
  }
  more.addEventListener('click', () => void next());
  void next();
}

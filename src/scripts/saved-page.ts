/** Fills the page of saved homes: each part of them is a shortlist of that page's own address, fetched and put in. */
import { $favourites, $notices } from '#islands/browser/kept.ts';

/** As many as a shortlist takes (`shortlistMost`). */
const step = 30;

async function shortlistOf(section: HTMLElement, ids: readonly number[]): Promise<Element> {
  const address = section.dataset['saved'] ?? '';
  const answer = await fetch(`${address}${address.includes('?') ? '&' : '?'}ids=${ids.join(',')}`, {
    headers: { accept: 'text/html' },
    credentials: 'same-origin',
  });
  const list = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-shortlist]');
  if (!answer.ok || !list) throw new Error(`no shortlist: ${answer.status}`);
  // What is asked of the board is asked of this page, which knows its homes.
  for (const field of list.querySelectorAll('[data-board-question] [name="ids"]')) field.remove();
  return list;
}

/** A shortlist of homes that the reader waits for: each says whether something is free, and those that have come first. */
function asNoticed(list: Element, template: HTMLTemplateElement): Element {
  for (const part of list.querySelectorAll('.tools, .for, .pick, form')) part.remove();
  const homes = [...list.querySelectorAll<HTMLElement>('[data-vacancy]')].map((item) => ({
    item,
    isFree: item.dataset['vacancy'] === 'available' || item.dataset['vacancy'] === 'other-rooms',
  }));
  for (const { item, isFree } of homes.toSorted((a, b) => Number(b.isFree) - Number(a.isFree))) {
    const own = template.content.cloneNode(true) as DocumentFragment;
    const state = own.querySelector('p');
    const button = own.querySelector('button');
    state?.append(template.dataset[isFree ? 'free' : 'full'] ?? '');
    state?.classList.add(isFree ? 'good' : 'care');
    button?.setAttribute('data-home', item.querySelector<HTMLElement>('[data-home]')?.dataset['home'] ?? '');
    if (state) item.prepend(state);
    // One that is full has the button already.
    if (button && !item.querySelector('[data-keep="notice"]')) item.append(button);
    item.parentElement?.append(item);
  }
  return list;
}

/** What the page was filled with last, and what ends it. */
let filled: { readonly homes: string; readonly ended: AbortController } | undefined;

/** Fills the page, or fills it anew where other homes are kept by now. @param section the element that says `data-saved`. */
export function fillSaved(section: HTMLElement): void {
  const place = section.querySelector<HTMLElement>('[data-saved-homes]');
  const empty = section.querySelector<HTMLElement>('[data-saved-empty]');
  const more = section.querySelector<HTMLButtonElement>('[data-saved-more]');
  const noticed = section.querySelector<HTMLElement>('[data-noticed]');
  const template = noticed?.querySelector('template');
  if (!place || !empty || !more || !noticed || !template) return;
  const homes = $favourites.get().map(({ id }) => id);
  const awaited = $notices.get().map(({ id }) => id);
  // In another order they are the same.
  const now = [homes.toSorted((a, b) => a - b), awaited].join(';');
  if (filled?.homes === now) return;
  filled?.ended.abort();
  const ended = new AbortController();
  const { signal } = ended;
  filled = { homes: now, ended };
  let shown = 0;

  const next = async (): Promise<void> => {
    section.setAttribute('aria-busy', 'true');
    try {
      const ids = homes.slice(shown, shown + step);
      const parts = shown > 0 ? [] : Array.from({ length: Math.ceil(awaited.length / step) }, (_, at) => awaited.slice(at * step, (at + 1) * step));
      // All is put in at once: nothing that stands there moves.
      const [list, ...waitedFor] = await Promise.all([
        ids.length > 0 ? shortlistOf(section, ids) : undefined,
        ...parts.map(async (part) => asNoticed(await shortlistOf(section, part), template)),
      ]);
      if (signal.aborted) return;
      if (waitedFor.length > 0) noticed.querySelector(':scope > div')?.replaceChildren(...waitedFor.flatMap((one) => one ?? []));
      noticed.hidden = awaited.length === 0;
      // One question, one comparison and one form to name a list are enough.
      if (shown > 0) for (const part of list?.querySelectorAll('.for, .tools, form') ?? []) part.remove();
      if (shown === 0) place.replaceChildren(...(list ? [list] : []));
      else if (list) place.append(list);
      shown += step;
      more.hidden = shown >= homes.length;
      dispatchEvent(new CustomEvent('loftling:list'));
    } catch {
      if (signal.aborted) return;
      const said = document.createElement('p');
      said.setAttribute('role', 'alert');
      said.textContent = section.dataset['failed'] ?? '';
      if (shown === 0) place.replaceChildren(said);
      more.hidden = false;
    } finally {
      if (!signal.aborted) section.removeAttribute('aria-busy');
    }
  };
  if (homes.length + awaited.length === 0) {
    place.replaceChildren();
    empty.hidden = false;
    more.hidden = true;
    section.removeAttribute('aria-busy');
    return;
  }
  empty.hidden = true;
  more.addEventListener('click', () => void next(), { signal });
  void next();
}

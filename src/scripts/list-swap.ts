/**
 * Filters, orders and pages of a list, and months of a home, without leaving the page: the next one is the page of its own address,
 * fetched and put in place. Same addresses, same HTML, Back included; whatever goes wrong, the browser just follows the link.
 */
import { languageLinks } from '#islands/browser/language-links.ts';
import { campaignOf, carrying } from '#lib/campaign.rules.ts';

let current: AbortController | undefined;

const region = (): HTMLElement => {
  const known = document.querySelector<HTMLElement>('#list-status');
  if (known) return known;
  const made = document.createElement('div');
  made.id = 'list-status';
  made.className = 'visually-hidden';
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
};

/** What of the head differs from list to list and matters after loading. */
const headParts = ['link[rel="canonical"]', 'meta[name="robots"]', 'meta[name="description"]'];

function replaceHead(next: Document): void {
  document.title = next.title;
  for (const selector of headParts) {
    const [now, then] = [document.head.querySelector(selector), next.head.querySelector(selector)];
    if (now && then) now.replaceWith(then);
    else if (now) now.remove();
    else if (then) document.head.append(then);
  }
  // The language links lead to this list in each language.
  const links = new Map([...next.querySelectorAll<HTMLAnchorElement>('a[data-locale]')].map((link) => [link.dataset['locale'], link.getAttribute('href')]));
  for (const link of languageLinks()) {
    const href = links.get(link.dataset['locale']);
    if (href) link.setAttribute('href', href);
  }
}

/** What a filter is called, without its count; other links by all they say. */
function nameOf(link: HTMLElement): string | undefined {
  return (link.closest('#filters') ? link.firstChild : link)?.textContent?.trim();
}

/** Where the reader is inside the list, to be there again afterwards. */
function placeOf(main: Element): { restore: (within: Element) => void } {
  const focused = document.activeElement instanceof HTMLElement && main.contains(document.activeElement) ? document.activeElement : undefined;
  // A form's button leads back to its first field, which tells what is asked for now.
  const form = focused?.closest('[data-stay] form');
  const field = (focused instanceof HTMLInputElement ? focused : form?.querySelector<HTMLInputElement>('input:not([type=hidden])'))?.name;
  const label = focused?.closest('[data-stay]') ? nameOf(focused) : undefined;
  const top = focused?.getBoundingClientRect().top;
  const sheet = main.querySelector('#filters');
  const open = sheet?.matches(':popover-open') === true;
  const scrolled = sheet?.querySelector('.groups')?.scrollTop ?? 0;
  const unfolded = [...main.querySelectorAll('#filters details')].map((one) => one instanceof HTMLDetailsElement && one.open);
  return {
    restore(within) {
      for (const [at, one] of [...within.querySelectorAll('#filters details')].entries())
        if (one instanceof HTMLDetailsElement) one.open = unfolded[at] ?? one.open;
      const next = within.querySelector<HTMLElement>('#filters');
      if (open) next?.showPopover();
      const groups = next?.querySelector('.groups');
      if (groups) groups.scrollTop = scrolled;
      const same = focused?.isConnected
        ? focused
        : field
          ? within.querySelector<HTMLElement>(`[data-stay] [name="${field}"]`)
          : label
            ? [...within.querySelectorAll<HTMLElement>('[data-stay] a')].find((link) => nameOf(link) === label)
            : undefined;
      same?.focus({ preventScroll: true });
      // What is above may be of another height now; what was pressed stays under the finger.
      if (same && top !== undefined && !same.closest('#filters')) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: 'instant' });
    },
  };
}

/**
 * An island at work that says `data-carry`, such as an open map, goes on in the next list, with what that one gives it.
 * @returns what puts it there, once that list is in the page.
 */
function keepIsland(main: Element, content: Element): () => void {
  const island = main.querySelector('[data-carry]')?.closest('astro-island');
  const next =
    island && [...content.querySelectorAll('astro-island')].find((one) => one.getAttribute('component-url') === island.getAttribute('component-url'));
  if (!island || !next) return () => undefined;
  const place = document.createElement('div');
  next.replaceWith(place);
  return () => {
    place.replaceWith(island);
    // With this an island takes new properties: so does Astro's own router with those that persist.
    island.setAttribute('ssr', '');
    island.setAttribute('props', next.getAttribute('props') ?? '');
  };
}

/**
 * Shows the list at `to`, an address with its origin.
 * @param how `push`: a link was followed; `back`: the browser's own history moved.
 * @param toTop whether the reader asked for another page of it, and begins at its top.
 */
export async function swapList(to: string, how: 'push' | 'back', toTop: boolean): Promise<void> {
  // Where the reader was quicker than the part that completes links (campaign.ts).
  const href = how === 'push' ? carrying(to, campaignOf(new URLSearchParams(location.search))) : to;
  current?.abort();
  const stop = new AbortController();
  current = stop;
  const main = document.querySelector('main');
  main?.setAttribute('aria-busy', 'true');
  // Sheets within the page go with what is replaced: in the head they hold meanwhile, so that nothing is seen without its styles.
  for (const sheet of main?.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]') ?? [])
    if (!document.head.querySelector(`link[rel=stylesheet][href="${sheet.getAttribute('href')}"]`)) document.head.append(sheet.cloneNode());
  try {
    const answer = await fetch(href, { signal: stop.signal, headers: { accept: 'text/html' }, credentials: 'same-origin' });
    const text = await answer.text();
    // A list typed and clicked away from meanwhile must not come over the newer one.
    if (stop.signal.aborted) return;
    const next = new DOMParser().parseFromString(text, 'text/html');
    const content = next.querySelector('main');
    if (!answer.ok || !main || !content?.querySelector('[data-stay]')) {
      location.assign(href);
      return;
    }
    // Parsed apart from a window, what is folded are elements already.
    for (const folded of content.querySelectorAll('details > noscript')) folded.replaceWith(...folded.childNodes);
    const place = placeOf(main);
    if (how === 'push') history.pushState({ list: true }, '', answer.url);
    replaceHead(next);
    const putIsland = keepIsland(main, content);
    main.replaceChildren(...content.childNodes);
    putIsland();
    place.restore(main);
    region().textContent = main.querySelector('[data-announce]')?.textContent ?? '';
    if (toTop) main.querySelector('[data-list-top]')?.scrollIntoView({ block: 'start' });
    dispatchEvent(new CustomEvent('loftling:list'));
    // Islands that are gone end what they began: they wait for this event of Astro's router.
    document.dispatchEvent(new Event('astro:after-swap'));
  } catch {
    if (!stop.signal.aborted) location.assign(href);
  } finally {
    if (current === stop) main?.removeAttribute('aria-busy');
  }
}

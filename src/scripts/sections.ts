/** Marks, in a row of anchors, the part of the page that the reader is in, and opens the one they go to. Loaded when they begin to scroll. */

/** A part counts from when its head has passed the upper third of the window. */
const third = '-33% 0px -66% 0px';

/** A part that is folded is open to whoever goes straight to it: its own line, or the first of those below its heading. */
function openPart(): void {
  const part = document.getElementById(location.hash.slice(1));
  const line = part?.closest('details') ?? part?.closest('section')?.querySelector(':scope > details');
  if (line instanceof HTMLDetailsElement) line.open = true;
}

function follow(tabs: HTMLElement): IntersectionObserver {
  const links = [...tabs.querySelectorAll('a')];
  const parts = links.flatMap((link) => document.getElementById(link.hash.slice(1))?.closest('section, header') ?? []);
  const row = tabs.querySelector('ul');
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = isIntersecting ? links[parts.indexOf(target)] : undefined;
        if (!link) continue;
        for (const one of links) one.removeAttribute('aria-current');
        link.setAttribute('aria-current', 'true');
        // Beside the page's own scrolling, which goes on.
        row?.scrollTo({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 });
      }
    },
    { rootMargin: third },
  );
  for (const part of parts) watch.observe(part);
  return watch;
}

export function followSections(tabs: HTMLElement): void {
  openPart();
  addEventListener('hashchange', openPart);
  let watch = follow(tabs);
  // The page has changed in place.
  addEventListener('loftling:list', () => {
    watch.disconnect();
    const next = document.querySelector<HTMLElement>('[data-sections]');
    if (next) watch = follow(next);
  });
}

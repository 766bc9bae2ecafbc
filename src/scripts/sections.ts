/** Marks, in a row of anchors, the part of the page that the reader is in. Loaded when they begin to scroll. */

/** A part counts from when its head has passed the upper third of the window. */
const third = '-33% 0px -66% 0px';

export function followSections(tabs: HTMLElement): void {
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
}

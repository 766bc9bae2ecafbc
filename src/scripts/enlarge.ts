/**
 * Pictures over the whole window: swiped or stepped through, enlarged by a touch. Loaded when somebody touches a picture;
 * without it the picture is a link to the page of all pictures.
 */
import { openLayer } from '#islands/browser/layer.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import styles from './enlarge.css?url';

type Words = { readonly close: string; readonly previous: string; readonly next: string; readonly zoom: string };

function button(className: string, name: string, sign: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.setAttribute('aria-label', name);
  made.textContent = sign;
  made.addEventListener('click', onClick);
  return made;
}

/** Room for the words and buttons below a picture, as in enlarge.css, in pixels. */
const below = 112;

const stay = (): void => undefined;

type Slide = {
  readonly item: HTMLLIElement;
  readonly name: string;
  /** Has the large picture fetched, which takes the place of the one shown once it is there. */
  readonly bring: () => void;
  /** Asks for as many pixels as a picture needs that is so many times as wide as the window. */
  readonly widen: (times: number) => void;
};

/** A picture as the page shows it, at the size of the window: what is there already is seen at once. */
function slideOf(link: HTMLAnchorElement): Slide {
  const item = document.createElement('li');
  const seen = link.querySelector('img');
  const large = link.querySelector('.picture')?.cloneNode(true);
  if (!seen || !(large instanceof HTMLElement)) return { item, name: '', bring: stay, widen: stay };
  const image = large instanceof HTMLImageElement ? large : large.querySelector('img');
  const ratio = (Number(seen.getAttribute('width')) || 4) / (Number(seen.getAttribute('height')) || 3);
  item.style.setProperty('--ratio', String(ratio));
  for (const colour of ['--sky', '--wall']) item.style.setProperty(colour, large.style.getPropertyValue(colour));
  large.removeAttribute('style');
  const widen = (times: number): void => {
    for (const source of large.querySelectorAll('source')) source.sizes = `min(${times * 100}vw, calc((100vh - ${below}px) * ${times * ratio}))`;
  };
  widen(1);
  image?.removeAttribute('fetchpriority');
  // None of the page's is there yet: its colours hold the place.
  const isThere = seen.complete && seen.naturalWidth > 0;
  const shown = isThere ? document.createElement('img') : large;
  if (shown instanceof HTMLImageElement && isThere) {
    // Plans and daylight on dark pages are toned by it.
    shown.className = large.className;
    shown.alt = seen.alt;
    shown.src = seen.currentSrc || seen.src;
  }
  if (image) image.loading = 'lazy';
  item.append(shown);
  return {
    item,
    name: seen.alt,
    bring() {
      if (!image || image.loading === 'eager') return;
      // Where it cannot be had, what is shown stays.
      if (shown !== large) image.addEventListener('load', () => void image.decode().then(() => shown.replaceWith(large), stay), { once: true });
      image.loading = 'eager';
    },
    widen,
  };
}

/** Has what is needed fetched before a picture is touched. */
export async function prepare(): Promise<void> {
  await loadStyles(styles);
}

/** Shows all pictures of the group that the touched one belongs to, that one first in sight; follows the link where that cannot be. */
export async function enlarge(touched: HTMLAnchorElement): Promise<void> {
  const group = touched.closest<HTMLElement>('[data-pictures]');
  if (!group) return;
  try {
    await loadStyles(styles);
  } catch {
    return location.assign(touched.href);
  }
  const words = JSON.parse(group.dataset['pictures'] ?? '{}') as Words;
  const links = [...group.querySelectorAll<HTMLAnchorElement>('a[data-enlarge]')];
  const dialog = document.createElement('dialog');
  dialog.className = 'enlarge';
  dialog.setAttribute('aria-label', group.getAttribute('aria-label') ?? '');
  const row = document.createElement('ul');
  // It scrolls, so that it takes the focus too.
  row.tabIndex = 0;
  const slides = links.map(slideOf);
  row.append(...slides.map(({ item }) => item));
  const caption = document.createElement('p');
  // The picture itself says it to those who hear.
  caption.setAttribute('aria-hidden', 'true');
  const count = document.createElement('output');
  let at = links.indexOf(touched);

  const name = (): void => {
    count.textContent = `${at + 1} / ${links.length}`;
    row.setAttribute('aria-label', slides[at]?.name ?? '');
    caption.textContent = slides[at]?.name ?? '';
    for (const near of [at, at + 1, at - 1]) slides[near]?.bring();
    previous.disabled = at === 0;
    next.disabled = at === links.length - 1;
  };
  const unzoom = (): void => {
    for (const slide of row.children) slide.classList.remove('zoomed');
    zoom.setAttribute('aria-pressed', 'false');
  };
  const step = (by: number): void => {
    const to = Math.min(Math.max(at + by, 0), links.length - 1);
    row.scrollTo({ left: to * row.clientWidth });
  };
  const turnZoom = (): void => {
    const isZoomed = row.children[at]?.classList.toggle('zoomed') === true;
    zoom.setAttribute('aria-pressed', String(isZoomed));
    if (isZoomed) slides[at]?.widen(2.5);
  };
  const previous = button('step', words.previous, '‹', () => step(-1));
  const next = button('step', words.next, '›', () => step(1));
  const zoom = button('zoom', words.zoom, '+', turnZoom);
  const leave = openLayer(() => dialog.close());
  const close = button('close', words.close, '×', leave);
  const bar = document.createElement('div');
  bar.append(caption, count, previous, next, zoom, close);
  dialog.append(row, bar);

  row.addEventListener('scroll', () => {
    const seen = Math.round(row.scrollLeft / Math.max(row.clientWidth, 1));
    if (seen === at) return;
    at = seen;
    unzoom();
    name();
  });
  row.addEventListener('click', turnZoom);
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') step(-1);
    else if (key === 'ArrowRight') step(1);
  });
  // Escape closes by the same way as the button, so that the history goes back with it.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    touched.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  row.scrollTo({ left: at * row.clientWidth });
  name();
  close.focus();
}

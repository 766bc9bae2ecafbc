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

function slideOf(link: HTMLAnchorElement): HTMLLIElement {
  const slide = document.createElement('li');
  const picture = link.querySelector('.picture')?.cloneNode(true);
  if (!(picture instanceof Element)) return slide;
  picture.removeAttribute('style');
  slide.append(picture);
  for (const source of slide.querySelectorAll('source')) source.sizes = '100vw';
  for (const image of slide.querySelectorAll('img')) image.loading = 'lazy';
  return slide;
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
  row.append(...links.map(slideOf));
  const count = document.createElement('output');
  let at = links.indexOf(touched);

  const name = (): void => {
    count.textContent = `${at + 1} / ${links.length}`;
    row.setAttribute('aria-label', row.children[at]?.querySelector('img')?.alt ?? '');
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
  };
  const previous = button('step', words.previous, '‹', () => step(-1));
  const next = button('step', words.next, '›', () => step(1));
  const zoom = button('zoom', words.zoom, '+', turnZoom);
  const leave = openLayer(() => dialog.close());
  const close = button('close', words.close, '×', leave);
  const bar = document.createElement('div');
  bar.append(count, previous, next, zoom, close);
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

/**
 * Paying what is not signed yet (R4.055): the page of the pay centre is asked, and what it says is missing is said in a dialog over
 * the page on which somebody pressed. Where nothing is missing, and where anything fails, the link is followed.
 */
import { loadStyles } from '#islands/browser/styles.ts';
import styles from '#islands/ui/ui.css?url';

/** Milliseconds after which somebody who pressed is led to the page itself. */
const patience = 5_000;

/** Whether a dialog is open or on its way: there is one at a time. */
let isUnderWay = false;

function element<K extends keyof HTMLElementTagNameMap>(name: K, more: Partial<HTMLElementTagNameMap[K]>, ...inside: readonly (Node | string)[]) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...inside);
  return made;
}

/** @param missing what the page of the pay centre says has to be done before: a heading, a text and a link. */
function show(missing: HTMLElement, pressed: HTMLAnchorElement): void {
  const [title, text, way] = ['h2', 'p', 'a'].map((one) => missing.querySelector(one));
  const heading = element('h2', { id: 'missing-title', tabIndex: -1 }, title?.textContent ?? '');
  const told = element('p', { id: 'missing-text' }, text?.textContent ?? '');
  const onward = element('a', { className: 'button', href: way?.getAttribute('href') ?? pressed.href }, way?.textContent ?? '');
  const sign = element('span', { ariaHidden: 'true' }, '×');
  const close = element('button', { type: 'button', ariaLabel: missing.dataset['missing'] ?? '' }, sign);
  const dialog = element('dialog', { className: 'dialog' }, element('div', {}, element('header', {}, heading, close), told, onward));
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.setAttribute('aria-describedby', told.id);
  close.addEventListener('click', () => dialog.close());
  // A press on what lies behind it falls on the dialog itself, since its own ground is all inside.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    isUnderWay = false;
    dialog.remove();
    // Not every browser gives the focus to a link that is pressed with a mouse.
    pressed.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  // With large letters the link stands out of sight, and what it is about would too.
  heading.focus();
}

/** @param link to the pay centre. */
export async function pay(link: HTMLAnchorElement): Promise<void> {
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    const asked = fetch(link.href, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(patience) });
    const [answer] = await Promise.all([asked, loadStyles(styles)]);
    const missing = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector<HTMLElement>('[data-missing]');
    if (missing) return show(missing, link);
  } catch {
    // The page says the same.
  }
  isUnderWay = false;
  location.assign(link.href);
}

/** Keys of the desk: to move in lists, to answer, to do what a button does. Nothing happens while somebody types or holds a modifier. */

const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** Links of what a list is of: threads, or the first of each entry. */
const listed = (): HTMLElement[] =>
  all('.inbox > li > a, [data-desk="list"] .rows > li').flatMap((entry) => (entry.matches('a') ? entry : (entry.querySelector<HTMLElement>('a[href]') ?? [])));

/** Moves to the entry after or before the one that has focus. */
function move(by: 1 | -1): boolean {
  const links = listed();
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

function answer(): boolean {
  const field = document.querySelector<HTMLElement>('#answer textarea');
  field?.focus();
  return field !== null;
}

function press(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  button?.click();
  return button !== null;
}

function toggleKeys(): boolean {
  const keys = document.querySelector<HTMLDetailsElement>('.keys');
  if (keys) keys.open = !keys.open;
  return keys !== null;
}

/** To the field that the page's list is searched by, else to the search of the bar, with what is in it ready to be written over. */
function find(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-find]') ?? document.querySelector<HTMLInputElement>('[data-desk="find"] input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Listens to keys, and shows what they do. */
export function wakeDesk(): void {
  if (document.querySelector('[data-zone]')) void import('./zone-offer.ts').then(({ offerZone }) => offerZone());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape' && isTyping(event.target)) (event.target as HTMLElement).blur();
    if (isTyping(event.target)) return;
    const deeds: Readonly<Record<string, () => boolean>> = {
      // Where one of a list is shown the keys lead to the next one, not into the list.
      j: () => press('j') || move(1),
      k: () => press('k') || move(-1),
      r: answer,
      '/': find,
      '?': toggleKeys,
    };
    const done = deeds[event.key] ?? (/^[a-z]$/.test(event.key) ? () => press(event.key) : undefined);
    if (done?.()) event.preventDefault();
  });

  for (const keys of all('.keys')) keys.hidden = false;
}

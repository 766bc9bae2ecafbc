/**
 * Homes looked at and the last list, remembered on this device and shown where a page has room for them. A comfort, not a
 * need: only after a yes to optional cookies, or to this list alone.
 */
import type * as z from 'zod/mini';
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import type { historyContract } from '#lib/features/lists/house-cards.contract.ts';
import { isWithin } from '#lib/features/finding/within.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { $kept, agreeToRecent, forgetRecent, keepQuestion, noteSeen } from '#islands/browser/kept.ts';
import styles from './recent-homes.css?url';

type Card = z.output<typeof historyContract.output>['items'][number];
const history = { method: 'GET', path: '/_houseApi/house/history' } as const;
/** As many as the call takes. */
const most = 20;

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/** Whether this device may remember homes looked at. */
export function isAllowed(): boolean {
  const answer = readCookie(consent.cookie);
  return answer === undefined ? $kept.get().recent !== undefined : allowsTracking(answer);
}

/** Remembers this page where it is a home or a list, and shows what was remembered before it. */
export function followRecent(): void {
  if (!isAllowed()) return;
  const before = $kept.get();
  const home = Number(find('[data-house]')?.dataset['house']);
  if (home > 0) noteSeen(home);
  const asked = find('[data-asked]')?.dataset['asked'];
  if (asked) keepQuestion(location.pathname + location.search, asked);
  const again = find('[data-again]');
  if (again && before.question) goOn(again, before.question);
  const row = find('[data-recent]');
  const ids = (before.recent ?? []).map(({ id }) => id).slice(0, most);
  if (!row || ids.length === 0) return;
  void loadStyles(styles)
    .catch(() => undefined)
    .then(() => showRow(row, ids));
}

/** Far down it costs nothing until somebody comes near. */
function showRow(row: HTMLElement, ids: readonly number[]): void {
  row.querySelector('[data-recent-forget]')?.addEventListener('click', () => {
    forgetRecent();
    row.hidden = true;
    dispatchEvent(new Event('loftling:forgotten'));
  });
  row.hidden = false;
  new IntersectionObserver(
    (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void fillRow(row, ids);
    },
    { rootMargin: '300px' },
  ).observe(row);
}

/** Puts the last list in the place of the front page's usual ones, in the room that those had. */
function goOn(place: HTMLElement, { href, words }: { readonly href: string; readonly words: string }): void {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = words;
  const said = document.createElement('span');
  said.className = 'muted';
  said.textContent = place.dataset['again'] ?? '';
  place.style.height = `${place.offsetHeight}px`;
  place.style.overflow = 'hidden';
  place.replaceChildren(said, link);
}

async function fillRow(row: HTMLElement, ids: readonly number[]): Promise<void> {
  const list = row.querySelector<HTMLElement>('[data-recent-homes]');
  if (!list) return;
  try {
    const { api } = await import('#islands/browser/api.ts');
    const { items } = await api().call<typeof historyContract>(history, { ids: ids.join(',') }, { clientToastHide: true });
    list.replaceChildren(...items.map((card) => cardOf(card, list.dataset)));
    if (items.length === 0) list.textContent = list.dataset['gone'] ?? '';
  } catch {
    list.textContent = list.dataset['failed'] ?? '';
  }
}

/** The question of this page, as a home there is asked it: rents are numbers of the currency here. */
function asksOf(url: string, { within, asks, asksAbroad }: DOMStringMap): string {
  return (within === undefined || isWithin(url, within) ? asks : asksAbroad) ?? '';
}

function cardOf({ title, url, cover_image, location: { city_name }, price, vacancy }: Card, words: DOMStringMap): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url + asksOf(url, words);
  const picture = new Image(160, 120);
  picture.alt = '';
  picture.src = cover_image;
  const name = document.createElement('strong');
  name.textContent = title;
  link.append(picture, name);
  const cost = document.createElement('span');
  cost.className = 'number';
  cost.textContent = price
    ? (words['week'] ?? '').replace('{{amount}}', price.weekly.formatted)
    : ((vacancy === 'waiting-list' ? words['waiting'] : words['full']) ?? '');
  const city = document.createElement('span');
  city.className = 'muted';
  city.textContent = city_name;
  item.append(link, city, cost);
  return item;
}

/** The reader has agreed that homes looked at are remembered from now on. */
export function beginRecent(): void {
  agreeToRecent();
  const said = find('[data-recent-offer] [role=status]');
  if (!said) return;
  said.textContent = said.dataset['agreed'] ?? '';
  find('[data-recent-agree]')?.remove();
  // The button is gone; who used it by keyboard stays here.
  said.focus();
}

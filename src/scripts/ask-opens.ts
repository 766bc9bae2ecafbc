/**
 * Shows who reads for a while that they may ask: after some pages a small note (R2.201), and once the form itself, on a home and on a list
 * (R9.48, R9.49). Only on desks, to people who have touched the page and have not asked; what was closed does not come again.
 */
import { askMeAfter, askedFlags, draftKey, openingAfter, openingSources, placeOfSource } from '#lib/features/enquiries/asking-opens.rules.ts';
import type { OpeningPlace } from '#lib/features/enquiries/asking-opens.rules.ts';
import { isCrawler } from '#lib/crawler.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { waitingKey } from '#islands/browser/kept-keys.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { loadWords } from '#islands/browser/words.ts';
import { askLinks } from './ask-links.ts';
import { keep, recall } from './browser-storage.ts';
import { visitNoticeKey } from './notices.rules.ts';
import { beginSignIn } from './sign-in.ts';
import styles from './asking.css?url';

/** Where the form has opened by itself, and that the note was answered. */
const openedKeys = { detail: 'houseDetailLeadFormOpened', list: 'houseListLeadFormOpened' } as const satisfies Record<OpeningPlace, string>;
const askMeKey = 'askMeClosed';
const pagesKey = 'askMePages';
/** `data_sources` of the note (R9.52). */
const askMeSource = '55';

/** The page's own link to the form, as if it stood at another place. */
function linkWith(source: (own: string) => string | undefined): URL | undefined {
  const link = document.querySelector<HTMLAnchorElement>(askLinks);
  const url = link && new URL(link.href);
  const given = url && source(url.searchParams.get('source') ?? '');
  if (!given) return undefined;
  url.searchParams.set('source', given);
  return url;
}

const hasAsked = (): boolean =>
  Object.values(askedFlags).some((flag) => recall('localStorage', flag) !== null) ||
  recall('localStorage', waitingKey) !== null ||
  recall('sessionStorage', draftKey) !== null;

/** Whether somebody is in the middle of something. */
const isBusy = (): boolean =>
  document.visibilityState !== 'visible' ||
  document.querySelector('dialog[open], :popover-open, [aria-modal=true], [aria-busy=true]') !== null ||
  document.activeElement?.matches('input, textarea, select, [contenteditable], [role=combobox]') === true ||
  getSelection()?.isCollapsed === false;

/** R2.201 */
async function showNote(): Promise<void> {
  const url = linkWith(() => askMeSource);
  const named = document.querySelector<HTMLAnchorElement>(askLinks)?.textContent;
  // One notice a visit.
  if (!url || !named || isBusy() || recall('sessionStorage', visitNoticeKey) !== null) return;
  keep('sessionStorage', visitNoticeKey, 'ask-me');
  const [t] = await Promise.all([loadWords('asking', pageSettings().locale), loadStyles(styles)]);
  const note = document.createElement('aside');
  note.className = 'ask-me';
  note.setAttribute('aria-labelledby', 'ask-me-title');
  note.innerHTML =
    '<h2 id="ask-me-title"></h2><p></p><a class="button" rel="nofollow" data-login></a><button type="button" data-close><span aria-hidden="true">×</span></button>';
  const [title, text, link, close] = ['h2', 'p', 'a', 'button'].map((one) => note.querySelector<HTMLElement>(one));
  if (!title || !text || !(link instanceof HTMLAnchorElement) || !close) return;
  title.textContent = t('asking.ask_me_title');
  text.textContent = t('asking.ask_me_text');
  link.href = url.href;
  link.textContent = named;
  close.setAttribute('aria-label', t('asking.close'));
  const end = (): void => {
    keep('localStorage', askMeKey, '1');
    note.remove();
    removeEventListener('keydown', byKey);
  };
  const byKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') end();
  };
  close.addEventListener('click', end);
  link.addEventListener('click', () => setTimeout(end));
  addEventListener('keydown', byKey);
  document.body.append(note);
}

/** Opens the form once the page has been read for long enough; somebody in the middle of something is not disturbed. */
function openInTime(place: OpeningPlace): void {
  let seconds = 0;
  const clock = setInterval(() => {
    if (document.visibilityState === 'visible') seconds++;
    if (seconds < openingAfter[place] || isBusy()) return;
    clearInterval(clock);
    const url = linkWith((own) => (placeOfSource(own) === place ? openingSources[place] : undefined));
    if (!url || hasAsked() || recall('localStorage', openedKeys[place]) !== null || innerWidth < 1024) return;
    keep('localStorage', openedKeys[place], '1');
    // Where nothing can be kept it would come again and again.
    if (recall('localStorage', openedKeys[place]) === null) return;
    document.querySelector('.ask-me')?.remove();
    void beginSignIn(url.href, undefined, false, true);
  }, 1_000);
}

export function offerToAsk(): void {
  // R6.26
  if (isCrawler(navigator.userAgent) || hasAsked()) return;
  const pages = Number(recall('sessionStorage', pagesKey)) + 1;
  keep('sessionStorage', pagesKey, String(pages));
  if (pages >= askMeAfter && recall('localStorage', askMeKey) === null) void showNote();
  const own = new URL(document.querySelector<HTMLAnchorElement>(askLinks)?.href ?? location.href).searchParams.get('source') ?? '';
  const place = placeOfSource(own);
  if (place && recall('localStorage', openedKeys[place]) === null) openInTime(place);
}

/** The notice of a visit: at most one, of which notices.rules.ts says which. Loaded by page.ts when one may be due. */
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { keep, recall } from './browser-storage.ts';
import { askConsent } from './consent.ts';
import { noticeInTurn, notices, visitNoticeKey } from './notices.rules.ts';
import type { NoticeName } from './notices.rules.ts';
import { loadOptional } from './optional-part.ts';

const keyOf = (name: NoticeName): string | undefined => notices.find((one) => one.name === name)?.key;

function isSettled(name: NoticeName): boolean {
  const key = keyOf(name);
  // Its form settles it, see askConsent.
  return key === undefined ? readCookie(consent.cookie) !== undefined : recall('localStorage', key) !== null;
}

/** The part of a language tag that tells ours apart: the language, and of Chinese the region. */
const spoken = (tag: string): string => (tag.startsWith('zh') ? tag.slice(-2).toLowerCase() : tag.slice(0, 2));
const isForeign = (): boolean => spoken(readCookie('selectlang') ?? navigator.language) !== spoken(document.documentElement.lang);

/** The first that the keyboard reaches, after the way past the header; its styles put it at the foot of the window. */
function place(element: HTMLElement): void {
  const skip = document.querySelector('body > .skip');
  if (skip) skip.after(element);
  else document.body.prepend(element);
  element.hidden = false;
  const sizes = new ResizeObserver(() => document.documentElement.style.setProperty('--foot-note', `${element.offsetHeight}px`));
  sizes.observe(element);
}

let isRevealed = false;

/** Shows the visit's notice, once on a page, where the page has it and it is not settled. */
export async function revealNotice(): Promise<void> {
  if (isRevealed) return;
  isRevealed = true;
  const due = document.querySelector<HTMLTemplateElement>('template[data-notices-due]')?.content;
  const onPage = due ? [...due.querySelectorAll<HTMLElement>('[data-notice]')].map(({ dataset }) => dataset['notice'] as NoticeName) : [];
  const inTurn = (names: readonly NoticeName[]): NoticeName | undefined =>
    noticeInTurn({
      onPage: names,
      isSettled,
      visit: recall('sessionStorage', visitNoticeKey),
      isNarrow: innerWidth < 768,
      isApp: matchMedia('(display-mode: standalone)').matches,
    });
  let name = inTurn(isForeign() ? [...onPage, 'language'] : onPage);
  let element: HTMLElement | null | undefined;
  if (name === 'language') {
    element = await (await loadOptional(() => import('./language-offer.ts')))?.offerLanguage();
    if (!element) name = inTurn(onPage);
  }
  if (!name) return;
  element ??= due?.querySelector<HTMLElement>(`[data-notice="${name}"]`);
  if (!element) return;
  if (due) askConsent(due);
  keep('sessionStorage', visitNoticeKey, name);
  place(element);
  const [shown, key] = [element, keyOf(name)];
  const close = (): void => {
    if (key) keep('localStorage', key, '1');
    shown.hidden = true;
  };
  shown.querySelector('[data-close]')?.addEventListener('click', close);
  // Who reads on has seen it; on a phone it stands over what is read.
  if (name === 'hint' && innerWidth < 768) addEventListener('scroll', close, { once: true });
}

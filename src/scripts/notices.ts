/** The notices of the dock, of which one is shown at a time. Loaded by page.ts when one may be due. */
import { consent } from '#lib/features/tracking/consent.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { keep, recall } from './browser-storage.ts';
import { askConsent } from './consent.ts';
import { loadOptional } from './optional-part.ts';

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

type Notice = { readonly name: string; readonly settled: () => boolean; readonly settle: () => void };

/** The part of a language tag that tells ours apart: the language, and of Chinese the region. */
const spoken = (tag: string): string => (tag.startsWith('zh') ? tag.slice(-2).toLowerCase() : tag.slice(0, 2));

const notices: readonly Notice[] = [
  // Put there by language-offer.ts, which also remembers it.
  { name: 'language', settled: () => false, settle: () => undefined },
  // R4.095. Its form settles it, see askConsent.
  { name: 'cookies', settled: () => readCookie(consent.cookie) !== undefined, settle: () => undefined },
  // R4.094
  { name: 'app-bar', settled: () => recall('sessionStorage', 'appBarClosed') !== null, settle: () => keep('sessionStorage', 'appBarClosed', '1') },
  { name: 'app-prompt', settled: () => recall('localStorage', 'appPromptClosed') !== null, settle: () => keep('localStorage', 'appPromptClosed', '1') },
  // R4.096
  { name: 'hint', settled: () => recall('localStorage', 'isShowEntryUserGuide') !== null, settle: () => keep('localStorage', 'isShowEntryUserGuide', '1') },
];

/** Shows the first notice that is due and fits this window; the next one waits for another page. */
export async function revealNotice(): Promise<void> {
  if (recall('localStorage', 'languageOffered') === null && spoken(readCookie('selectlang') ?? navigator.language) !== spoken(document.documentElement.lang))
    await (await loadOptional(() => import('./language-offer.ts')))?.offerLanguage();
  // They are elements from here on.
  const due = document.querySelector<HTMLTemplateElement>('template[data-notices-due]');
  if (due) {
    askConsent(due.content);
    due.replaceWith(due.content);
  }
  const installed = matchMedia('(display-mode: standalone)').matches;
  for (const { name, settled, settle } of notices) {
    const element = find(`[data-notice="${name}"]`);
    if (!element || settled() || (installed && name.startsWith('app'))) continue;
    element.hidden = false;
    // The style sheet keeps the bar to narrow windows and the prompt to wide ones.
    if (element.offsetHeight === 0) {
      element.hidden = true;
      continue;
    }
    const close = (): void => {
      settle();
      element.hidden = true;
    };
    element.querySelector('[data-close]')?.addEventListener('click', close);
    // Who reads on has seen it; on a phone it stands over what is read.
    if (name === 'hint' && innerWidth < 768) addEventListener('scroll', close, { once: true });
    return;
  }
}

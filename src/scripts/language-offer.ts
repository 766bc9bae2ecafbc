/**
 * A reader who has chosen another language than the page's before, or whose browser speaks another, is offered theirs,
 * once, in its own words. A notice like others: it waits for its turn, takes no space and leads nowhere by itself.
 */
import { readCookie } from '#islands/browser/cookies.ts';
import { $kept } from '#islands/browser/kept.ts';
import { languageLinks } from '#islands/browser/language-links.ts';
import { loadWords } from '#islands/browser/words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { keep } from './browser-storage.ts';
import { isTranslated, languageToOffer } from './language.rules.ts';

/** Milliseconds after which a notice has been seen. */
const readingTime = 4_000;

const settle = (): void => keep('localStorage', 'languageOffered', '1');

/** @returns the notice, where there is something to offer; `notices.ts` shows it. */
export async function offerLanguage(): Promise<HTMLElement | undefined> {
  const links = [...languageLinks()];
  const own = links.find((link) => link.hasAttribute('aria-current'));
  const home = document.querySelector('.brand')?.getAttribute('href');
  const locale = languageToOffer(own?.dataset['locale'] ?? '', $kept.get().language ?? readCookie('selectlang'), navigator.languages);
  const target = links.find((link) => link.dataset['locale'] === locale)?.getAttribute('href');
  if (!own || !home || !locale || !target) return undefined;
  if (!isTranslated({ home, own: own.getAttribute('href') ?? '', target })) return undefined;
  const t = await loadWords('offer', locale);

  const note = document.createElement('section');
  note.className = 'foot-note';
  note.lang = localeFacts[locale].lang;
  note.hidden = true;
  note.dataset['notice'] = 'language';
  const text = document.createElement('p');
  text.textContent = t('offer.text');
  note.setAttribute('aria-label', t('offer.text'));
  // As the links of the switcher: what was asked of this page comes along, and the choice is kept.
  const go = document.createElement('a');
  go.className = 'button quiet';
  go.href = target;
  go.dataset['locale'] = locale;
  go.textContent = t('offer.go');
  const stay = document.createElement('button');
  stay.type = 'button';
  stay.className = 'button quiet';
  stay.dataset['close'] = '';
  stay.textContent = t('offer.stay');
  for (const one of [go, stay]) one.addEventListener('click', settle);
  const line = document.createElement('div');
  line.className = 'line';
  line.append(text, go, stay);
  note.append(line);
  setTimeout(() => {
    if (note.offsetHeight > 0) settle();
  }, readingTime);
  return note;
}

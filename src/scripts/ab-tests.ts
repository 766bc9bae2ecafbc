/** Shows this reader the variant of each running AB test, by an attribute on the page: pages themselves are the same for all. */
import { abCookie, abTests, cityOfPath, drawVariant } from '#lib/features/tracking/ab-tests.rules.ts';
import { readCookie, writeCookie } from '#islands/browser/cookies.ts';
import { isCrawler } from '#lib/crawler.ts';

const dayMs = 86_400_000;

/** Shows the parts of each variant, `data-part`, and names it, `data-ab-chat-icon="A"`. Only what floats may be such a part, so that nothing moves. */
export function applyAbTests(): void {
  const now = Date.now();
  const visit = { now, random: Math.random, city: cityOfPath(location.pathname), isCrawler: isCrawler(navigator.userAgent) };
  for (const test of abTests) {
    const drawn = drawVariant(test, { ...visit, kept: readCookie(abCookie(test)) });
    if (!drawn) continue;
    writeCookie(abCookie(test), drawn.variant, (drawn.keepUntil - now) / dayMs);
    document.documentElement.setAttribute(`data-ab-${test.name}`, drawn.variant);
    for (const part of drawn.shows) for (const element of document.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)) element.hidden = false;
  }
}

/** Shows this reader the variant of each running AB test, by an attribute on the page: pages themselves are the same for all. */
import { abCookie, abTests, cityOfPath, drawVariant } from '#lib/features/tracking/ab-tests.rules.ts';
import { readCookie, writeCookie } from '#islands/browser/cookies.ts';
import { isCrawler } from '#lib/user-agent.ts';

const dayMs = 86_400_000;

/** `data-ab-chat-icon="A"`: only what floats or is hidden may depend on it, so that nothing moves. */
export function applyAbTests(): void {
  const now = Date.now();
  const visit = { now, random: Math.random, city: cityOfPath(location.pathname), isCrawler: isCrawler(navigator.userAgent) };
  for (const test of abTests) {
    const drawn = drawVariant(test, { ...visit, kept: readCookie(abCookie(test)) });
    if (!drawn) continue;
    writeCookie(abCookie(test), drawn.variant, (drawn.keepUntil - now) / dayMs);
    document.documentElement.setAttribute(`data-ab-${test.name}`, drawn.variant);
  }
}

/** Words of a house's pictures that scripts need, carried by the page itself. */
import type { T } from '#lib/i18n/t.ts';

/** What the buttons over an enlarged picture say, for the attribute `data-pictures` (src/scripts/enlarge.ts). */
export function pictureWords(t: T): string {
  return JSON.stringify({ close: t('chrome.close'), previous: t('house.picture_previous'), next: t('house.picture_next'), zoom: t('house.picture_zoom') });
}

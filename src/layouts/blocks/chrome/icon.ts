/** Icons as markup. What stands on a page dozens of times shows its icons by masks of style sheets instead. */
import { withoutIdleQuotes } from '#lib/html-short.ts';
import { Html } from '#lib/html.ts';
import { icons } from './icons.ts';
import type { IconName } from './icons.ts';

const made = new Map<string, Html>();

/** A line icon on a 24-unit grid in the text's colour. Decorative: the words beside it carry the meaning. @param size width and height in pixels. */
export function icon(name: IconName, size = 20): Html {
  const key = `${name} ${size}`;
  const known = made.get(key);
  if (known) return known;
  const fresh = Html.of(
    withoutIdleQuotes(`<svg class="i" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`),
  );
  made.set(key, fresh);
  return fresh;
}

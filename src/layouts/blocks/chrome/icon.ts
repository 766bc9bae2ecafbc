/** Icons as markup. Those that stand on a page many times are drawn once in the sprite of every layout, and named here. */
import { Html } from '#lib/html.ts';
import { icons } from './icons.ts';
import type { IconName } from './icons.ts';

/** On one page more than once. */
const shared: readonly IconName[] = ['check', 'clock', 'down', 'heart', 'info', 'right'];

/** Where the drawings of shared icons are; each layout has it once, in front of all that names them. */
export const sprite = `<svg class="sprite" aria-hidden="true"><defs>${shared.map((name) => `<path id="i-${name}" d="${icons[name]}"/>`).join('')}</defs></svg>`;

const made = new Map<string, Html>();

/** A line icon on a 24-unit grid in the text's colour. Decorative: the words beside it carry the meaning. @param size width and height in pixels. */
export function icon(name: IconName, size = 20): Html {
  const key = `${name} ${size}`;
  const known = made.get(key);
  if (known) return known;
  const drawing = shared.includes(name) ? `<use href="#i-${name}"/>` : `<path d="${icons[name]}"/>`;
  const fresh = Html.of(`<svg class="i" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`);
  made.set(key, fresh);
  return fresh;
}

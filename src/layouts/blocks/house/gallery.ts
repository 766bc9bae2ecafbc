/** The pictures of a house in one row that snaps; the first is large. Its styles are gallery.css. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { picture as pictureOf } from '#layouts/blocks/chrome/picture.ts';
import type { HousePicture } from '#lib/features/house/house-pictures.rules.ts';
import { pictureWords } from '#lib/features/house/house.words.ts';
import { cssString, html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

const most = 7;
/** Never shown smaller than nearly as wide as a phone. */
const widths = [640, 1200, 1600] as const;
const sizes = '(min-width:1280px) 700px,(min-width:768px) 60vw,92vw';
/** A photograph bears 1.8 points a pixel: a phone with two of them takes the middle width, which weighs a third. */
const photographSizes = '(min-width:1280px) 700px,(min-width:768px) 60vw,82vw';

/** How many pictures fill whole rows on a desk: one large with two beside it, and a row of three or four below. */
function mosaic(count: number): 1 | 2 | 3 | 6 | 7 {
  if (count < 3) return count === 2 ? 2 : 1;
  return count < 6 ? 3 : count === 6 ? 6 : 7;
}

export type GalleryProps = { readonly pictures: readonly HousePicture[]; readonly href: string; readonly label: string };

export function gallery({ t }: HouseWords, { pictures, href, label }: GalleryProps): Html {
  const shown = pictures.slice(0, most);
  const items = shown.map(
    ({ picture, alt, label, isDrawn }, index) =>
      html`<li><a href="${href}" data-enlarge>${pictureOf({ picture, alt, label, sizes: isDrawn ? sizes : photographSizes, widths, eager: index === 0 })}</a></li>`,
  );
  // Each says the how many-th of how many it is, by counting in gallery.css.
  const count = shown.length > 1 && html` style="--all:${cssString(String(shown.length))}"`;
  return html`<div class="gallery" data-pictures="${pictureWords(t)}" aria-label="${label}" role="group"><ul role="list" class="m${mosaic(shown.length)}"${count}>${items}</ul><a class="all" href="${href}">${icon(
    'right',
    18,
  )}${t('house.all_pictures', { count: pictures.length })}</a></div>`;
}

/**
 * The surroundings of a home, drawn: north up, to scale, no tiles and no outside host. The list beside it is its full
 * equivalent. Its styles are drawn-map.css.
 */
import { drawMap } from '#lib/features/house/house-map.rules.ts';
import type { DrawnMap, MapKind, MapMark } from '#lib/features/house/house-map.rules.ts';
import { mapSources } from '#lib/features/house/house-surroundings.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

export type DrawnMapProps = {
  readonly house: ReadHouse;
  readonly width?: number;
  readonly height?: number;
  /** What its marks are is said elsewhere (`mapKey`). */
  readonly bare?: boolean;
};

type Shape = Exclude<MapKind, 'neighbourhood'>;

const campus = 'M0-6.500 7-3 0 .500-7-3ZM-4-1v4c2 2 6 2 8 0v-4';
const shapes: Readonly<Record<Shape, string>> = {
  campus,
  'chosen-campus': campus,
  station: 'M-4-5.500h8v8h-8ZM-4-1h8M-2.500 2.500-4.500 6M2.500 2.500 4.500 6',
  landmark: 'M0-6 5 0 0 6-5 0Z',
  centre: 'M-6 0H6M0-6V6',
};
const homeShape = 'M-7 1 0-6 7 1V7H-7Z';

/** Places in the drawing have one decimal. */
const tenth = (place: number): number => Math.round(place * 10) / 10;

type Shaped = MapMark & { readonly kind: Shape };
const isShaped = (mark: MapMark): mark is Shaped => mark.kind !== 'neighbourhood';

/**
 * The marks of one kind: drawn once, and then all that are alike as one line whose corners they are, because a city has dozens.
 * @param id begins the names: a page may have two maps.
 */
function marksOf(kind: Shape, marks: readonly Shaped[], id: string): Html {
  const drawn = html`<circle r="8.5" class="halo" /><path d="${shapes[kind]}" />`;
  const [first] = marks;
  // A line of one place has no corner in every browser.
  if (first && marks.length === 1) return html`<g class="place-mark ${kind}" transform="translate(${first.x} ${first.y})">${drawn}</g>`;
  return html`<marker id="${id}${kind}" class="place-mark ${kind}" markerUnits="userSpaceOnUse" overflow="visible">${drawn}</marker
    ><path d="M${marks.map(({ x, y }) => `${x} ${y}`).join(' ')}" class="spots" style="marker:url(#${id}${kind})" />`;
}

function nameOf({ kind, name, label }: MapMark): Html | undefined {
  const own = kind === 'neighbourhood' ? 'area' : kind === 'chosen-campus' ? 'chosen' : undefined;
  return label && html`<text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}" ${own && html` class="${own}"`}>${name}</text>`;
}

/** Names above marks, which may be near. */
function places(marks: readonly MapMark[], id: string): Html {
  const kinds = Map.groupBy(marks.filter(isShaped), ({ kind }) => kind);
  return html`${[...kinds].map(([kind, alike]) => marksOf(kind, alike, id))}${marks.map(nameOf)}`;
}

function drawing(map: DrawnMap, id: string, { intl }: HouseWords): Html {
  const { width, height, home, rings, scale, marks } = map;
  return html`<rect width="${width}" height="${height}" rx="12" class="ground" />${rings.map(
    ({ radius, minutes }) =>
      html`<circle cx="${home.x}" cy="${home.y}" r="${radius}" class="ring" /><text
            x="${home.x}"
            y="${tenth(home.y - radius - 4)}"
            class="minutes"
            text-anchor="middle"
            >${formatMinutes(minutes, intl)}</text
          >`,
  )}${places(marks, id)}<g class="home" transform="translate(${home.x} ${home.y})"><circle r="15" /><path d="M-8 0 0-7 8 0V8H3V3H-3V8H-8Z" /></g
    ><g class="scale" transform="translate(16 ${height - 16})"
      ><path d="M0-5V0H${scale.length}V-5" /><text x="${tenth(scale.length / 2)}" y="-7" text-anchor="middle">${formatDistance(scale.metres, intl)}</text></g
    ><g class="north" transform="translate(${width - 20} 24)"><path d="M0-12 5 4 0 1-5 4Z" /><text y="17" text-anchor="middle">N</text></g>`;
}

function legend({ t }: HouseWords): Html {
  const kinds = [
    ['home', t('house.map_home')],
    ['campus', t('codes.place_kind_school')],
    ['station', t('codes.place_kind_station')],
    ['landmark', t('codes.place_kind_landmark')],
    ['centre', t('house.map_centre')],
  ] as const;
  return html`<ul role="list">
    ${kinds.map(
      ([kind, text]) =>
        html`<li class="key ${kind}">
          <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><path d="${kind === 'home' ? homeShape : shapes[kind]}" /></svg>${text}
        </li>`,
    )}
  </ul>`;
}

/** What the marks of the drawing are, and from what it is made. */
export function mapKey(words: HouseWords, { at }: Pick<ReadHouse, 'at'>): Html {
  return html`${legend(words)}${words.t('house.map_note')} <span class="number">${at.latitude.toFixed(4)}, ${at.longitude.toFixed(4)}</span>`;
}

export function drawnMap(words: HouseWords, { house, width = 400, height = 400, bare = false }: DrawnMapProps): Html {
  const { t, locale } = words;
  const map = drawMap(house.at, mapSources(house, locale), { width, height });
  const alt = t('house.map_alt', { name: house.title, city: house.city.names[locale] });
  return html`<figure data-screen class="map">
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt}" width="${width}" height="${height}">${drawing(map, `map-${width}-`, words)}</svg>
    ${!bare && html`<figcaption class="small muted">${mapKey(words, house)}</figcaption>`}
  </figure>`;
}

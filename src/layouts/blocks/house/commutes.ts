/** How long the way to the city's schools takes, estimated from the straight line. Its styles are commutes.css and entry-icons.css. */
import { commutes as commutesOf } from '#lib/features/house/house.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { estimateMinutes, metresBetween, ridePays } from '#lib/geo/distance.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

export type CommutesProps = {
  readonly house: ReadHouse;
  readonly limit?: number;
  /** How the minutes are counted is said elsewhere. */
  readonly note?: false;
};

/** Nobody walks or cycles further to a lecture. */
const longest = 90;

type Row = {
  readonly href: string;
  readonly name: string;
  readonly campus?: string | undefined;
  readonly metres: number;
  readonly transit: number;
  readonly walk: number;
  readonly cycle: number;
  readonly isChosen: boolean;
};

function rowOf({ href, name, campus, metres, transit, walk, cycle, isChosen }: Row, { t, intl }: HouseWords): Html {
  const sensible = (minutes: number): string => (minutes <= longest ? formatMinutes(minutes, intl) : '–');
  return html`<tr${isChosen && html` class="chosen"`}><th scope="row"><a href="${href}">${name}</a> <span class="campus muted number">${
    campus && html`<span lang="en">${campus}</span> · `
  }<span class="visually-hidden">${t('house.straight_line')}</span> ${formatDistance(metres, intl)}</span></th><td>${ridePays({ transit, walk }) ? formatMinutes(transit, intl) : '–'}</td><td>${sensible(walk)}</td><td>${sensible(cycle)}</td></tr>`;
}

function rowsOf({ house, limit = 6 }: CommutesProps, { paths, locale }: HouseWords): readonly Row[] {
  const { near } = house.question;
  const schools = commutesOf(house.at, house.city.schools, house.chosenSchool, limit).map(({ school, campus, ...way }) => ({
    ...way,
    href: paths.place(school),
    name: school.names[locale],
    campus: school.campuses.length > 1 ? campus.name : undefined,
    isChosen: school.id === house.chosenSchool?.id,
  }));
  if (schools.length === 0 || !near || near.kind === 'school') return schools;
  const metres = metresBetween(house.at, near.at);
  const [transit, walk, cycle] = (['transit', 'walk', 'cycle'] as const).map((mode) => estimateMinutes(metres, mode));
  return [{ href: paths.place(near), name: near.names[locale], metres, transit: transit ?? 0, walk: walk ?? 0, cycle: cycle ?? 0, isChosen: true }, ...schools];
}

export function commutes(words: HouseWords, props: CommutesProps): Html | undefined {
  const rows = rowsOf(props, words);
  if (rows.length === 0) return undefined;
  const { t } = words;
  const title = t('house.commute_title');
  const ways = [t('codes.travel_mode_transit'), t('codes.travel_mode_walk'), t('codes.travel_mode_cycle')].map(
    (name) => html`<th scope="col"><span class="visually-hidden">${name}</span></th>`,
  );
  return html`<div class="commutes"><div class="scroll-x" tabindex="0" role="region" aria-label="${title}"><table><caption class="visually-hidden">${title}</caption><thead><tr><th scope="col">${t(
    'codes.place_kind_school',
  )}</th>${ways}</tr></thead><tbody>${rows.map((row) => rowOf(row, words))}</tbody></table></div>${props.note !== false && html`<p class="small muted">${t('house.commute_note')}</p>`}</div>`;
}

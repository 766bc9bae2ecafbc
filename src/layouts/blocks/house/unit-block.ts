/** One room type: its photograph, or else its plan, facts, lease options. Its styles are unit-block.css. */
import { picture } from '#layouts/blocks/chrome/picture.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import { unitPhotographs, unitPlan } from '#lib/features/house/house-pictures.rules.ts';
import { isOffered } from '#lib/features/house/house.rules.ts';
import type { Media, ReadHouse, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import type { HouseAnswer } from '#lib/features/house/house.service.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';
import { leaseTable } from './lease-table.ts';
import { unitFacts } from './unit-facts.ts';

/** Of a photograph: it is never shown wider than a phone, and the gallery has it larger. */
const photoWidths = [320, 640] as const;

export type UnitBlockProps = {
  readonly house: ReadHouse;
  readonly unit: UnitWithTenancies;
  readonly media: readonly Media[];
  readonly school: School | undefined;
  readonly answer: HouseAnswer | undefined;
};

export function unitBlock(words: HouseWords, { house, unit, media, school, answer }: UnitBlockProps): Html {
  const { t, paths } = words;
  const href = paths.unit(house, unit.id, 0) + house.asks;
  const fits = answer !== undefined && unit.tenancies.some((tenancy) => isOffered(tenancy, house.today) && answer.fits(unit, tenancy));
  const [photo] = unitPhotographs(words, house, media, unit.id);
  return html`<article class="unit" id="unit-${unit.id}"><div class="about-unit"><a class="plan" href="${href}" tabindex="-1" aria-hidden="true">${picture({
    picture: photo?.picture ?? unitPlan(unit),
    alt: '',
    label: photo?.label,
    sizes: photo ? '(min-width:521px)220px,92vw' : '220px',
    widths: photoWidths,
  })}</a><div><h3><a href="${href}"${unit.nameLang && html` lang="${unit.nameLang}"`}>${unit.name}</a></h3><p class="muted type">${coded(
    t,
    'unit_type',
    unit.unitType,
  )}${fits && html`<span class="tag good">${t('house.fits')}</span>`}</p>${unitFacts(words, { unit, house })}${
    unit.rooms.length > 0 &&
    html`<a class="rooms" href="${paths.rooms(house, unit.id) + house.asks}">${t('house.see_rooms_of', { count: unit.rooms.length })}</a>`
  }</div></div>${
    unit.tenancies.length > 0 ? leaseTable(words, { house, unit, school, answer, brief: true }) : html`<p class="muted">${t('house.no_leases')}</p>`
  }</article>`;
}

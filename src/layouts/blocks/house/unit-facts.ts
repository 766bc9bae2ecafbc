/** Size, bed, bathroom, kitchen and occupants of a unit, in the order of the icons that entry-icons.css puts before them. Its styles are unit-facts.css. */
import { shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { mattressOf } from '#lib/features/catalogue/mattress.rules.ts';
import type { House, Unit } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { HouseWords } from './house-words.ts';

export type UnitFactsProps = {
  readonly unit: Unit;
  readonly house: Pick<House, 'city'>;
  /** `room-facts`: in one line, as a card of a room says them. */
  readonly as?: 'unit-facts' | 'room-facts';
};

export function unitFacts({ t, intl }: Pick<HouseWords, 't' | 'intl'>, { unit, house, as = 'unit-facts' }: UnitFactsProps): Html {
  const [width, length] = (unit.bedSize && mattressOf(unit.bedSize, house.city.country.slug)) ?? [];
  const fact = (text: string): Html => html`<li>${text}</li>`;
  const bed = unit.bedSize && coded(t, 'bed_size', unit.bedSize);
  return html`<ul role="list" class="${as}">${[
    fact(unit.sizeSqm === undefined ? t('house.size_unknown') : t('house.size', { size: numberFormat(intl).format(shownSqm(unit.sizeSqm)) })),
    // How wide a bed is waits on the page of the room.
    fact(bed ? (as === 'room-facts' ? bed : t('house.bed_with_size', { bed, width: width ?? '', length: length ?? '' })) : t('house.bed_unknown')),
    fact(coded(t, 'bathroom', unit.bathroom)),
    fact(coded(t, 'kitchen', unit.kitchen)),
    fact(t('house.occupants', { count: unit.maxOccupants })),
  ]}</ul>`;
}

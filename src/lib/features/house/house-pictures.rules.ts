/** Which pictures a house and its units have, with their words. A home without photographs is drawn. */
import { facadePicture, photoPicture, planPicture, shots } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { T } from '#lib/i18n/t.ts';
import type { ReadHouse } from './house.schema.ts';
import type { House, Media, Unit } from './house.schema.ts';

export type HousePicture = { readonly picture: PictureSource; readonly alt: string; readonly isDrawn: boolean };

/** Square metres assumed where the supplier gives none, so that a plan can be drawn; the page says the size is unknown. */
const usualSize = 16;

export function drawnHouse(house: House) {
  return { id: house.id, houseType: house.houseType, yearBuilt: house.yearBuilt ?? null, storeys: house.storeys ?? null, countryIso2: house.city.country.iso2 };
}

/** The one picture a house goes by, as in lists. @param photo path of its first photograph; it is drawn without. */
export function coverPicture(t: T, house: ReadHouse, photo: string | undefined): HousePicture {
  const words = { name: house.title };
  return photo === undefined
    ? { picture: facadePicture(drawnHouse(house), 'street'), alt: t('listings.alt_drawn', words), isDrawn: true }
    : { picture: photoPicture(photo), alt: t('listings.alt_photo', words), isDrawn: false };
}

/** The unit's floor plan. */
export function unitPlan(unit: Unit): PictureSource {
  return planPicture({
    id: unit.id,
    unitType: unit.unitType,
    sizeSqm: unit.sizeSqm ?? usualSize,
    bathroom: unit.bathroom,
    kitchen: unit.kitchen,
    beds: unit.maxOccupants,
  });
}

/** All views of the house, photographs first; without any media every drawn view. Floor plans are not among them. */
export function housePictures(t: T, house: ReadHouse, media: readonly Media[]): readonly HousePicture[] {
  const photos = media.filter(({ kind }) => kind === 'photo');
  const named = media.flatMap(({ kind, path }) => (kind === 'facade' ? (shots.find((shot) => shot === path) ?? []) : []));
  const drawn = named.length > 0 || photos.length > 0 ? named : [...shots];
  return [
    ...photos.map(({ path, suffix }, index) => ({
      picture: photoPicture(path + suffix),
      alt: t('house.alt_photo', { name: house.title, number: index + 1 }),
      isDrawn: false,
    })),
    ...drawn.map((shot) => ({
      picture: facadePicture(drawnHouse(house), shot),
      alt: t('house.alt_drawn', { name: house.title, view: coded(t, 'shot', shot) }),
      isDrawn: true,
    })),
  ];
}

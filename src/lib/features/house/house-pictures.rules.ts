/** Which pictures a house and its units have, with their words. A home without photographs is drawn. */
import { facadePicture, isOwnPhotograph, photoPicture, planPicture, shots } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import type { OwnPhotograph } from '#lib/features/photographs/own-photographs.schema.ts';
import { coded } from '#lib/i18n/coded.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { UnitId } from '#lib/ids/ids.ts';
import type { ReadHouse } from './house.schema.ts';
import type { House, Media, Unit } from './house.schema.ts';

export type HousePicture = {
  readonly picture: PictureSource;
  readonly alt: string;
  readonly isDrawn: boolean;
  /** Made by a computer for the sample: of no real home. */
  readonly isRendered: boolean;
  /** What it is, said on the picture, where it is no photograph of the home. */
  readonly label: string | undefined;
};

type Words = { readonly t: T; readonly locale: Locale };

/** Square metres assumed where the supplier gives none, so that a plan can be drawn; the page says the size is unknown. */
const usualSize = 16;

export function drawnHouse(house: House) {
  return { id: house.id, houseType: house.houseType, yearBuilt: house.yearBuilt ?? null, storeys: house.storeys ?? null, countryIso2: house.city.country.iso2 };
}

/** The words of the one picture a home goes by. @param photo path of its first photograph; it is drawn without. */
export function coverAlt(t: T, name: string, photo: string | undefined): string {
  if (photo === undefined) return t('listings.alt_drawn', { name });
  return t(isOwnPhotograph(photo) ? 'listings.alt_rendered' : 'listings.alt_photo', { name });
}

/** The one picture a house goes by, as in lists. @param photo path of its first photograph; it is drawn without. */
export function coverPicture(t: T, house: ReadHouse, photo: string | undefined): HousePicture {
  const alt = coverAlt(t, house.title, photo);
  return photo === undefined
    ? { picture: facadePicture(drawnHouse(house), 'street'), alt, isDrawn: true, isRendered: false, label: t('listings.drawing') }
    : { picture: photoPicture(photo), alt, isDrawn: false, isRendered: isOwnPhotograph(photo), label: undefined };
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

/** What a photograph of our own shows, in the reader's language. */
function wordsOf({ alt }: OwnPhotograph, locale: Locale): string {
  return alt[localeFacts[locale].catalogues.at(-1) ?? 'en'];
}

/** @param number it is the how many-th of the home, from 1. */
function photograph({ t, locale }: Words, name: string, { path, suffix, own }: Media, number: number): HousePicture {
  return {
    picture: photoPicture(path + suffix),
    alt: own ? t('house.alt_rendered', { name, what: wordsOf(own, locale) }) : t('house.alt_photo', { name, number }),
    isDrawn: false,
    isRendered: own !== undefined,
    label: own && t('house.rendered'),
  };
}

/** All views of the house, photographs first; without any media every drawn view. Floor plans are not among them. */
export function housePictures(words: Words, house: ReadHouse, media: readonly Media[]): readonly HousePicture[] {
  const { t } = words;
  const photos = media.filter(({ kind }) => kind === 'photo');
  const named = media.flatMap(({ kind, path }) => (kind === 'facade' ? (shots.find((shot) => shot === path) ?? []) : []));
  const drawn = named.length > 0 || photos.length > 0 ? named : [...shots];
  return [
    ...photos.map((photo, index) => photograph(words, house.title, photo, index + 1)),
    ...drawn.map((shot) => ({
      picture: facadePicture(drawnHouse(house), shot),
      alt: t('house.alt_drawn', { name: house.title, view: coded(t, 'shot', shot) }),
      isDrawn: true,
      isRendered: false,
      label: t('listings.drawing'),
    })),
  ];
}

/** Photographs of one kind of room, in their order. */
export function unitPhotographs(words: Words, house: ReadHouse, media: readonly Media[], unitId: UnitId): readonly HousePicture[] {
  return media.filter(({ kind, unitId: of }) => kind === 'photo' && of === unitId).map((photo, index) => photograph(words, house.title, photo, index + 1));
}

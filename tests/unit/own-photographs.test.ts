/** Photographs that came with the project: what they are, which homes of the sample show them, and of which of their rooms. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { housePictures, unitPhotographs } from '#lib/features/house/house-pictures.rules.ts';
import type { Media, ReadHouse } from '#lib/features/house/house.schema.ts';
import { ownPhotographSize, ownPhotographsFolder, readOwnPhotographs } from '#lib/features/photographs/own-photographs.files.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UnitId } from '#lib/ids/ids.ts';
import { picturedPopularity } from '#lib/sample/pictured.rules.ts';
import { readSampleContent, sampleFolder } from '#lib/sample/sample-content.ts';
import { sampleHouses } from '#lib/sample/sample-houses.ts';

const folder = join('src/content', ownPhotographsFolder);
const own = readOwnPhotographs(folder);
const photographs = [...own.byPath.values()];
const geo = loadGeo();
const cities = geo.cities.filter(({ popularity }) => popularity >= picturedPopularity);
const now = new Date('2026-11-30T09:00:00Z');
const houses = [
  ...sampleHouses(readSampleContent(sampleFolder), geo.cities, () => [asId(1)], { houses: 3_000, unitsPerHouse: undefined, seed: 'loftling', now }),
];
const pictured = houses.filter(({ media }) => media.some(({ kind }) => kind === 'photo'));

describe('the files', () => {
  test('are WebP of the size that their addresses say, small together, and each is in the list', async () => {
    expect(photographs.map(({ key }) => `${key}.webp`).sort()).toEqual(
      readdirSync(folder)
        .filter((name) => name.endsWith('.webp'))
        .sort(),
    );
    for (const { file } of photographs) {
      const { format, width, height } = await sharp(file).metadata();
      expect([file, format, width, height]).toEqual([file, 'webp', ownPhotographSize.width, ownPhotographSize.height]);
    }
    expect(photographs.reduce((sum, { file }) => sum + statSync(file).size, 0)).toBeLessThan(1_600_000);
  });

  test('tell where they were made and by whom as little as suppliers’ do', async () => {
    for (const { file } of photographs) {
      const { exif, icc, xmp, iptc } = await sharp(file).metadata();
      expect([file, exif, icc, xmp, iptc]).toEqual([file, undefined, undefined, undefined, undefined]);
    }
  });
});

describe('homes of the sample', () => {
  test('in every much visited city some have photographs, and nowhere else', () => {
    expect(cities.length).toBeGreaterThanOrEqual(8);
    for (const city of cities) expect(pictured.filter((house) => house.city === city).length, city.slug).toBeGreaterThanOrEqual(4);
    expect(pictured.filter(({ city }) => !cities.includes(city))).toEqual([]);
  });

  test('no photograph stands twice in a city', () => {
    for (const city of cities) {
      const paths = pictured.filter((house) => house.city === city).flatMap(({ media }) => media.flatMap(({ kind, path }) => (kind === 'photo' ? [path] : [])));
      expect(new Set(paths).size, city.slug).toBe(paths.length);
    }
  });

  test('a room is shown with a unit of its kind, shared rooms where the home has them, photographs before drawings before plans', () => {
    for (const { ref, units, amenities, storeys, media, verifications = [] } of pictured) {
      expect(
        verifications.filter(({ fact }) => fact === 'photos'),
        ref,
      ).toEqual([]);
      const order = { photo: 0, facade: 1, plan: 2 };
      expect(
        media.map(({ kind }) => order[kind]),
        ref,
      ).toEqual(media.map(({ kind }) => order[kind]).sort());
      // A drawn room would contradict the photograph.
      expect(
        media.filter(({ kind, path }) => kind === 'facade' && (path === 'room' || path === 'lounge')),
        ref,
      ).toEqual([]);
      for (const { kind, path, unitRef } of media) {
        const photograph = kind === 'photo' ? own.byPath.get(path) : undefined;
        if (!photograph) continue;
        const unit = units.find((one) => one.ref === unitRef);
        expect([photograph.key, unitRef === undefined], ref).toEqual([photograph.key, photograph.units === undefined]);
        if (photograph.units) expect(photograph.units, `${ref} ${photograph.key}`).toContain(unit?.type);
        if (photograph.beds) expect(photograph.beds, `${ref} ${photograph.key}`).toContain(unit?.bedSize);
        if (photograph.shows === 'bath') expect(unit?.bathroom, ref).toBe('private');
        if (photograph.amenity) expect(amenities, ref).toContain(photograph.amenity);
        if (photograph.floors) expect(storeys, ref).toBeGreaterThanOrEqual(photograph.floors);
      }
    }
  });
});

test.each(locales)('[R3.57] in %s a photograph says what is to be seen, and that it is rendered; a drawing, that it is drawn', (locale) => {
  const t = translator(locale);
  const [room] = photographs;
  const media: readonly Media[] = [
    { id: 1, unitId: asId<UnitId>(3), kind: 'photo', path: room?.path ?? '', suffix: '', legacyUrl: undefined, own: room },
    { id: 2, unitId: undefined, kind: 'photo', path: '/photos/0123456789abcdef.webp', suffix: '', legacyUrl: undefined },
    { id: 3, unitId: undefined, kind: 'facade', path: 'street', suffix: '', legacyUrl: undefined },
  ];
  const house = { id: 1, title: 'Teapot Yard', houseType: 'apartment', yearBuilt: 2010, storeys: 6, city: { country: { iso2: 'GB' } } } as unknown as ReadHouse;
  const [rendered, photo, drawn] = housePictures({ t, locale }, house, media);
  expect(rendered).toMatchObject({ isDrawn: false, isRendered: true, label: t('house.rendered') });
  expect(rendered?.alt).toMatch(/Teapot Yard.{20,}/u);
  expect(photo).toMatchObject({ isRendered: false, label: undefined, alt: t('house.alt_photo', { name: 'Teapot Yard', number: 2 }) });
  expect(drawn).toMatchObject({ isDrawn: true, label: t('listings.drawing') });
  expect(unitPhotographs({ t, locale }, house, media, asId<UnitId>(3)).map(({ alt }) => alt)).toEqual([rendered?.alt]);
});

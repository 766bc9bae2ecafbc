import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawFacade } from '#lib/drawings/facade.ts';
import {
  facadePicture,
  photoPicture,
  photographWidths,
  pictureWidths,
  planPicture,
  readPicturePath,
  shots,
  skylinePicture,
} from '#lib/features/pictures/picture-source.rules.ts';
import { createPictures } from '#lib/features/pictures/pictures.service.ts';
import { ownPhotographSize, ownPhotographsFolder, readOwnPhotographs } from '#lib/features/photographs/own-photographs.files.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const own = readOwnPhotographs(join('src/content', ownPhotographsFolder));
const folder = mkdtempSync(join(tmpdir(), 'loftling-pictures-'));
const pictures = createPictures(geo, folder, 1_000_000, own);
const find = async (pathname: string): Promise<Buffer | undefined> => (await pictures.kept(pathname)) ?? pictures.make(pathname);
const house = { id: 7, houseType: 'house', yearBuilt: 1890, storeys: 2, countryIso2: 'GB' } as const;
const street = facadePicture(house, 'street');
afterAll(() => rmSync(folder, { recursive: true }));

test('[R9.41] a picture exists at 320, 640, 1200 and 1600 pixels in two formats', async () => {
  expect(pictureWidths).toEqual([320, 640, 1200, 1600]);
  for (const width of pictureWidths) {
    const webp = await sharp(await find(street.url(width, 'webp'))).metadata();
    expect([webp.format, webp.width, webp.height]).toEqual(['webp', width, width * 0.75]);
  }
  expect((await sharp(await find(street.url(320, 'avif'))).metadata()).format).toBe('heif');
});

test('every view of a home has its evening, in the same size', async () => {
  for (const shot of [...shots, 'row'] as const) {
    const day = facadePicture(house, shot);
    const size = await sharp(await find(day.url(320, 'webp'))).metadata();
    expect([size.width, size.height], shot).toEqual([320, (320 * day.height) / day.width]);
    if (shot === 'evening') continue;
    const evening = await sharp(await find(day.dark?.url(320, 'webp') ?? '')).metadata();
    expect([evening.width, evening.height], shot).toEqual([size.width, size.height]);
  }
});

test('a gallery on a dark page has no picture twice', () => {
  const seen = shots.map((shot) => facadePicture(house, shot)).map(({ dark, url }) => (dark?.url ?? url)(640, 'webp'));
  expect(new Set(seen).size).toBe(shots.length);
});

test('[R9.42] pictures are encoded at quality 90', async () => {
  const address = readPicturePath(street.url(320, 'webp'));
  if (address?.order.kind !== 'facade') throw new TypeError('a façade was asked for');
  const drawn = sharp(Buffer.from(drawFacade(address.order.facade)), { density: (72 * 320) / 1600 }).resize(320);
  expect(await find(street.url(320, 'webp'))).toEqual(await drawn.webp({ quality: 90, effort: 2 }).toBuffer());
});

test('the address of a drawing is read back as the drawing it names', () => {
  expect(readPicturePath(street.url(640, 'avif'))).toMatchObject({
    width: 640,
    format: 'avif',
    order: { kind: 'facade', facade: { shot: 'street', houseType: 'house', yearBuilt: 1890, storeys: 2, seed: 7 } },
  });
  const plan = planPicture({ id: 5, unitType: 'studio', sizeSqm: 22.4, bathroom: 'private', kitchen: 'private', beds: 1 });
  expect(readPicturePath(plan.vector ?? '')).toMatchObject({ format: 'svg', order: { kind: 'plan', plan: { unitType: 'studio', sizeSqm: 22 } } });
});

test('what this site would not write itself is no picture: the set of drawings is bounded', async () => {
  const [, version] = /^\/pictures\/(\d+)\//.exec(street.url(320, 'webp')) ?? [];
  for (const name of [
    's_h_t_1890_2_997-320.webp',
    's_h_t_1891_2_7-320.webp',
    's_h_t_1890_7_7-320.webp',
    's_castle_t_1890_2_7-320.webp',
    's_h_t_1890_2_7-321.webp',
    's_h_t_1890_2_7-320.png',
    'plan_studio_999_private_private_1_0.svg',
    'skyline_1-320.webp',
    '../../../etc/passwd',
    's_h_t_1890_2_7_x-320.webp',
  ])
    expect(await find(`/pictures/${version}/${name}`), name).toBeUndefined();
});

test('a picture that was drawn is kept', async () => {
  const london = geo.city('uk', 'london');
  if (!london) throw new TypeError('London is missing');
  const path = skylinePicture(london).url(320, 'webp');
  expect(await pictures.kept(path)).toBeUndefined();
  const drawn = await pictures.make(path);
  expect(await pictures.kept(path)).toEqual(drawn);
  expect(readdirSync(folder).filter((name) => name.includes('skyline'))).toHaveLength(1);
});

test('the folder stays below its bound', async () => {
  const small = mkdtempSync(join(tmpdir(), 'loftling-pictures-small-'));
  const bounded = createPictures(geo, small, 60_000, own);
  for (let id = 0; id < 12; id++) await bounded.make(facadePicture({ ...house, id }, 'street').url(320, 'webp'));
  const bytes = readdirSync(small).reduce((sum, name) => sum + statSync(join(small, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
  rmSync(small, { recursive: true });
});

test('[R9.41] a photograph of our own comes in the widths that it has, in two formats, and is never blown up', async () => {
  const [first] = own.byPath.keys();
  const picture = photoPicture(first ?? '');
  expect([picture.width, picture.height]).toEqual([ownPhotographSize.width, ownPhotographSize.height]);
  for (const width of photographWidths(picture.width)) {
    const webp = await sharp(await find(picture.url(width, 'webp'))).metadata();
    expect([webp.format, webp.width, webp.height]).toEqual(['webp', width, width * 0.75]);
    expect((await sharp(await find(picture.url(width, 'avif'))).metadata()).format).toBe('heif');
    // Made once, kept for the next who asks.
    expect(await pictures.kept(picture.url(width, 'avif'))).toBeDefined();
  }
  expect(picture.url(1600, 'webp')).toBe(picture.url(1200, 'webp'));
  const unknown = [picture.url(1200, 'webp').replace('-1200.', '-1600.'), picture.url(320, 'webp').replace(/_[\da-f]{8}_/, '_00000000_')];
  for (const path of [...unknown, picture.url(320, 'webp').replace('-320.webp', '.svg')]) expect(await find(path), path).toBeUndefined();
});

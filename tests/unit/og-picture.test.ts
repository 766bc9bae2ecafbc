import fc from '#tests/support/properties.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import type { OgPictureRepository, PicturedHouse } from '#lib/features/pictures/og-picture.repository.ts';
import { createOgPictures } from '#lib/features/pictures/og-picture.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { mailPicturePath, mailPictureSize, ogImageOf, ogImagePath, ogKinds, parseOgPath } from '#lib/seo/og.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const site = createSite('https://homes.example', new Map());
const london = geo.city('uk', 'london');
const school = london?.schools[0];
if (!london || !school) throw new Error('these tests are about London');
const localeArbitrary = fc.constantFrom(...locales);

describe('link-preview pictures', () => {
  const repository: OgPictureRepository = {
    homes: async () => ({ homes: 212, weeklyMinor: 16_500n }),
    house: async (id) =>
      id === 7
        ? {
            id,
            cityId: london.id,
            name: 'Weaver Court',
            nameZh: '织工苑',
            names: {},
            houseType: 'apartment',
            yearBuilt: 2015,
            storeys: 7,
            isSample: true,
            photo: undefined,
            weeklyMinor: undefined,
          }
        : undefined,
  };
  const pictures = createOgPictures({ repository, geo, editorial: readEditorialEntries('src/content'), photograph: async () => undefined });

  test('an address says what it shows', () => {
    fc.assert(
      fc.property(
        localeArbitrary,
        fc.constantFrom(...ogKinds),
        fc.oneof(fc.integer({ min: 1, max: 2e9 }), fc.constantFrom('new_list', 'Street-View', '44-or-51-weeks')),
        (locale, kind, id) => {
          expect(parseOgPath(ogImagePath(locale, kind, id))).toEqual({ locale, kind, id: String(id).replaceAll('_', '-').toLowerCase() });
        },
      ),
    );
    for (const path of ['/og/en-us/city-1.svg', '/og/xx-xx/city-1.png', '/og/en-us/planet-1.png', '/og/en-us/city-../1.png', '/og/en-us/city-.png'])
      expect(parseOgPath(path), path).toBeUndefined();
  });

  test('every open page has one in every language', async () => {
    const editorial = readEditorialEntries('src/content');
    const own = (kind: string, locale: Locale) => editorial.find((entry) => entry.kind === kind && entry.locale === locale)?.key ?? '';
    for (const locale of locales) {
      const paths = site.paths(locale);
      const [country = '', city = ''] = own('guides', locale).split('/');
      const english = locale === 'en-us' ? [paths.to('provider', { slug: own('providers', locale) })] : [];
      const asked = [
        paths.to('index'),
        paths.to('city'),
        paths.country(london.country),
        paths.place(london),
        paths.place(school),
        paths.to('guides'),
        paths.to('guide', { country, city }),
        paths.to('help', { id: own('help', locale) }),
        paths.to('document', { id: own('policies', locale) }),
        paths.to('about'),
        paths.to('search'),
        paths.to('blog'),
        paths.to('blog_entry', { slug: own('blog', locale) }),
        ...english,
      ];
      for (const path of asked) {
        const found = resolvePath(geo, path);
        const image = found.kind === 'page' ? ogImageOf(found, geo) : undefined;
        expect(image && (await pictures.describe(image))?.title, path).toBeTruthy();
      }
    }
  });

  test('is 1200×630 and drawn in the page’s own script', async () => {
    for (const path of [ogImagePath('zh-cn', 'city', london.id), ogImagePath('zh-hk', 'house', 7), ogImagePath('vi-vn', 'school', school.id)]) {
      const picture = await pictures.render(path);
      const { width, height, format } = await sharp(picture?.body).metadata();
      expect({ width, height, format }, path).toEqual({ width: 1200, height: 630, format: 'png' });
    }
    expect((await pictures.describe(ogImagePath('zh-hk', 'house', 7)))?.title).toBe('織工苑');
  });

  test('[R3.57] of a home with a photograph shows it, and the façade while it cannot be had', async () => {
    const photo = '/photos/0123456789abcdef0123456789abcdef_1600x1200';
    const red = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#b00020' } })
      .webp()
      .toBuffer();
    const house = { ...repository, house: async (id: number) => ({ ...(await repository.house(7)), id, photo }) as PicturedHouse };
    const cornerOf = async (file: Buffer | undefined): Promise<readonly number[]> => {
      const shown = createOgPictures({ repository: house, geo, editorial: [], photograph: async (path) => (path === photo ? file : undefined) });
      const { body } = (await shown.render(ogImagePath('en-us', 'house', 7))) ?? {};
      return [...(await sharp(body).extract({ left: 1190, top: 10, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3);
    };
    expect((await cornerOf(red)).map((value, at) => Math.abs(value - ([0xb0, 0, 0x20][at] ?? 0)) < 8)).toEqual([true, true, true]);
    expect((await cornerOf(undefined))[0]).not.toBeCloseTo(0xb0, -1);
  });

  test('for mails is a JPEG of the home alone, twice as large as it is shown', async () => {
    const { body } = (await pictures.render(mailPicturePath(7))) ?? {};
    const { format, width, height } = await sharp(body).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...mailPictureSize });
    expect(body?.length).toBeLessThan(250_000);
    for (const path of [mailPicturePath(8), '/og/home-0.jpg', '/og/home-7.png', '/og/home-7.jpg/', '/og/en-us/home-7.jpg'])
      expect(await pictures.render(path), path).toBeUndefined();
  });

  test('does not exist for what has no page', async () => {
    for (const path of [
      '/og/en-us/city-1.png',
      '/og/en-us/house-8.png',
      '/og/zh-cn/blog-no-such-post.png',
      '/og/en-us/page-wallet.png',
      '/og/en-us/page-nonsense.png',
      '/og/en-us/home-2.png',
      '/og/en-us/guide-36002.png',
    ]) {
      expect(await pictures.render(path), path).toBeUndefined();
    }
  });
});

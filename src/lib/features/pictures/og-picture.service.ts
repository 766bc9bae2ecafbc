/**
 * Pictures for link previews, 1200×630: the page's title and figures in its own language, and beside them the city's
 * skyline, or the house: its first photograph where there is one, otherwise its façade. And pictures of homes for mails, without words.
 */
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import sharp from 'sharp';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { formatMoney, money } from '#lib/money/money.ts';
import { isOpen, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { mailPictureSize, ogSize, parseMailPicturePath, parseOgPath } from '#lib/seo/og.ts';
import type { OgKind } from '#lib/seo/og.ts';
import { cityScene } from '#lib/drawings/city-scenes.ts';
import { drawFacade } from '#lib/drawings/facade.ts';
import type { HousesFigure, OgPictureRepository, PicturedHouse } from './og-picture.repository.ts';
import { drawOgText, ogTextWidth } from './og-text.words.ts';
import type { ReadPhotograph } from './photograph-bytes.files.ts';
import { facadeOf } from './picture-source.rules.ts';
import { drawSkyline } from '#lib/drawings/skyline.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';

/** What a picture says and shows. */
type Subject = { readonly title: string; readonly lines: readonly string[]; readonly scene: () => string | Promise<string | Buffer> };

export type OgPictures = {
  /** What the picture at an address says, without drawing it. */
  describe(pathname: string): Promise<{ readonly title: string; readonly lines: readonly string[] } | undefined>;
  /** The PNG at `/og/{locale}/{kind}-{id}.png`, or the JPEG at `/og/home-{id}.jpg`; undefined when no page or home has it. */
  render(pathname: string): Promise<{ readonly body: Buffer } | undefined>;
};

type Parts = {
  readonly repository: OgPictureRepository;
  readonly geo: GeoIndex;
  readonly editorial: readonly EditorialEntry[];
  readonly photograph: ReadPhotograph;
};

const routeTitles: Partial<Record<RouteName, MessageKey>> = {
  city: 'seo.og_cities',
  guides: 'seo.og_guides',
  helps: 'seo.og_helps',
  list_topic: 'editorial.topics_title',
  blog: 'seo.og_blog',
  providers: 'seo.og_providers',
};

/** Layers are laid side by side, each at its own resolution, so no larger bitmap is ever made. */
async function compose(text: string, scene: string | Buffer): Promise<Buffer> {
  const sceneWidth = ogSize.width - ogTextWidth;
  const [left, right] = await Promise.all([
    sharp(Buffer.from(text)).png().toBuffer(),
    sharp(typeof scene === 'string' ? Buffer.from(scene) : scene)
      .resize(sceneWidth, ogSize.height, { fit: 'cover', position: 'centre' })
      .png()
      .toBuffer(),
  ]);
  return sharp({ create: { ...ogSize, channels: 3, background: '#ffffff' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: ogTextWidth, top: 0 },
    ])
    .png({ compressionLevel: 9, adaptiveFiltering: true })
    .toBuffer();
}

export function createOgPictures({ repository, geo, editorial, photograph }: Parts): OgPictures {
  const skyline = (city: City | undefined) => (): string => drawSkyline(cityScene(city ?? (geo.cities[0] as City)));
  /** Texts about no city get one of the best known, always the same. */
  const cityFor = (key: string): City | undefined => geo.cities[[...key].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 12];

  /** "London · 212 homes", "from £165 a week": the figures stand with the place they are of. */
  function lines(locale: Locale, where: string | undefined, { homes, weeklyMinor }: HousesFigure, currency: CurrencyCode | undefined): string[] {
    const t = translator(locale);
    const { intl } = localeFacts[locale];
    const count = homes > 0 ? t('seo.og_homes', { count: homes, number: numberFormat(intl).format(homes) }) : undefined;
    const from = weeklyMinor !== undefined && currency ? t('seo.og_from', { amount: formatMoney(money(weeklyMinor, currency), intl) }) : undefined;
    const place = [where, count].filter(Boolean).join(' · ');
    return [...(place ? [place] : []), ...(from ? [from] : [])];
  }

  async function placeSubject(locale: Locale, place: Country | City | School | Place): Promise<Subject> {
    const t = translator(locale);
    const name = place.names[locale];
    if (place.kind === 'country') {
      return {
        title: t('seo.og_homes_in', { name }),
        lines: lines(locale, undefined, await repository.homes({ column: 'country_id', id: place.id }), place.currency),
        scene: skyline(place.cities[0]),
      };
    }
    const city = place.kind === 'city' ? place : place.city;
    const figure = await repository.homes({ column: 'city_id', id: city.id });
    const around = place.kind === 'school' || place.kind === 'station' || place.kind === 'landmark';
    const where = place.kind === 'city' ? undefined : city.names[locale];
    return {
      title: t(around ? 'seo.og_homes_near' : 'seo.og_homes_in', { name }),
      lines: lines(locale, where, figure, city.country.currency),
      scene: skyline(city),
    };
  }

  async function houseSubject(locale: Locale, id: number): Promise<Subject | undefined> {
    const house = await repository.house(id);
    const city = house && geo.cityById(house.cityId);
    if (!house || !city) return undefined;
    const t = translator(locale);
    const title = nameFor(house, locale);
    const rent =
      house.weeklyMinor === undefined
        ? t('seo.og_full')
        : t('seo.og_from', { amount: formatMoney(money(house.weeklyMinor, city.country.currency), localeFacts[locale].intl) });
    return {
      title,
      lines: [city.names[locale], rent, ...(house.isSample ? [t('seo.og_sample')] : [])],
      scene: () => sceneOf(house, city),
    };
  }

  /** What a home looks like: its first photograph, otherwise its façade. */
  const sceneOf = async (house: PicturedHouse, city: City): Promise<string | Buffer> =>
    (house.photo === undefined ? undefined : await photograph(house.photo)) ?? drawFacade(facadeOf({ ...house, countryIso2: city.country.iso2 }, 'street'));

  async function mailPicture(id: number): Promise<{ readonly body: Buffer } | undefined> {
    const house = await repository.house(id);
    const city = house && geo.cityById(house.cityId);
    if (!house || !city) return undefined;
    const scene = await sceneOf(house, city);
    const image = typeof scene === 'string' ? sharp(Buffer.from(scene), { density: (72 * mailPictureSize.width) / 1600 }) : sharp(scene);
    const body = await image
      .resize({ ...mailPictureSize, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 78, mozjpeg: true })
      .toBuffer();
    return { body };
  }

  function textSubject(
    locale: Locale,
    kind: EditorialEntry['kind'] | 'any',
    key: string,
    label: string | undefined,
    city: City | undefined,
  ): Subject | undefined {
    const entry = editorial.find(
      (one) => one.locale === locale && one.key === key && (one.kind === kind || (kind === 'any' && one.kind !== 'guides' && one.kind !== 'blog')),
    );
    return entry && { title: entry.title, lines: label ? [label] : [], scene: skyline(city ?? cityFor(key)) };
  }

  function pageSubject(locale: Locale, id: string): Subject | undefined {
    const t = translator(locale);
    const name = (Object.keys(routes) as RouteName[]).find((one) => one.replaceAll('_', '-').toLowerCase() === id);
    const written = textSubject(locale, 'any', id, undefined, undefined);
    if (written) return written;
    if (!name || !isOpen(name)) return undefined;
    const slug = routes[name].pattern?.split('/').at(-1) ?? '';
    const own = textSubject(locale, 'pages', slug, undefined, undefined);
    const key = routeTitles[name];
    return own ?? { title: t(key ?? 'seo.og_promise'), lines: [], scene: skyline(cityFor(id)) };
  }

  async function subjectOf(locale: Locale, kind: OgKind, id: string): Promise<Subject | undefined> {
    const t = translator(locale);
    const number = parseId(id);
    const known = <Found extends Country | City | School | Place>(place: Found | undefined): Promise<Subject> | undefined =>
      place && placeSubject(locale, place);
    switch (kind) {
      case 'home':
        return id === '1'
          ? { title: t('seo.og_promise'), lines: lines(locale, undefined, await repository.homes(undefined), undefined), scene: skyline(geo.cities[0]) }
          : undefined;
      case 'country':
        return number ? known(geo.countryById(number)) : undefined;
      case 'city':
        return number ? known(geo.cityById(number)) : undefined;
      case 'school':
        return number ? known(geo.schoolById(number)) : undefined;
      case 'place':
        return number ? known(geo.placeById(number)) : undefined;
      case 'house':
        return number ? houseSubject(locale, number) : undefined;
      case 'guide': {
        const city = number ? geo.cityById(number) : undefined;
        return city && textSubject(locale, 'guides', `${city.country.slug}/${city.slug}`, t('seo.og_guide'), city);
      }
      case 'blog':
        return textSubject(locale, 'blog', id, t('seo.og_blog'), undefined);
      case 'page':
        return pageSubject(locale, id);
    }
  }

  async function find(pathname: string): Promise<(Subject & { readonly locale: Locale }) | undefined> {
    const asked = parseOgPath(pathname);
    const subject = asked && (await subjectOf(asked.locale, asked.kind, asked.id));
    return asked && subject && { ...subject, locale: asked.locale };
  }

  return {
    async describe(pathname) {
      const subject = await find(pathname);
      return subject && { title: subject.title, lines: subject.lines };
    },
    async render(pathname) {
      const houseId = parseMailPicturePath(pathname);
      if (houseId !== undefined) return mailPicture(houseId);
      const subject = await find(pathname);
      return subject && { body: await compose(await drawOgText(subject.locale, subject.title, subject.lines), await subject.scene()) };
    },
  };
}

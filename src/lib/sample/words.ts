/** Names, addresses, postal codes and descriptions of sample homes. */
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';
import type { Random } from '#lib/random.ts';
import { metresBetween, usualCommute } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { inReadersScript } from '#lib/i18n/script.ts';
import { habitsOf } from './habits.rules.ts';
import type { SampleContent } from './sample-content.ts';

/** First digits of postal codes where the place files name no postal areas. */
const postalStarts: Readonly<Record<string, string>> = {
  'jp/tokyo': '16',
  'jp/osaka': '53',
  'jp/kyoto': '60',
  'jp/fukuoka': '81',
  'jp/nagoya': '46',
  'jp/yokohama': '22',
  'jp/sapporo': '06',
  'jp/sendai': '98',
  'jp/kobe': '65',
  'jp/tsukuba': '305',
  'kr/seoul': '03',
  'kr/busan': '48',
  'kr/incheon': '22',
  'kr/daejeon': '34',
  'kr/daegu': '41',
  'kr/suwon': '16',
  'kr/gwangju': '61',
  'th/bangkok': '103',
  'th/chiang-mai': '502',
  'th/phuket': '831',
  'th/khon-kaen': '400',
  'th/hat-yai': '901',
  'jp/hiroshima': '730',
  'jp/higashihiroshima': '739',
  'jp/beppu': '874',
  'jp/chiba': '26',
  'jp/kanazawa': '920',
  'jp/okayama': '700',
  'jp/kumamoto': '860',
  'jp/nagasaki': '852',
  'jp/nara': '630',
  'jp/niigata': '950',
  'jp/kitakyushu': '80',
  'jp/shizuoka': '42',
  'jp/matsuyama': '790',
  'jp/saitama': '33',
  'jp/kusatsu': '525',
  'jp/naha': '90',
  'jp/toyohashi': '44',
  'jp/aizuwakamatsu': '965',
  'jp/nisshin': '470',
  'kr/pohang': '37',
  'kr/ulsan': '44',
  'kr/jeonju': '54',
  'kr/cheongju': '28',
  'kr/cheonan': '31',
  'kr/yongin': '17',
  'kr/chuncheon': '24',
  'kr/jeju': '63',
  'kr/gyeongsan': '38',
  'th/pathum-thani': '121',
  'th/nakhon-pathom': '730',
  'th/salaya': '731',
  'th/chonburi': '201',
  'th/phitsanulok': '650',
  'th/chiang-rai': '571',
  'th/nakhon-ratchasima': '300',
  'th/maha-sarakham': '441',
  'sg/singapore': '1',
};

function nearest(places: readonly Place[], at: Point): Place | undefined {
  let best: Place | undefined;
  let bestMetres = Infinity;
  for (const place of places) {
    const metres = metresBetween(place.at, at);
    if (metres < bestMetres) [best, bestMetres] = [place, metres];
  }
  return best;
}

export function nearestNeighbourhood(city: City, at: Point): Place | undefined {
  return nearest(
    city.places.filter(({ kind }) => kind === 'neighbourhood'),
    at,
  );
}

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.integer(0, 9)).join('');
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(['A', 'B', 'D', 'E', 'F', 'G', 'H', 'J', 'L', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'W', 'X', 'Y', 'Z'])).join(
    '',
  );

/** A postal code in the country's format; undefined where the country has none. */
export function postalCode(city: City, at: Point, random: Random): string | undefined {
  const area = nearest(
    city.places.filter(({ kind }) => kind === 'postal'),
    at,
  )?.names['en-us'];
  switch (city.country.slug) {
    case 'uk':
      return area && `${/^(?:WC|EC)\d$/.test(area) ? `${area}${random.pick(['A', 'E', 'H', 'N'])}` : area} ${digits(random, 1)}${letters(random, 2)}`;
    case 'ie':
      return area && `${area} ${letters(random, 1)}${digits(random, 3)}`;
    case 'ca':
      return area && `${area} ${digits(random, 1)}${letters(random, 1).replace(/[DFQU]/, 'K')}${digits(random, 1)}`;
    case 'jp':
    case 'kr':
    case 'th':
    case 'sg': {
      const start = postalStarts[`${city.country.slug}/${city.slug}`];
      if (start === undefined) return undefined;
      const length = { jp: 7, kr: 5, th: 5, sg: 6 }[city.country.slug];
      const code = start + digits(random, length - start.length);
      return city.country.slug === 'jp' ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
    }
    default:
      return area;
  }
}

/** An address with an invented number on a plausible street. */
export function streetAddress(content: SampleContent, city: City, place: Place | undefined, random: Random): string {
  const local = content.streets[city.state === 'Quebec' ? 'fr' : city.country.slug] ?? content.streets['uk'];
  if (!local) throw new RangeError('streets.yaml has no entry to fall back on');
  const [low, high] = local.numbers;
  const values: Record<string, string> = {
    n: String(random.integer(low, high)),
    street: local.names[random.integer(0, local.names.length - 1)] ?? '',
    place: place?.names['en-us'] ?? city.names['en-us'],
    a: String(random.integer(1, 8)),
    b: String(random.integer(1, 28)),
    c: String(random.integer(1, 16)),
  };
  const street = local.address.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const quarter = place && !street.includes(place.names['en-us']) ? `, ${place.names['en-us']}` : '';
  return `${street}${quarter}, ${city.names['en-us']}`;
}

/** What a home is called: as its supplier wrote it, in Chinese, and in more languages where its name says what it is. */
export type HouseNames = {
  readonly name: string;
  readonly nameZh: string;
  readonly names: MoreLanguages & { readonly 'zh-TW': string; readonly 'zh-HK': string };
};

/**
 * The names of a home. `index` counts the homes of a city; the words of one city follow each other in an order of
 * its own, so that names repeat only when all are used up, and then carry their neighbourhood.
 */
export function houseName(content: SampleContent, city: City, place: Place | undefined, houseType: HouseType, index: number, random: Random): HouseNames {
  const where = place?.names ?? city.names;
  if (houseType !== 'apartment') {
    const forms = houseType === 'house' ? content.houseNames.shared : content.houseNames.homestay;
    const form = forms[random.integer(0, forms.length - 1)] ?? forms[0];
    const named = (text: string | undefined, locale: Locale): string => (text ?? '').replace('{place}', where[locale]);
    return {
      name: named(form?.name, 'en-us'),
      nameZh: named(form?.zh, 'zh-cn'),
      names: { 'zh-TW': named(form?.tw, 'zh-tw'), 'zh-HK': named(form?.hk, 'zh-hk'), vi: named(form?.vi, 'vi-vn') },
    };
  }
  const naming = city.state === 'Quebec' ? 'french' : habitsOf(city.country.slug).naming;
  const { words, endings } = content.houseNames[naming];
  const total = words.length * endings.length;
  // 389 is prime and no divisor of any list's length, so every name comes once before any comes twice.
  const at = (city.id * 7 + index * 389) % total;
  const word = words[at % words.length];
  const ending = endings[Math.floor(at / words.length)];
  const again = index >= total;
  const chinese = (form: string | undefined, locale: 'zh-cn' | 'zh-tw' | 'zh-hk'): string => {
    const own = (form ?? inReadersScript(ending?.zh ?? '', locale)).replace('{word}', inReadersScript(word?.zh ?? '', locale));
    return again ? `${own}（${where[locale]}）` : own;
  };
  const name = (ending?.name ?? '').replace('{word}', word?.word ?? '');
  return {
    name: again ? `${name}, ${where['en-us']}` : name,
    nameZh: chinese(ending?.zh, 'zh-cn'),
    names: { 'zh-TW': chinese(ending?.tw, 'zh-tw'), 'zh-HK': chinese(ending?.hk, 'zh-hk') },
  };
}

export type DescriptionFacts = {
  called: HouseNames;
  city: City;
  place: Place | undefined;
  school: School | undefined;
  at: Point;
  year: number;
  storeys: number;
  rooms: number;
};

export type Description = { readonly en: string; readonly zh: string; readonly more: MoreLanguages };

/** A description of four sentences, the same in every language. */
export function describe(content: SampleContent, kind: keyof SampleContent['descriptions'], facts: DescriptionFacts, random: Random): Description {
  const { called, city, place, school } = facts;
  const minutes = school ? usualCommute(Math.min(...school.campuses.map((campus) => metresBetween(campus.at, facts.at)))).minutes : 10;
  const words = content.descriptions[kind];
  const sentences = [words.opening, words.building, words.rooms, words.life].map((group) => group[random.integer(0, group.length - 1)]);
  const fill = (language: 'en' | 'zh-CN' | 'zh-TW' | 'zh-HK' | 'vi', locale: Locale, name: string): string => {
    const values: Record<string, string | number> = {
      minutes,
      year: facts.year,
      storeys: facts.storeys,
      rooms: facts.rooms,
      name,
      place: (place ?? city).names[locale],
      city: city.names[locale],
      school: (school ?? city).names[locale],
    };
    return sentences
      .map((sentence) => (sentence?.[language] ?? '').replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? '')))
      .join(language.startsWith('zh') ? '' : ' ');
  };
  return {
    en: fill('en', 'en-us', called.name),
    zh: fill('zh-CN', 'zh-cn', called.nameZh),
    more: {
      'zh-TW': fill('zh-TW', 'zh-tw', called.names['zh-TW']),
      'zh-HK': fill('zh-HK', 'zh-hk', called.names['zh-HK']),
      vi: fill('vi', 'vi-vn', called.names.vi ?? called.name),
    },
  };
}

/** What places are called: the same in a guide as in the lists it leads to, and no two schools alike. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGeoIndex } from '#lib/features/geo/geo.index.ts';
import { countryBeside } from '#lib/features/geo/geo.schema.ts';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import { readPlaceFiles } from '#lib/features/geo/place.files.ts';
import { folded } from '#lib/search-text/text.ts';
import { isChinese, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

const content = join(import.meta.dirname, '../../src/content');
const geo = createGeoIndex(readPlaceFiles(join(content, 'places')));
const cities = geo.countries.flatMap((country) => country.cities);
const guides = readdirSync(join(content, 'guides/en-us'));

const guideText = (locale: Locale, file: string): string => readFileSync(join(content, 'guides', locale, file), 'utf8');

/** The name as a sentence uses it: without brackets, and a station or landmark without its kind and its city. */
function spoken(name: string, place: Place | School, locale: Locale): string {
  const bare = name.replace(/(?:（.*）| \(.*\))$/, '');
  if (!isChinese(locale) || place.kind === 'school') return bare;
  return bare.replace(/(?:地鐵站|地铁站|車站|车站|站)$/, '').replace(new RegExp(`^${place.city.names[locale]}(?=..)`), '');
}

/** A school may go by a nickname or, like 帝国理工, by a part of its name. */
function named(text: string, place: Place | School, locale: Locale): boolean {
  const name = spoken(place.names[locale], place, locale);
  if (text.toLowerCase().includes(name.toLowerCase())) return true;
  if (place.kind !== 'school') return false;
  const [city, ...rest] = [place.city.names[locale], ...place.nicknames.map(folded)];
  const withoutCity = name.replace(city, '').replace(/大學|大学|學院|学院/g, '');
  return (withoutCity.length > 1 && text.includes(withoutCity)) || rest.some((nickname) => folded(text).includes(nickname));
}

test('a guide calls places what the lists call them', () => {
  const strangers = guides.flatMap((file) => {
    const english = guideText('en-us', file);
    const path = /^city: (.+)$/m.exec(english)?.[1] ?? '';
    const city: City | undefined = cities.find((one) => `${one.country.slug}/${one.slug}` === path);
    if (!city) return [`${file}: no city ${path}`];
    const told = [...city.places, ...city.schools].filter((place) => english.includes(spoken(place.names['en-us'], place, 'en-us')));
    return locales.flatMap((locale) => {
      const text = guideText(locale, file);
      return told
        .filter((place) => !named(text, place, locale))
        .map((place) => `${locale}/${file}: ${place.names['en-us']} is ${place.names[locale]} in the lists`);
    });
  });
  expect(strangers).toEqual([]);
});

test('a Latin name in brackets of a Chinese guide stands behind the name that the lists have', () => {
  const wrong = guides.flatMap((file) =>
    locales.filter(isChinese).flatMap((locale) =>
      [...guideText(locale, file).matchAll(/\*\*([^*]+)\*\*（([A-Z][\w' ]+)）/g)].flatMap(([, name = '', latin = '']) => {
        const path = /^city: (.+)$/m.exec(guideText(locale, file))?.[1];
        const city = cities.find((one) => `${one.country.slug}/${one.slug}` === path);
        const place = city?.places.find((one) => one.names['en-us'] === latin);
        return place && !name.endsWith(spoken(place.names[locale], place, locale))
          ? [`${locale}/${file}: ${latin} is ${place.names[locale]}, not ${name}`]
          : [];
      }),
    ),
  );
  expect(wrong).toEqual([]);
});

test('no two schools have one name in Chinese', () => {
  const twins = locales.filter(isChinese).flatMap((locale) =>
    [
      ...Map.groupBy(
        cities.flatMap((city) => city.schools),
        (school) => school.names[locale],
      ),
    ]
      .filter(([, schools]) => schools.length > 1)
      .map(([name]) => `${locale}: ${name}`),
  );
  expect(twins).toEqual([]);
});

test('Chinese names of places have full-width brackets', () => {
  const odd = cities.flatMap((city) =>
    [city, ...city.places, ...city.schools].flatMap((place) =>
      locales.filter(isChinese).flatMap((locale) => (/[()]/.test(place.names[locale]) ? [`${locale}: ${place.names[locale]}`] : [])),
    ),
  );
  expect(odd).toEqual([]);
});

test('a city that is a country is not named twice, and the mainland names Hong Kong as its filing asks', () => {
  const beside = (path: string, locale: Locale): string | undefined => {
    const city = cities.find((one) => `${one.country.slug}/${one.slug}` === path);
    return city && countryBeside(city, locale);
  };
  expect(locales.map((locale) => beside('hongkong/hong-kong', locale))).toEqual(locales.map(() => undefined));
  expect(beside('sg/singapore', 'zh-tw')).toBeUndefined();
  expect(beside('uk/london', 'zh-cn')).toBe('英国');
  expect(geo.country('hongkong')?.names['zh-cn']).toBe('中国香港');
});

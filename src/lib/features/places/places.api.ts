/** Countries, cities and schools as pickers and forms take them. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import { cityGroups, popularGroupId } from '#lib/features/geo/city-groups.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, Country, School } from '#lib/features/geo/geo.schema.ts';
import { countriesIn } from './country-names.words.ts';
import type { NamedCountry } from './country-names.words.ts';
import { citySchoolsContract, countryCodesContract, placesContract } from './places.contract.ts';

type Named = Pick<City, 'names'>;

/** What people write for a country: its two letters, but UK. */
const shortCode = ({ iso2 }: Country): string => (iso2 === 'GB' ? 'UK' : iso2);

const namesOf = ({ names }: Named, locale: Locale) => ({ name: names[locale], name_en: names['en-us'], name_tc: names['zh-tw'] });

const inCountry = (country: Country, locale: Locale) => ({
  country_id: country.id,
  country_name: country.names[locale],
  country_name_en: shortCode(country),
  country_name_tc: country.names['zh-tw'],
  country_unique_name: country.slug,
});

/** The wire's posx is the latitude (R3.39). */
const positionOf = ({ at }: Pick<City, 'at'>) => ({ posx: at.latitude, posy: at.longitude });

const dialEntry = ({ id, iso2, dialCode, name }: NamedCountry) => ({ country_id: id, country_ab: iso2, country_code: dialCode, name });

export function placeCalls({ geo, site }: { readonly geo: GeoIndex; readonly site: Site }): readonly BoundCall[] {
  const cityEntry = (city: City, locale: Locale) => ({
    city_id: city.id,
    ...inCountry(city.country, locale),
    ...namesOf(city, locale),
    ...positionOf(city),
    region_unique_name: city.slug,
    url: site.paths(locale).place(city),
  });

  const schoolEntry = (school: School, locale: Locale) => {
    const { city } = school;
    return {
      school_id: school.id,
      school_unique_name: school.slug,
      city_id: city.id,
      city_name: city.names[locale],
      city_name_en: city.names['en-us'],
      city_name_tc: city.names['zh-tw'],
      ...inCountry(city.country, locale),
      ...namesOf(school, locale),
      ...positionOf(school),
      region_unique_name: city.slug,
      url: site.paths(locale).place(school),
    };
  };

  return [
    bind(countryCodesContract, async (_, { locale }) => {
      const { usual, byInitial } = countriesIn(geo, locale);
      return {
        ok: true,
        data: { hot: usual.map(dialEntry), grouped: byInitial.map(({ initial, countries }) => ({ initial, countries: countries.map(dialEntry) })) },
      };
    }),

    bind(placesContract, async (_, { locale }) => {
      const label = (id: number, of: Locale): string => translator(of)(id === popularGroupId ? 'chrome.popular_cities' : 'chrome.europe');
      return {
        ok: true,
        data: {
          items: cityGroups(geo.cities, geo.countries).map(({ id, country, cities }) => ({
            id,
            name: country ? country.names[locale] : label(id, locale),
            country_name: country ? country.names[locale] : label(id, locale),
            country_name_en: country ? shortCode(country) : label(id, 'en-us'),
            country_name_tc: country ? country.names['zh-tw'] : label(id, 'zh-tw'),
            country_unique_name: country?.slug ?? null,
            val: id,
            city: (country ? country.cities : cities).map((city) => cityEntry(city, locale)),
          })),
        },
      };
    }),

    bind(citySchoolsContract, async ({ city_id }, { locale }) => {
      const city = geo.cityById(city_id);
      if (!city) return { ok: false, error: 'not-found' };
      const schools = city.schools.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id);
      return { ok: true, data: { items: schools.map((school) => schoolEntry(school, locale)) } };
    }),
  ];
}

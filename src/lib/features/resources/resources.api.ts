/** Binds the resource calls. */
import type { EditorialEntry } from '#lib/features/editorial/editorial.files.ts';
import { popularCityBounds } from '#lib/features/geo/city-groups.rules.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { promises, promisesHelpId } from '#lib/features/front-page/promises.rules.ts';
import type { HomeService } from '#lib/features/front-page/front-page.service.ts';
import { pictureWidths, skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { currencies, currencyCodes } from '#lib/money/currencies.ts';
import { leaseUnits } from '#lib/money/money.ts';
import type { Site } from '#lib/paths.ts';
import type { MiniProgram } from '#lib/ports/mini-program/mini-program.ts';
import type { TranslateLanguage } from '#lib/ports/translate/translate.ts';
import { countriesIn } from '#lib/features/places/country-names.words.ts';
import type { NamedCountry } from '#lib/features/places/country-names.words.ts';
import {
  commonDataContract,
  countryByIpContract,
  countryCodesContract,
  homeAdsContract,
  homeVideoContract,
  indexResourceContract,
  qrCodeContract,
  translateContract,
  trustScoreContract,
  userCityContract,
} from './resources.contract.ts';
import type { translateTargets } from './resources.contract.ts';
import type { TranslateService } from '#lib/features/translate/translate.service.ts';
import type { Whereabouts, WhereaboutsService } from '#lib/features/whereabouts/whereabouts.service.ts';

export type ResourceParts = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly homes: Pick<HomeService, 'cityOffers' | 'trust'>;
  readonly editorial: readonly EditorialEntry[];
  readonly whereabouts: WhereaboutsService;
  readonly translate: TranslateService;
  /** Asked in this order until one can. */
  readonly phoneCodes: readonly MiniProgram[];
  readonly version: string;
  readonly serverRegion: string;
  readonly homeVideo: string | undefined;
};

const homeCities = 12;
const homeGuides = 6;
/** R9.08, in seconds. */
const countryKept = 172_800;
/** R9.10, in seconds. */
const cityKept = 1_800;
/** R1.46, in seconds. */
const trustKept = 86_400;
/** Shown when there is not one review (decisions, "Trust score"). */
const trustFallback = 4.9;

const languageOf: Readonly<Record<(typeof translateTargets)[number], TranslateLanguage>> = {
  'zh-cn': 'zh-Hans',
  zh: 'zh-Hans',
  'zh-tw': 'zh-Hant-TW',
  'zh-hk': 'zh-Hant-HK',
  'en-us': 'en',
  en: 'en',
  'vi-vn': 'vi',
  vi: 'vi',
};

const dialEntry = ({ id, iso2, dialCode, name }: NamedCountry) => ({ country_id: id, country_ab: iso2, country_code: dialCode, name });
const toWhereabouts = ({ iso2, dialCode, source }: Whereabouts) => ({ country_code: dialCode, country_ab: iso2, source });

export function resourceCalls(parts: ResourceParts): readonly BoundCall[] {
  const { geo, site, homes, editorial, whereabouts, translate, phoneCodes } = parts;
  const secure = site.origin.startsWith('https:');

  return [
    bind(countryCodesContract, async (_, { locale }) => {
      const { usual, byInitial } = countriesIn(geo, locale);
      return {
        ok: true,
        data: { hot: usual.map(dialEntry), grouped: byInitial.map(({ initial, countries }) => ({ initial, countries: countries.map(dialEntry) })) },
      };
    }),

    bind(commonDataContract, async (_, { locale }) => ({
      ok: true,
      data: {
        version: parts.version,
        server_region: parts.serverRegion,
        default_dial_code: localeFacts[locale].dialCode,
        languages: [...locales],
        lease_units: [...leaseUnits],
        image_variants: [...pictureWidths],
        currencies: currencyCodes.map((code) => ({ currency_id: currencies[code].id, code, symbol: currencies[code].symbol.trim() })),
      },
    })),

    bind(homeAdsContract, async (_, { locale }) => {
      const paths = site.paths(locale);
      const guides = editorial.filter((entry) => entry.kind === 'guides' && entry.locale === locale).toSorted((a, b) => b.updated.localeCompare(a.updated));
      return {
        ok: true,
        data: {
          items: [
            ...promises(translator(locale)).map(({ title, text }) => ({
              kind: 'promise' as const,
              title,
              text,
              url: paths.to('help', { id: promisesHelpId }),
            })),
            ...guides.slice(0, homeGuides).map(({ key, title, description }) => {
              const [country = '', city = ''] = key.split('/');
              return { kind: 'guide' as const, title, text: description, url: paths.to('guide', { country, city }) };
            }),
          ],
        },
      };
    }),

    bind(homeVideoContract, async () => ({ ok: true, data: { items: parts.homeVideo ? [{ url: parts.homeVideo }] : [] } })),

    bind(indexResourceContract, async (_, { locale }) => {
      const paths = site.paths(locale);
      const offers = await homes.cityOffers(geo.cities.slice(0, Math.min(homeCities, popularCityBounds.most)));
      return {
        ok: true,
        data: {
          city: offers.map(({ city, homes: count }) => ({
            city_id: city.id,
            city_name: city.names[locale],
            city_name_en: city.names['en-us'],
            city_unique_name: city.slug,
            country_id: city.country.id,
            country_name: city.country.names[locale],
            country_unique_name: city.country.slug,
            logo: skylinePicture(city).url(640, 'webp'),
            url: paths.place(city),
            house_num: count,
            posx: city.at.latitude,
            posy: city.at.longitude,
          })),
        },
      };
    }),

    bind(countryByIpContract, async (_, caller) => {
      const at = await whereabouts.countryOf(caller);
      // What is only guessed from the language is not worth keeping.
      const kept = at.source === 'language' ? [] : [setCookie('country_code', at.dialCode, countryKept, secure)];
      return { ok: true, data: toWhereabouts(at), cookies: kept };
    }),

    bind(userCityContract, async (_, caller) => {
      const { at, city } = await whereabouts.cityOf(caller);
      const shown = (one: City) => ({
        city_id: one.id,
        city_name: one.names[caller.locale],
        city_unique_name: one.slug,
        country_unique_name: one.country.slug,
        url: site.paths(caller.locale).place(one),
      });
      return { ok: true, data: { ...toWhereabouts(at), city: city ? shown(city) : null }, cookies: [setCookie('user_city', at.iso2, cityKept, secure)] };
    }),

    bind(trustScoreContract, async (_, { now }) => {
      const trust = await homes.trust(now);
      const score = trust
        ? { trust_score: Math.round(trust.score * 10) / 10, count: trust.count, source: trust.isSample ? ('sample-reviews' as const) : ('reviews' as const) }
        : { trust_score: trustFallback, count: 0, source: 'fallback' as const };
      // As the page's script writes it.
      return { ok: true, data: { score }, ...(trust ? { cookies: [setCookie('trust_score', `${trust.score}|${trust.count}`, trustKept, secure)] } : {}) };
    }),

    bind(translateContract, async ({ original_hash, text, to_lang }) => {
      const translated = await translate.translate(original_hash, text, languageOf[to_lang]);
      return { ok: true, data: translated ? { original_hash, text: translated.text, by: translated.by } : {} };
    }),

    bind(qrCodeContract, async ({ width, height, page, scene, path }, { locale }) => {
      const web_url = site.absolute(locale, site.paths(locale).local(path));
      for (const one of phoneCodes) {
        const code = await one.code({ page, scene, webAddress: web_url, width: Math.min(width, height) });
        if (code) return { ok: true, data: { ...code, height: code.width, web_url } };
      }
      return { ok: false, error: 'upstream-failed' };
    }),
  ];
}

/** Binds the calls of the front page. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import { popularCityBounds } from '#lib/features/geo/city-groups.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import { frontPageCardsContract, frontPageFilmsContract, indexResourceContract, trustScoreContract } from './front-page.contract.ts';
import type { FrontPageService } from './front-page.service.ts';
import { promises, promisesHelpId } from './promises.rules.ts';

const frontPageCities = 12;
const frontPageGuides = 6;
/** R1.46, in seconds. */
const trustKept = 86_400;
/** Shown when there is not one review. */
const trustFallback = 4.9;

export type FrontPageParts = {
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly figures: Pick<FrontPageService, 'cityOffers' | 'trust'>;
  readonly editorial: readonly EditorialEntry[];
  /** Address of a film the operator has set. */
  readonly frontPageFilm: string | undefined;
};

export function frontPageCalls({ geo, site, figures, editorial, frontPageFilm }: FrontPageParts): readonly BoundCall[] {
  const secure = site.origin.startsWith('https:');
  return [
    bind(frontPageCardsContract, async (_, { locale }) => {
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
            ...guides.slice(0, frontPageGuides).map(({ key, title, description }) => {
              const [country = '', city = ''] = key.split('/');
              return { kind: 'guide' as const, title, text: description, url: paths.to('guide', { country, city }) };
            }),
          ],
        },
      };
    }),

    bind(frontPageFilmsContract, async () => ({ ok: true, data: { items: frontPageFilm ? [{ url: frontPageFilm }] : [] } })),

    bind(indexResourceContract, async (_, { locale }) => {
      const paths = site.paths(locale);
      const offers = await figures.cityOffers(geo.cities.slice(0, Math.min(frontPageCities, popularCityBounds.most)));
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

    bind(trustScoreContract, async (_, { now }) => {
      const trust = await figures.trust(now);
      const score = trust
        ? { trust_score: Math.round(trust.score * 10) / 10, count: trust.count, source: trust.isSample ? ('sample-reviews' as const) : ('reviews' as const) }
        : { trust_score: trustFallback, count: 0, source: 'fallback' as const };
      // As the page's script writes it.
      return { ok: true, data: { score }, ...(trust ? { cookies: [setCookie('trust_score', `${trust.score}|${trust.count}`, trustKept, secure)] } : {}) };
    }),
  ];
}

/** Calls that give a client its constants, and what the home page and forms need to begin with. */
import * as z from 'zod/mini';
import { positionFields } from '#lib/geo/position.schema.ts';
import { contract } from '#lib/api/contract.ts';

const dialCountry = z
  .object({ country_id: z.int(), country_ab: z.string(), country_code: z.string(), name: z.string() })
  .register(z.globalRegistry, { id: 'DialCountry' });

/** Dial codes for phone fields: the usual ones first, then all by initial (R7.034). */
export const countryCodesContract = contract({
  name: 'country-codes',
  summary: 'Dial codes for phone fields: the usual countries first, then all by initial.',
  keepFor: 3_600,
  method: 'GET',
  path: '/_api/country/codes',
  input: z.object({}),
  output: z.object({ hot: z.array(dialCountry), grouped: z.array(z.object({ initial: z.string(), countries: z.array(dialCountry) })) }),
  access: 'public',
  fulfils: ['R7.034'],
});

/** Constants of the site that a client needs before anything else (R7.180). */
export const commonDataContract = contract({
  name: 'common-data',
  summary: 'Constants of the site: version, languages, currencies, lease units, picture widths.',
  keepFor: 300,
  method: 'GET',
  path: '/_api/common-data.json',
  input: z.object({}),
  output: z.object({
    version: z.string(),
    server_region: z.string(),
    default_dial_code: z.string(),
    languages: z.array(z.string()),
    lease_units: z.array(z.string()),
    image_variants: z.array(z.number()),
    currencies: z.array(z.object({ currency_id: z.number(), code: z.string(), symbol: z.string() })),
  }),
  access: 'public',
  fulfils: ['R7.180', 'R9.09'],
});

export const homeAdsContract = contract({
  name: 'home-ads',
  summary: 'The cards of the home page: what the site promises, and its newest city guides. There are no paid ones.',
  keepFor: 300,
  method: 'GET',
  path: '/_api/home/ads',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ kind: z.enum(['promise', 'guide']), title: z.string(), text: z.string(), url: z.string() })) }),
  access: 'public',
  fulfils: ['R7.028'],
});

export const homeVideoContract = contract({
  name: 'home-video',
  summary: 'Films the operator has set for the home page; an empty list when there are none.',
  keepFor: 300,
  method: 'GET',
  path: '/_api/home/video',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ url: z.string() })) }),
  access: 'public',
  fulfils: ['R7.029'],
});

export const indexResourceContract = contract({
  name: 'index-resource',
  summary: 'The cities of the home page with their homes for rent now.',
  method: 'GET',
  path: '/_api/home/index',
  input: z.object({}),
  output: z.object({
    city: z.array(
      z.object({
        city_id: z.int(),
        city_name: z.string(),
        city_name_en: z.string(),
        city_unique_name: z.string(),
        country_id: z.int(),
        country_name: z.string(),
        country_unique_name: z.string(),
        logo: z.string().check(z.describe('Its drawn skyline')),
        url: z.string(),
        house_num: z.int(),
        ...positionFields,
      }),
    ),
  }),
  access: 'public',
  fulfils: ['R7.030', 'R3.46', 'R9.64'],
});

const whereabouts = {
  country_code: z.string().check(z.describe('Dial code')),
  country_ab: z.string().check(z.describe('Two letters')),
  source: z.enum(['proxy', 'address', 'language']).check(z.describe('How it was found out; `language` is a guess')),
};

export const countryByIpContract = contract({
  name: 'country-by-ip',
  summary: 'The country a reader is probably in, for phone fields; its dial code is kept in a cookie for two days. A look-up that fails is ignored.',
  method: 'GET',
  path: '/_api/ip/country',
  input: z.object({}),
  output: z.object(whereabouts),
  access: 'public',
  fulfils: ['R7.031', 'R8.33', 'R3.11', 'R9.08'],
});

export const userCityContract = contract({
  name: 'user-city',
  summary: 'The most sought city of the reader’s country, kept in a cookie for 30 minutes; null where we have none there.',
  method: 'GET',
  path: '/_api/user/city',
  input: z.object({}),
  output: z.object({
    ...whereabouts,
    city: z.nullable(z.object({ city_id: z.int(), city_name: z.string(), city_unique_name: z.string(), country_unique_name: z.string(), url: z.string() })),
  }),
  access: 'public',
  fulfils: ['R7.032', 'R9.10'],
});

export const trustScoreContract = contract({
  name: 'trust-score',
  summary: 'The mean of all review scores with what it rests on, kept in a cookie for a day.',
  method: 'GET',
  path: '/_api/trust-score',
  input: z.object({}),
  output: z.object({
    score: z.object({
      trust_score: z.number(),
      count: z.int(),
      source: z.enum(['reviews', 'sample-reviews', 'fallback']).check(z.describe('`fallback`: there are no reviews to say it by')),
    }),
  }),
  access: 'public',
  fulfils: ['R7.033', 'R1.45', 'R1.46'],
});

/** Languages to translate into, by our locales and by language alone. */
export const translateTargets = ['zh-cn', 'en-us', 'zh-hk', 'zh-tw', 'vi-vn', 'zh', 'en', 'vi'] as const;
/** Longest text translated, in characters. */
export const translateLength = 5_000;

export const translateContract = contract({
  name: 'translate',
  summary: 'Translates what somebody wrote. What cannot be translated gives an empty object.',
  method: 'POST',
  path: '/_api/translate',
  input: z.object({
    from_lang: z._default(z.literal('auto'), 'auto'),
    to_lang: z.enum(translateTargets),
    original_hash: z.string().check(z.minLength(1), z.maxLength(128), z.describe('The client’s name for the text')),
    text: z.string().check(z.minLength(1), z.maxLength(translateLength)),
  }),
  output: z.object({ original_hash: z.optional(z.string()), text: z.optional(z.string()), by: z.optional(z.enum(['script', 'service'])) }),
  access: 'public',
  limit: 'outside',
  fulfils: ['R7.177', 'R8.34'],
});

export const qrCodeContract = contract({
  name: 'wxapp-qrcode',
  summary: 'A code that opens a page on a phone: of the mini-program where the operator has one, otherwise of this site.',
  method: 'GET',
  path: '/_wxappApi/qrcode',
  input: z.object({
    wxapp_id: z._default(z.coerce.number().check(z.int(), z.positive()), 122),
    width: z._default(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(1_280)), 300),
    height: z._default(z.coerce.number().check(z.int(), z.minimum(100), z.maximum(1_280)), 300),
    page: z._default(z.string().check(z.regex(/^[\w/-]{0,128}$/), z.describe('Page of the mini-program, such as the poster’s')), ''),
    scene: z._default(z.string().check(z.regex(/^[\w!#$&'()*+,/:;=?@.~-]{0,32}$/), z.describe('What the page is told')), ''),
    path: z._default(z.string().check(z.regex(/^\/(?!\/)[\w/.-]{0,200}$/), z.describe('The same page of this site, without language prefix')), '/'),
  }),
  output: z.object({
    kind: z.enum(['mini', 'web']),
    url: z.string().check(z.describe('The picture, as a data URL')),
    width: z.int().check(z.describe('Pixels of the picture as it is; it is square')),
    height: z.int(),
    web_url: z.string(),
  }),
  access: 'public',
  limit: 'outside',
  errors: ['upstream-failed'],
  fulfils: ['R7.182'],
});

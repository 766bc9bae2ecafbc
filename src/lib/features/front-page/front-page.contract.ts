/** Calls of the front page: its cards, films, cities, and the score it shows. */
import { contract } from '#lib/api/contract.ts';
import * as z from 'zod/mini';
import { positionFields } from '#lib/geo/position.schema.ts';

export const frontPageCardsContract = contract({
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

export const frontPageFilmsContract = contract({
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

/** Checked by the compiler alone: each line below the mark would be a mistake, and must not compile. */
import { createPaths } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';

const paths = createPaths('en-us', false);

export const right = [paths.to('index'), paths.to('help', { id: 123888 }), paths.to('guide', { country: 'uk', city: 'london' })];

export const wrong = [
  // @ts-expect-error -- no such route
  paths.to('front_garden'),
  // @ts-expect-error -- no such route
  routeOf('front_garden'),
  // @ts-expect-error -- help has a parameter
  paths.to('help'),
  // @ts-expect-error -- and it is called id
  paths.to('help', { slug: 123888 }),
  // @ts-expect-error -- a guide is about a city of a country
  paths.to('guide', { country: 'uk' }),
  // @ts-expect-error -- the front page has none
  paths.to('index', { id: 1 }),
  // @ts-expect-error -- no such language
  createPaths('en-gb', false),
];

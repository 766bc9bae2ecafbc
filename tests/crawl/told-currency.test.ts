/** Whoever chose a currency is told sums in it on every page that converts any. */
import { expect, inject, test } from 'vitest';
import { currencyCookie } from '#lib/features/rates/currency-cookie.schema.ts';
import { localesOf, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { translator } from '#lib/i18n/t.ts';
import { findPagePaths, isPlain, pageTypes } from '#tests/support/page-types.ts';

test('no page tells a reader who chose the dong what something is in dollars', async () => {
  const paths = await findPagePaths(inject('baseUrl'));
  const about = translator('en-us')('listings.about', { amount: '' });
  // What is let in dollars has a rent a week beside that of a month.
  const inDollars = new RegExp(`${about}US\\$[\\d,]+(?![\\d,]| per)`);
  const names = pageTypes.map(({ name }) => name).filter((name) => !(name in routes) || localesOf(routeOf(name as RouteName)).includes('en-us'));
  const told = await Promise.all(
    names.map(async (name) => {
      const address = `${inject('baseUrl')}${isPlain(name) ? '' : '/en'}${paths[name] ?? ''}`;
      const html = await (await fetch(address, { headers: { cookie: `${currencyCookie}=VND` } })).text();
      return { name, inDollars: inDollars.test(html), inDong: html.includes(`${about}₫`) };
    }),
  );
  expect(told.filter((page) => page.inDollars).map(({ name }) => name)).toEqual([]);
  // Lists, homes, what is compared, searched and saved, and texts with homes beside them.
  expect(told.filter((page) => page.inDong).length).toBeGreaterThan(8);
});

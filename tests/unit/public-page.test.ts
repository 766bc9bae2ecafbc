/** Pages that may be kept as the one somebody came from. */
import { expect, test } from 'vitest';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { publicPage } from '#lib/public-page.ts';
import { routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

const geo = loadGeo();

test('a page that everybody sees is kept, in any language and with what stands in its address', () => {
  for (const path of ['/', '/en', '/uk/london', '/en/uk/london?sort=price', '/vn/uk/leeds/detail-apartments-100001'])
    expect(publicPage(geo, path), path).toBe(path);
});

test('an address that is a key, a page of a person or of staff, and what is no page of ours, is not', () => {
  for (const path of [
    '/enquiry/17-20600-secret',
    '/en/enquiry/17-20600-secret?done=sent',
    '/tw/shared-list/secret',
    '/tw/shared-card/secret',
    '/en/notices/secret',
    '/stop/secret',
    '/en/users/login/scan/secret',
    '/users/return/apple',
    '/en/profile/messages-center/K7QM-2XPA',
    '/staff/inbox',
    '/en/nothing/of/ours',
    'https://evil.example/uk/london',
    '//evil.example',
    '',
    undefined,
    null,
  ])
    expect(publicPage(geo, path), String(path)).toBe('');
});

test('no route with a token or a ticket in its address counts as everybody’s', () => {
  const keys = (Object.keys(routes) as RouteName[]).flatMap((name) => routeOf(name).pattern ?? []).filter((pattern) => /:(?:token|ticket)/.test(pattern));
  expect(keys.length).toBeGreaterThan(3);
  for (const pattern of keys) expect(publicPage(geo, pattern.replaceAll(/:\w+/g, 'secret')), pattern).toBe('');
});

/** Addresses that are keys never stand in the log. */
import { expect, test } from 'vitest';
import { loggedPath } from '#lib/log/logged-path.ts';
import { routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

const key = 'eyJhbGciOi.c2VjcmV0-key_04';
const patterns = (Object.keys(routes) as RouteName[]).flatMap((name) => routeOf(name).pattern ?? []);
const keyed = patterns.filter((pattern) => /:(?:token|ticket)\b/.test(pattern));

/** The first letter after the first slash as its code. */
const escaped = (path: string): string => path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`);

test.each(keyed)('of %s the key is left out, in every language and however it is written', (pattern) => {
  const path = pattern.replace(/:(?:token|ticket)/, key);
  for (const prefix of ['', '/en', '/hk', '/tw', '/vn', '/VN'])
    for (const one of [
      path,
      `${path}?done=1`,
      `${path}/`,
      path.replaceAll('/', '//'),
      path.toUpperCase().replace(key.toUpperCase(), key),
      escaped(path),
      path.replaceAll('/', '%2F').replace('%2F', '/'),
    ]) {
      const shown = loggedPath(`${prefix}${one}`);
      expect(shown).not.toContain(key);
      expect(shown.toLowerCase()).toContain(pattern.split('/')[1]);
    }
});

test('there are such addresses, and files too', () => {
  expect(keyed.length).toBeGreaterThanOrEqual(9);
  expect(loggedPath(`/users/contracts/guardian/${key}.pdf`)).toBe('/users/contracts/guardian/…');
});

test('every other path is told as it is, without its query and not longer than a line', () => {
  for (const pattern of patterns.filter((one) => !keyed.includes(one))) expect(loggedPath(`/vn${pattern}?q=secret`)).toBe(`/vn${pattern}`);
  expect(loggedPath('/uk/london/enquiry/x')).toBe('/uk/london/enquiry/x');
  expect(loggedPath('/%E0%A4%A/x')).toBe('/%E0%A4%A/x');
  expect(loggedPath('/uk/%6condon')).toBe('/uk/%6condon');
  expect(loggedPath(`/${'a'.repeat(5_000)}`)).toHaveLength(300);
  expect(loggedPath(`${'/'.repeat(8_000)}enquiry/${key}`)).not.toContain(key);
});

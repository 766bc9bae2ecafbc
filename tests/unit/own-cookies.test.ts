/** Names of cookies by which somebody is known, and which of them count. */
import { expect, test } from 'vitest';
import { cookieIn } from '#lib/api/caller.ts';
import { tokenOf } from '#lib/api/gates/session.ts';
import { boundToHost, cookiesNamed, ownCookies, sentName, setIn, withoutCookies } from '#lib/own-cookies.ts';
import { endsSession, visitSetIn, withNewVisit } from '#lib/api/renewed-visit.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { newPreSession, preSessionOf } from '#lib/pre-session.ts';
import fc from '#tests/support/properties.ts';

const names = Object.values(ownCookies);
const later = Date.parse('2028-01-01T00:00:00Z');

test('on https every one is bound to its host, and comes back under the name the code uses', () => {
  for (const name of names) {
    const line = setCookie(name, 'v'.repeat(22), 60, true, { httpOnly: true });
    expect(line).toMatch(new RegExp(`^__Host-${name}=v+; Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly$`));
    expect(setCookie(name, 'v', 60, false)).toMatch(new RegExp(`^${name}=v; `));
    expect(cookieIn(line.split(';')[0] ?? '', name)).toBe('v'.repeat(22));
    expect(() => setCookie(name, 'v', 60, true, { path: '/users' })).toThrow(TypeError);
  }
  expect(sentName('user_city', true)).toBe('user_city');
});

test('of what a browser sends on https, nothing counts that another host could have planted', () => {
  const value = fc.stringMatching(/^[\w-]{1,30}$/);
  fc.assert(
    fc.property(fc.constantFrom(...names), value, fc.option(value), (name, planted, own) => {
      const header = [`a=b`, `${name}=${planted}`, ...(own === null ? [] : [`__Host-${name}=${own}`])].join('; ');
      const counted = cookiesNamed(boundToHost(header, later), name);
      expect(counted).toEqual(own === null ? [] : [own]);
      // Where it is not told apart by the door, the bound one wins all the same.
      expect(cookiesNamed(header, name)).toEqual([own ?? planted]);
      expect(withoutCookies(header, [name])).toBe('a=b');
    }),
  );
});

test('a session that began under the former name goes on until every such session has ended', () => {
  const header = `${ownCookies.session}=token; ${ownCookies.visit}=${newPreSession()}`;
  expect(tokenOf(new Headers({ cookie: boundToHost(header, Date.parse('2026-12-20T00:00:00Z')) }))).toBe('token');
  expect(boundToHost(header, Date.parse('2026-12-20T00:00:00Z'))).toBe(`${ownCookies.session}=token`);
  expect(boundToHost(header, later)).toBe('');
  expect(preSessionOf(boundToHost(`__Host-${header.split('; ')[1] ?? ''}`, later))).toHaveLength(22);
});

test('whatever sets or takes a session or a ticket gives the visit a new name, once', () => {
  for (const name of [ownCookies.session, ownCookies.staff, ownCookies.ticket, ownCookies.firstVisit])
    for (const seconds of [0, 60])
      for (const secure of [true, false]) {
        const line = setCookie(name, 'value', seconds, secure, { httpOnly: true });
        const [kept, visit, ...more] = withNewVisit([line], secure);
        expect([kept, more]).toEqual([line, []]);
        expect(visitSetIn([visit ?? ''])).toHaveLength(22);
        expect(withNewVisit([line, visit ?? ''], secure)).toHaveLength(2);
        expect(endsSession([line])).toBe(seconds === 0 && (name === ownCookies.session || name === ownCookies.staff));
      }
  expect(withNewVisit([setCookie('user_city', 'GB', 60, true)], true)).toHaveLength(1);
  expect(setIn('loftling_prefix=a; Path=/', ownCookies.visit)).toBeUndefined();
});

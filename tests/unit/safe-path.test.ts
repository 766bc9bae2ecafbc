/** Where readers may be sent on. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { safePath } from '#lib/safe-path.ts';
import { hostilePaths as hostile } from '#tests/support/hostile-paths.ts';

const site = 'https://site.example';

/** As browsers read the target of a redirect: tabs and line ends are not there, backslashes are slashes. */
function hostAsBrowsersRead(target: string): string {
  const read = target
    .replaceAll(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .trim();
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/+([^/?#]*)/i.exec(read)?.[1];
  return host ?? (/^[a-z][a-z0-9+.-]*:/i.test(read) ? 'another scheme' : 'site.example');
}

describe('a path to go on to', () => {
  test(`none of ${hostile.length} hostile redirects leaves the site: each gives the fallback`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    expect(hostile.filter((given) => safePath(given, '/fallback') !== '/fallback')).toEqual([]);
    expect([safePath(null), safePath(undefined), safePath('')]).toEqual(['/', '/', '/']);
  });

  test('paths of ours go through with query and fragment, written so that a header can carry them', () => {
    const given: readonly (readonly [string, string])[] = [
      ['/', '/'],
      ['/en/uk/london', '/en/uk/london'],
      ['/en/uk/london?page=2&sort=price#homes', '/en/uk/london?page=2&sort=price#homes'],
      ['/users/login?redirect=https://site.example/x', '/users/login?redirect=https://site.example/x'],
      ['/search?q=学生公寓', '/search?q=%E5%AD%A6%E7%94%9F%E5%85%AC%E5%AF%93'],
      ['/search?q=100%25', '/search?q=100%25'],
      ['/search?q=a@b.example', '/search?q=a@b.example'],
      ['/cn/café', '/cn/caf%C3%A9'],
      ['/cn/caf%C3%A9', '/cn/caf%C3%A9'],
      ['/en/../uk', '/uk'],
      ['/../../uk', '/uk'],
      ['/h1u2hcr3?semcode=abc', '/h1u2hcr3?semcode=abc'],
    ];
    expect(given.map(([one]) => safePath(one))).toEqual(given.map(([, expected]) => expected));
  });

  test('whatever is given, the result is of this site, for URL parsers and for browsers, and stays what it is', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%252f',
      '%255C',
      '@',
      'evil.example',
      ':',
      'https',
      '.',
      '..',
      '\t',
      '\n',
      '%09',
      '%00',
      '／',
      '。',
      '?',
      '#',
      '%',
      'a',
      ' ',
    );
    const given = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.array(part).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(given, (text) => {
        const result = safePath(text);
        expect(new URL(result, site).origin).toBe(site);
        expect(new URL(`${site}${result}`).origin).toBe(site);
        expect(hostAsBrowsersRead(result)).toBe('site.example');
        expect(result).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(safePath(result)).toBe(result);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the work grows with the length: encodings within encodings are looked at five times, not for ever', () => {
    let nested = '/x';
    for (let depth = 0; depth < 40; depth++) nested = nested.replaceAll('%', '%25').replace('/x', '/%78');
    expect(safePath(nested, '/fallback')).toBe('/fallback');
    expect(safePath(`/${'%25'.repeat(682)}`, '/fallback')).toMatch(/^\//);
  });
});

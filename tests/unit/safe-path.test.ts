/** Where readers may be sent on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safePath } from '#lib/safe-path.ts';

const site = 'https://site.example';

const hostile: readonly string[] = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/%2e%2e',
  '//',
  '///',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\\\evil.example',
  '/en\\..\\..\\evil',
  '/%2f%2fevil.example',
  '/%2fevil.example',
  '/%2F/evil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/%5c/evil.example',
  '/en/%2f/evil.example',
  '/%252f%252fevil.example',
  '/%252fevil.example',
  '/%255cevil.example',
  '/%25252fevil.example',
  '/%2525252fevil.example',
  '/%25255cevil.example',
  '/%25252525252525252fevil.example',
  '/%252fevil.example%25',
  '/%252fevil.example%zz',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000',
  '/%00',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/%250d%250aSet-Cookie:%20a=b',
  '/en?a=\r\nLocation: x',
  '/en?a=%0d%0aX: y',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@b.example',
  '/https://evil.example',
  '/%68ttps:%2f%2fevil.example',
  '@evil.example',
  '/@evil.example',
  '/%40evil.example',
  '/%2540evil.example',
  '/;@evil.example',
  '.evil.example',
  ':80/',
  '?next=1',
  '#top',
  'en/uk',
  '',
  '/／evil.example',
  '/%EF%BC%8Fevil.example',
  '/＼evil.example',
  '/%EF%BC%BCevil.example',
  '/⁄evil.example',
  '/∕evil.example',
  '/⧸evil.example',
  '／／evil.example',
  '//ｅｖｉｌ。example',
  '//evil%E3%80%82example',
  '/\u202E/elpmaxe.live',
  '/\uFEFF/evil.example',
  '/%E2%80%AEevil',
  '/\u200B/evil.example',
  '/%c0%afevil.example',
  '/%c0%af%c0%afevil.example',
  '/%ff',
  '/\uD800',
  '/..//evil.example',
  '/.//evil.example',
  '/en/..//evil.example',
  '/%2e%2e//evil.example',
  '/en/%2e%2e/%2fevil.example',
  '/..%2f/evil.example',
  '/..\\evil.example',
  '/\u2028/evil.example',
  '/\u0085/evil.example',
  '/\u007f',
  '/%7f',
  `/${'a'.repeat(2_048)}`,
  `/${'伦'.repeat(400)}`,
];

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

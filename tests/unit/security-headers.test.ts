/** The table of security headers by route. */
import { expect, test } from 'vitest';
import { routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { headerClassOf, isSpecial, pageHeaders, picturePolicy, securityHeaders, sharedPicture } from '#server/pages/security-headers.ts';
import type { OutsideHosts } from '#server/pages/security-headers.ts';

const hosts: OutsideHosts = {
  payment: { scripts: ['https://js.pay.example'], frames: ['https://frame.pay.example', 'https://3ds.pay.example'], calls: ['https://api.pay.example'] },
};
const names = Object.keys(routes) as RouteName[];

/** Directives of a policy by name. */
function directivesOf(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('only pages that take payments may load the provider’s script, frames and calls', () => {
  const paying = names.filter((route) => headerClassOf(route) === 'payment');
  expect(paying.sort()).toEqual(['pay_center', 'pay_result', 'profile_payment-card']);
  for (const route of names) {
    const text = JSON.stringify(pageHeaders({ route, hosts }));
    expect([route, text.includes('pay.example')]).toEqual([route, paying.includes(route)]);
  }
  expect(directivesOf(pageHeaders({ route: 'pay_center', hosts }))).toMatchObject({
    'script-src': "'self' https://js.pay.example",
    'frame-src': 'https://frame.pay.example https://3ds.pay.example',
    'connect-src': "'self' https://api.pay.example",
  });
  // Without a provider they are as other pages.
  expect(pageHeaders({ route: 'pay_center' })).toEqual(pageHeaders({ route: 'index' }));
});

test('[R7.029] only the front page may load the operator’s film, from its one host', () => {
  for (const route of names)
    expect([route, directivesOf(pageHeaders({ route, hosts: { ...hosts, films: ['https://films.example'] } }))['media-src']]).toEqual([
      route,
      route === 'index' ? 'https://films.example' : undefined,
    ]);
});

test('only pages of signing in keep their tie to another service’s window', () => {
  const open = names.filter((route) => 'cross-origin-opener-policy' in pageHeaders({ route, hosts }));
  expect(open.sort()).toEqual(['bind_mobile', 'login', 'reg_mobile', 'uiuc-login']);
  expect(pageHeaders({ route: 'login' })['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(securityHeaders(true)['cross-origin-opener-policy']).toBe('same-origin');
});

test('forms lead to third parties from the pages that offer them, and to nobody from any other', () => {
  const signIn = ['https://accounts.google.com'];
  const leading = names.filter((route) => directivesOf(pageHeaders({ route, hosts: { signIn } }))['form-action'] !== "'self'");
  expect(leading.sort()).toEqual(['account_connect', 'login', 'login_return', 'login_scan', 'login_with', 'reg_mobile']);
  expect(directivesOf(pageHeaders({ route: 'login', hosts: { signIn } }))['form-action']).toBe("'self' https://accounts.google.com");
  expect(() => pageHeaders({ route: 'login', hosts: { signIn: ["https://a.example; script-src 'unsafe-inline'"] } })).toThrow(TypeError);
});

test('forms lead to those who take payments from where one pays, a sponsor too, and such pages have headers of their own', () => {
  const payTo = ['https://checkout.stripe.com', 'https://wx.tenpay.com'];
  const leading = names.filter((route) => directivesOf(pageHeaders({ route, hosts: { payTo } }))['form-action'] !== "'self'");
  expect(leading.sort()).toEqual(['pay_center', 'sponsored']);
  expect(directivesOf(pageHeaders({ route: 'sponsored', hosts: { payTo } }))['form-action']).toBe("'self' https://checkout.stripe.com https://wx.tenpay.com");
  expect(leading.every((route) => isSpecial(route))).toBe(true);
});

test('no page of any route runs inline script, may be framed, or takes another base', () => {
  const hash = `'sha256-${'a'.repeat(43)}='`;
  for (const route of [undefined, ...names]) {
    const directives = directivesOf(pageHeaders({ route, hosts, suggested: `script-src 'self' 'unsafe-inline' ${hash}; style-src x` }));
    expect([route, directives['script-src']?.includes('unsafe'), directives['script-src']?.includes(hash)]).toEqual([route, false, true]);
    expect(directives).toMatchObject({
      'default-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'form-action': "'self'",
    });
  }
});

test('no page of any route may show a picture of another host', () => {
  for (const route of [undefined, ...names])
    expect([route, directivesOf(pageHeaders({ route, hosts, hasMapboxMap: true }))['img-src']]).toEqual([route, "'self' data:"]);
  expect(directivesOf(securityHeaders(true))['img-src']).toBe("'self' data:");
});

test('what is no origin gets into no policy', () => {
  for (const origin of [
    "https://a.example; script-src 'unsafe-inline'",
    'http://a.example',
    'https://*',
    'https://a.example/path',
    '*',
    'https://a.example b',
    "'unsafe-eval'",
  ])
    expect(() => pageHeaders({ route: 'index', hosts: { films: [origin] } }), origin).toThrow(TypeError);
});

test('other sites may show our pictures, and load nothing else of ours', () => {
  expect(securityHeaders(false)['cross-origin-resource-policy']).toBe('same-origin');
  expect([picturePolicy['cross-origin-resource-policy'], sharedPicture['cross-origin-resource-policy']]).toEqual(['cross-origin', 'cross-origin']);
  expect([securityHeaders(true)['strict-transport-security'], securityHeaders(false)['strict-transport-security']]).toEqual([
    'max-age=63072000; includeSubDomains',
    undefined,
  ]);
});

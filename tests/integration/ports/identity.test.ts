/** Third parties that vouch for people, against stand-ins that really sign and really exchange codes. */
import { createHmac } from 'node:crypto';
import { exportPKCS8, generateKeyPair, importJWK, jwtVerify } from 'jose';
import type { CryptoKey } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { appleIdentity } from '#lib/ports/identity/apple.ts';
import { facebookIdentity } from '#lib/ports/identity/facebook.ts';
import { googleIdentity } from '#lib/ports/identity/google.ts';
import { authorizationRequestShape, newAuthorizationRequest } from '#lib/ports/identity/identity.ts';
import type { AuthorizationRequest, IdentityProvider, Return, Vouching } from '#lib/ports/identity/identity.ts';
import { openIdentities } from '#lib/ports/identity/open-identities.ts';
import { wechatIdentity } from '#lib/ports/identity/wechat.ts';
import { openIdStandIn } from '#tests/support/open-id-stand-in.ts';
import type { OpenIdStandIn } from '#tests/support/open-id-stand-in.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const kept = async <T extends { close(): Promise<void> }>(one: Promise<T>): Promise<T> => {
  open.push(await one);
  return one;
};

const redirectUri = 'https://homes.example.org/users/login/return';
const back = (path = ''): AuthorizationRequest => newAuthorizationRequest({ redirectUri: `${redirectUri}${path}` });
async function addressOf(provider: IdentityProvider, request: AuthorizationRequest): Promise<string> {
  const address = await provider.authorizeUrl(request, 'zh-hk');
  return address.ok ? address.value : expect.unreachable(address.why);
}
const reasonOf = (vouching: Vouching): string => (vouching.ok ? 'vouched' : vouching.reason);
const whyOf = (vouching: Vouching): string => (vouching.ok ? 'vouched' : `${vouching.reason}: ${vouching.why}`);

test('a way there and back is the browser’s own, and can be kept', () => {
  const [one, other] = [back(), back()];
  expect(authorizationRequestShape.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
  for (const part of ['state', 'nonce', 'verifier'] as const) {
    expect(one[part]).toMatch(/^[\da-f]{64}$/);
    expect(one[part]).not.toBe(other[part]);
  }
});

test('only third parties that are set up are offered', async () => {
  const none = { google: undefined, apple: undefined, facebook: undefined, wechat: undefined, trial: false };
  expect([...openIdentities(none).keys()]).toEqual([]);
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const all = openIdentities({
    google: { clientId: 'g', secret: 's' },
    apple: { clientId: 'a', teamId: 't', keyId: 'k', privateKey: await exportPKCS8(privateKey) },
    facebook: { appId: '1', secret: 's' },
    wechat: { site: { appId: 'w', secret: 's' }, inWechat: undefined },
    trial: false,
  });
  expect([...all.keys()]).toEqual(['google', 'apple', 'facebook', 'wechat']);
});

describe('Google', () => {
  const clientId = '1234-abc.apps.googleusercontent.com';
  let service: OpenIdStandIn;
  let google: IdentityProvider;
  beforeEach(async () => {
    service = await kept(openIdStandIn({ clientId, isSecret: (secret) => secret === 'right', hasPkce: true }));
    google = googleIdentity({ clientId, secret: 'right' }, { issuer: service.origin, within: 3_000 });
  });

  async function returned(claims: object, change: Partial<Return> = {}): Promise<Vouching> {
    const request = back();
    return google.exchange({ ...service.approve(await addressOf(google, request), { ...claims }), ...change }, request);
  }

  test('a code becomes the person it was given for', async () => {
    const person = { email: 'Lan.Nguyen@gmail.com', email_verified: true, name: ' Nguyễn\u202e Lan ' };
    expect(await returned(person)).toEqual({
      ok: true,
      value: { subject: '10769150350006150715113082367', aliases: [], verifiedEmail: 'lan.nguyen@gmail.com', name: 'Nguyễn Lan' },
    });
  });

  test('an e-mail counts only where Google answers for it', async () => {
    const emailOf = async (claims: object): Promise<string | undefined> => {
      const vouching = await returned(claims);
      return vouching.ok ? vouching.value.verifiedEmail : expect.unreachable(vouching.why);
    };
    expect(await emailOf({ email: 'a@gmail.com', email_verified: true })).toBe('a@gmail.com');
    expect(await emailOf({ email: 'a@leeds.ac.uk', email_verified: true, hd: 'leeds.ac.uk' })).toBe('a@leeds.ac.uk');
    for (const claims of [
      {},
      { email: 'a@gmail.com' },
      { email: 'a@gmail.com', email_verified: false },
      { email: 'a@gmail.com', email_verified: 'true' },
      { email: 'a@qq.com', email_verified: true },
      { email: 'a@qq.com', email_verified: true, hd: 'leeds.ac.uk' },
      { email: 'a@gmail.com.evil.example', email_verified: true },
      { email: ['a@gmail.com'], email_verified: true },
      { email: 'a,b@gmail.com', email_verified: true },
    ])
      expect(await emailOf(claims), JSON.stringify(claims)).toBeUndefined();
  });

  test('a code works once, for the browser that set out, with its address, state and verifier', async () => {
    const request = back();
    const answer = service.approve(await addressOf(google, request), {});
    expect(whyOf(await google.exchange({ ...answer, state: back().state }, request))).toMatch(/^refused: the state/);
    expect(reasonOf(await google.exchange({ code: answer.code }, request))).toBe('refused');
    expect(service.asked.filter(({ url }) => url === '/token')).toEqual([]);
    expect(reasonOf(await google.exchange(answer, request))).toBe('vouched');
    expect(whyOf(await google.exchange(answer, request))).toBe('refused: google answers 400, invalid_grant');
    const stolen = back();
    const code = service.approve(await addressOf(google, stolen), {}).code;
    for (const thief of [
      { ...stolen, verifier: 'a'.repeat(64) },
      { ...stolen, redirectUri: `${redirectUri}/other` },
    ])
      expect(reasonOf(await google.exchange({ code, state: stolen.state }, thief))).toBe('refused');
    expect(reasonOf(await returned({}, { iss: 'https://evil.example' }))).toBe('refused');
    expect(reasonOf(await returned({}, { iss: service.origin }))).toBe('vouched');
    expect(reasonOf(await returned({}, { code: 'x'.repeat(3_000) }))).toBe('refused');
  });

  test('one who does not want to is not an error', async () => {
    const request = back();
    const { state } = request;
    expect(reasonOf(await google.exchange({ state, error: 'access_denied' }, request))).toBe('cancelled');
    expect(reasonOf(await google.exchange({ state }, request))).toBe('cancelled');
    expect(whyOf(await google.exchange({ state, error: '<script>' }, request))).toBe('unavailable: the third party answers an error without name');
  });

  test('[R7.083] a token holds only with their signature, for us, of this request, and in its time', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const stranger = await generateKeyPair('RS256');
    const shared = new TextEncoder().encode(JSON.stringify(service.publicKey()));
    const pem = new TextEncoder().encode(String(service.publicKey().n));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await service.token({ nonce: 'n' })).split('.')[1]}.`;
    const good = await service.token({ nonce: 'n' });
    const [head = '', , signature = ''] = good.split('.');
    const changed = `${head}.${Buffer.from(JSON.stringify({ iss: service.origin, aud: clientId, sub: '1', iat: now, exp: now + 60, nonce: 'n' })).toString('base64url')}.${signature}`;
    const bad: Readonly<Record<string, string>> = {
      'another audience': await service.token({ nonce: 'n', aud: 'other' }),
      'another audience besides': await service.token({ nonce: 'n', aud: [clientId, 'other'], azp: 'other' }),
      'another issuer': await service.token({ nonce: 'n', iss: 'https://evil.example' }),
      'another nonce': await service.token({ nonce: 'm' }),
      'no nonce': await service.token({}),
      'a nonce that is a list': await service.token({ nonce: ['n'] }),
      ended: await service.token({ nonce: 'n', exp: now - 120 }),
      'without end': await service.token({ nonce: 'n', exp: undefined }),
      'not begun': await service.token({ nonce: 'n', nbf: now + 3_600 }),
      old: await service.token({ nonce: 'n', iat: now - 3_000 }),
      nobody: await service.token({ nonce: 'n', sub: '' }),
      unsigned,
      'an algorithm that is not theirs': await service.token({ nonce: 'n' }, { alg: 'PS256' }),
      'HS256 by the public key': await service.token({ nonce: 'n' }, { key: shared, alg: 'HS256' }),
      'HS256 by its number': await service.token({ nonce: 'n' }, { key: pem, alg: 'HS256' }),
      'a stranger’s key': await service.token({ nonce: 'n' }, { key: stranger.privateKey, alg: 'RS256' }),
      'a key nobody knows': await service.token({ nonce: 'n' }, { key: stranger.privateKey, alg: 'RS256', kid: 'other' }),
      changed,
      'too long': `${good}${'a'.repeat(9_000)}`,
      nothing: '',
      noise: 'a.b.c',
    };
    for (const [what, token] of Object.entries(bad))
      expect(reasonOf((await google.vouchFor?.(token, { nonce: 'n' })) ?? expect.unreachable()), what).toBe('refused');
    expect(reasonOf((await google.vouchFor?.(good, { nonce: 'n', subject: 'somebody else' })) ?? expect.unreachable())).toBe('refused');
    expect(reasonOf((await google.vouchFor?.(good, { nonce: 'n', subject: '10769150350006150715113082367' })) ?? expect.unreachable())).toBe('vouched');
    // The same ones on the way with a code.
    for (const [what, token] of Object.entries(bad)) {
      if (what === 'old') continue;
      service.tokens.push(token || 'x');
      expect(reasonOf(await returned({})), what).toBe('refused');
    }
  });

  test('keys and description are asked for once, new keys are found, and nobody makes us ask for more', async () => {
    const asked = (url: string): number => service.asked.filter((one) => one.url === url).length;
    await Promise.all(Array.from({ length: 5 }, () => returned({})));
    for (let time = 0; time < 5; time++) expect(reasonOf(await returned({}))).toBe('vouched');
    expect([asked('/.well-known/openid-configuration'), asked('/keys')]).toEqual([1, 1]);
    const stranger = await generateKeyPair('RS256');
    for (let time = 0; time < 5; time++) await google.vouchFor?.(await service.token({}, { key: stranger.privateKey, alg: 'RS256', kid: `no-${time}` }), {});
    expect(asked('/keys')).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    await service.turnKeys();
    expect(reasonOf(await returned({}))).toBe('vouched');
    expect(asked('/keys')).toBe(2);
    // A day later they are away: what is known of them serves on, but no key is believed for so long.
    vi.setSystemTime(Date.now() + 90_000_000);
    service.isDown = true;
    await addressOf(google, back());
    expect(reasonOf((await google.vouchFor?.(await service.token({}), {})) ?? expect.unreachable())).toBe('unavailable');
  });

  test('while they are away, rave, or describe somebody else, nobody is vouched for', async () => {
    const fresh = (issuer: string): IdentityProvider => googleIdentity({ clientId, secret: 'right' }, { issuer, within: 200 });
    const request = back();
    const whole = { ...service.description };
    for (const change of [
      { issuer: 'https://evil.example' },
      { token_endpoint: 'http://evil.example/token' },
      { jwks_uri: 'ftp://evil.example/keys' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { token_endpoint: undefined },
    ]) {
      service.description = { ...whole, ...change };
      expect(reasonOf(await fresh(service.origin).exchange({ code: 'c', state: request.state }, request)), JSON.stringify(change)).toBe('unavailable');
      expect((await fresh(service.origin).authorizeUrl(request, 'en-us')).ok).toBe(false);
    }
    const faults: readonly Parameters<typeof standIn>[0][] = [
      () => undefined,
      (_, response) => answerJson(response, '<html>'),
      (_, response) => answerJson(response, `"${'x'.repeat(400_000)}"`),
      (_, response) => void response.writeHead(302, { location: service.origin }).end(),
      (_, response) => answerJson(response, {}, 500),
    ];
    for (const fault of faults) {
      const { origin } = await kept(standIn(fault));
      expect(reasonOf(await fresh(origin).exchange({ code: 'c', state: request.state }, request))).toBe('unavailable');
    }
    service.description = whole;
    const wrong = googleIdentity({ clientId, secret: 'wrong' }, { issuer: service.origin });
    const other = back();
    const answer = service.approve(await addressOf(wrong, other), {});
    expect(whyOf(await wrong.exchange(answer, other))).toBe('unavailable: google answers 401, invalid_client');
  });
});

describe('Apple', () => {
  const clientId = 'org.example.homes';
  let keys: { privateKey: CryptoKey; publicKey: CryptoKey };
  let privateKey: string;
  beforeAll(async () => {
    keys = await generateKeyPair('ES256', { extractable: true });
    privateKey = await exportPKCS8(keys.privateKey);
  });

  /** As Apple checks it: our key, our team, for Apple, not for long. */
  const isSecret = (origin: () => string) => async (secret: string) => {
    const { payload, protectedHeader } = await jwtVerify(secret, keys.publicKey, {
      issuer: 'TEAM000001',
      subject: clientId,
      audience: origin(),
      algorithms: ['ES256'],
    });
    return protectedHeader.kid === 'KEY0000001' && (payload.exp ?? 0) - (payload.iat ?? 0) <= 15_777_000;
  };

  async function opened(): Promise<{ readonly service: OpenIdStandIn; readonly apple: IdentityProvider }> {
    let origin = '';
    const service = await kept(openIdStandIn({ clientId, isSecret: isSecret(() => origin), hasPkce: false }));
    origin = service.origin;
    return { service, apple: appleIdentity({ clientId, teamId: 'TEAM000001', keyId: 'KEY0000001', privateKey }, { issuer: origin, within: 3_000 }) };
  }

  test('its form becomes the person, with a secret signed for the moment; the name is what the form says, once', async () => {
    const { service, apple } = await opened();
    const request = back();
    const address = new URL(await addressOf(apple, request));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_mode: 'form_post',
      scope: 'openid name email',
      state: request.state,
      nonce: request.nonce,
    });
    const answer = service.approve(address.href, { sub: '001234.abc.0001', email: 'x1@privaterelay.appleid.com', email_verified: 'true' });
    const user = JSON.stringify({ name: { firstName: 'Lan', lastName: 'Nguyễn' }, email: 'evil@example.org' });
    expect(await apple.exchange({ ...answer, user }, request)).toEqual({
      ok: true,
      value: { subject: '001234.abc.0001', aliases: [], verifiedEmail: 'x1@privaterelay.appleid.com', name: 'Lan Nguyễn' },
    });
    for (const bad of [undefined, '', '{', '[]', '{"name":1}', `{"name":{"firstName":"${'x'.repeat(3_000)}"}}`]) {
      const again = back();
      const vouching = await apple.exchange(
        { ...service.approve(await addressOf(apple, again), { email: 'a@example.org', email_verified: false }), user: bad },
        again,
      );
      expect(vouching).toMatchObject({ ok: true, value: { verifiedEmail: undefined, name: undefined } });
    }
  });

  test('[R7.084] its identity token is checked like any, and a key that is none stops the start', async () => {
    const { service, apple } = await opened();
    const token = await service.token({ sub: '001234.abc.0001' });
    expect(reasonOf((await apple.vouchFor?.(token, { subject: '001234.abc.0001' })) ?? expect.unreachable())).toBe('vouched');
    expect(reasonOf((await apple.vouchFor?.(token, { subject: '001234.abc.0002' })) ?? expect.unreachable())).toBe('refused');
    // Keys of ours are not theirs.
    const ours = await service.token({}, { key: keys.privateKey, alg: 'ES256', kid: 'KEY0000001' });
    expect(reasonOf((await apple.vouchFor?.(ours, {})) ?? expect.unreachable())).toBe('refused');
    expect(await importJWK(service.publicKey(), 'RS256')).toBeDefined();
    expect(() => appleIdentity({ clientId, teamId: 't', keyId: 'k', privateKey: 'none' })).toThrow(/decoder|PEM/i);
  });
});

describe('Facebook', () => {
  const appId = '1234567890';
  const secret = '0123456789abcdef0123456789abcdef';
  /** Tokens by what they are, codes by what they were given for. */
  const tokens: Readonly<Record<string, object>> = {
    good: { app_id: appId, is_valid: true, type: 'USER', user_id: '77', expires_at: 4_000_000_000 },
    foreign: { app_id: '999', is_valid: true, type: 'USER', user_id: '77', expires_at: 4_000_000_000 },
    endless: { app_id: appId, is_valid: true, type: 'USER', user_id: '77', expires_at: 0 },
    ended: { app_id: appId, is_valid: true, type: 'USER', user_id: '77', expires_at: 1_000 },
    invalid: { app_id: appId, is_valid: false, type: 'USER', user_id: '77', expires_at: 4_000_000_000 },
    page: { app_id: appId, is_valid: true, type: 'PAGE', user_id: '77', expires_at: 4_000_000_000 },
    swapped: { app_id: appId, is_valid: true, type: 'USER', user_id: '78', expires_at: 4_000_000_000 },
  };

  async function opened() {
    const codes = new Map<string, string>();
    const given = { token: 'good' };
    const taken: Record<string, string>[] = [];
    const service = await kept(
      standIn(({ url, method, body }, response) => {
        const { pathname, searchParams: query } = new URL(url, 'http://localhost');
        if (method === 'POST' && pathname === '/v25.0/me/permissions') {
          taken.push(Object.fromEntries(new URLSearchParams(body)));
          return answerJson(response, { success: true });
        }
        const refuse = (code: number, status = 400): void => answerJson(response, { error: { message: `about ${url}`, code } }, status);
        if (pathname === '/v25.0/oauth/access_token') {
          if (query.get('client_id') !== appId || query.get('client_secret') !== secret) return refuse(1);
          const code = query.get('code') ?? '';
          if (codes.get(code) !== query.get('redirect_uri')) return refuse(100);
          codes.delete(code);
          return answerJson(response, { access_token: given.token, token_type: 'bearer' });
        }
        const token = query.get('input_token') ?? query.get('access_token') ?? '';
        if (pathname === '/v25.0/debug_token') {
          if (query.get('access_token') !== `${appId}|${secret}`) return refuse(190);
          return answerJson(response, { data: tokens[token] ?? { is_valid: false, error: { code: 190 } } });
        }
        const proof = createHmac('sha256', secret).update(token).digest('hex');
        if (pathname !== '/v25.0/me' || query.get('appsecret_proof') !== proof || !tokens[token]) return refuse(100);
        return answerJson(response, { id: '77', name: 'Lan Nguyễn', email: 'unproved@example.org' });
      }),
    );
    return { service, codes, given, taken, facebook: facebookIdentity({ appId, secret }, { dialog: service.origin, graph: service.origin, within: 500 }) };
  }

  test('a code becomes the person, once, and no e-mail counts', async () => {
    const { facebook, codes } = await opened();
    const request = back();
    const asked = new URL(await addressOf(facebook, request)).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      client_id: appId,
      redirect_uri: redirectUri,
      state: request.state,
      response_type: 'code',
      scope: 'public_profile',
    });
    codes.set('c', redirectUri);
    const answer = { code: 'c', state: request.state };
    expect(await facebook.exchange(answer, request)).toEqual({ ok: true, value: { subject: '77', aliases: [], verifiedEmail: undefined, name: 'Lan Nguyễn' } });
    expect(whyOf(await facebook.exchange(answer, request))).toBe('refused: Facebook answers 400, 100 to oauth/access_token');
    expect(reasonOf(await facebook.exchange({ ...answer, state: 'other' }, request))).toBe('refused');
  });

  test('[R8.20] what was allowed us is taken back where a sign-in fails behind the code', async () => {
    const { facebook, codes, given, taken } = await opened();
    const request = back();
    const answerFor = (code: string) => {
      codes.set(code, redirectUri);
      return facebook.exchange({ code, state: request.state }, request);
    };
    expect(reasonOf(await answerFor('a'))).toBe('vouched');
    expect(taken).toEqual([]);
    given.token = 'swapped';
    expect(reasonOf(await answerFor('b'))).toBe('refused');
    const proof = createHmac('sha256', secret).update('swapped').digest('hex');
    expect(taken).toEqual([{ method: 'delete', access_token: 'swapped', appsecret_proof: proof }]);
  });

  test('[R7.085] a token counts when it was made for us, for a person, and has not ended', async () => {
    const { facebook } = await opened();
    const of = async (token: string, subject?: string) => reasonOf((await facebook.vouchFor?.(token, { subject })) ?? expect.unreachable());
    expect(await of('good', '77')).toBe('vouched');
    expect(await of('good', '78')).toBe('refused');
    for (const token of ['foreign', 'ended', 'endless', 'invalid', 'page', 'swapped', 'unknown', '', 'x'.repeat(9_000)])
      expect(await of(token), token.slice(0, 20)).toBe('refused');
  });

  test('while it is away nobody is vouched for', async () => {
    for (const fault of [() => undefined, (_: unknown, response: Parameters<typeof answerJson>[0]) => answerJson(response, {}, 500)]) {
      const { origin } = await kept(standIn(fault));
      const facebook = facebookIdentity({ appId, secret }, { graph: origin, within: 100 });
      expect(reasonOf((await facebook.vouchFor?.('good', {})) ?? expect.unreachable())).toBe('unavailable');
    }
  });
});

describe('WeChat', () => {
  const site = { appId: 'wx1111111111111111', secret: '1'.repeat(32) };
  const account = { appId: 'wx2222222222222222', secret: '2'.repeat(32) };

  async function opened(options: { unionid?: string; other?: boolean } = { unionid: 'oUnion_0123456789' }) {
    const codes = new Map<string, string>();
    const service = await kept(
      standIn(({ url }, response) => {
        const { pathname, searchParams: query } = new URL(url, 'http://localhost');
        const appId = query.get('appid') ?? '';
        if (pathname === '/sns/oauth2/access_token') {
          const known = [site, account].find((app) => app.appId === appId);
          if (query.get('secret') !== known?.secret) return answerJson(response, { errcode: 40_125, errmsg: 'invalid appsecret' });
          const code = query.get('code') ?? '';
          if (codes.get(code) !== appId) return answerJson(response, { errcode: codes.has(code) ? 40_163 : 40_029, errmsg: `about ${url}` });
          codes.set(code, 'used');
          return answerJson(response, { access_token: `t-${appId}`, expires_in: 7_200, openid: `open-${appId}`, scope: 'snsapi_login' });
        }
        const openid = query.get('openid') ?? '';
        if (pathname !== '/sns/userinfo' || query.get('access_token') !== `t-${openid.slice(5)}`) return answerJson(response, { errcode: 40_001, errmsg: 'x' });
        return answerJson(response, { openid: options.other ? 'open-somebody-else' : openid, nickname: '小明🎓', sex: 0, unionid: options.unionid });
      }),
    );
    return { codes, wechat: wechatIdentity({ site, inWechat: account }, { pages: service.origin, api: service.origin, within: 500 }) };
  }

  test('[R7.183] on the site by a code to scan, inside WeChat at once; one person is one by the union id', async () => {
    const { wechat, codes } = await opened();
    const subjects: string[] = [];
    for (const inWechat of [false, true]) {
      const request = newAuthorizationRequest({ redirectUri, inWechat });
      const address = new URL(await addressOf(wechat, request));
      expect([address.pathname, address.hash]).toEqual([inWechat ? '/connect/oauth2/authorize' : '/connect/qrconnect', '#wechat_redirect']);
      expect([...address.searchParams.keys()].slice(0, 5)).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state']);
      const { appId } = inWechat ? account : site;
      expect(address.searchParams.get('appid')).toBe(appId);
      codes.set('c', appId);
      const vouching = await wechat.exchange({ code: 'c', state: request.state }, request);
      expect(vouching).toEqual({
        ok: true,
        value: { subject: 'union:oUnion_0123456789', aliases: [`${appId}:open-${appId}`], verifiedEmail: undefined, name: '小明🎓' },
      });
      if (vouching.ok) subjects.push(vouching.value.subject);
      expect(whyOf(await wechat.exchange({ code: 'c', state: request.state }, request))).toBe('refused: WeChat answers 200, 40163 to oauth2/access_token');
    }
    expect(new Set(subjects).size).toBe(1);
  });

  test('without a union id a person is known to the one app; a code of the other app, and two people, are refused', async () => {
    const { wechat, codes } = await opened({});
    const request = back();
    codes.set('c', site.appId);
    expect(await wechat.exchange({ code: 'c', state: request.state }, request)).toMatchObject({
      ok: true,
      value: { subject: `${site.appId}:open-${site.appId}`, aliases: [] },
    });
    codes.set('d', account.appId);
    expect(reasonOf(await wechat.exchange({ code: 'd', state: request.state }, request))).toBe('refused');
    const swapped = await opened({ other: true });
    swapped.codes.set('c', site.appId);
    expect(reasonOf(await swapped.wechat.exchange({ code: 'c', state: request.state }, request))).toBe('refused');
  });

  test('a wrong secret is the operator’s to mend, a reader who turned back is none of it, and an app that is not set up is not used', async () => {
    const { origin } = await kept(standIn((_, response) => answerJson(response, { errcode: 40_125, errmsg: 'x' })));
    const wechat = wechatIdentity({ site, inWechat: undefined }, { api: origin, within: 200 });
    const request = back();
    expect(whyOf(await wechat.exchange({ code: 'c', state: request.state }, request))).toBe('unavailable: WeChat answers 200, 40125 to oauth2/access_token');
    expect(reasonOf(await wechat.exchange({ state: request.state }, request))).toBe('cancelled');
    const inside = newAuthorizationRequest({ redirectUri, inWechat: true });
    expect((await wechat.authorizeUrl(inside, 'zh-cn')).ok).toBe(false);
    expect(reasonOf(await wechat.exchange({ code: 'c', state: inside.state }, inside))).toBe('unavailable');
    expect(wechat.vouchFor).toBeUndefined();
  });
});

/** A provider of OpenID Connect on loopback: it signs with keys of its own, gives codes that work once, and checks secret and PKCE. */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT, exportJWK } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';
import { answerJson, standIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

type Code = { readonly asked: URLSearchParams; readonly claims: JWTPayload; isUsed: boolean };

export type OpenIdStandIn = StandIn & {
  /** What the reader consents to at the address they were sent to; `claims` go into the token. Gives what leads them back. */
  approve(authorizeUrl: string, claims: JWTPayload): { readonly code: string; readonly state: string };
  /** A token by the newest key, or by another. */
  token(
    claims: Readonly<Record<string, unknown>>,
    by?: { readonly key?: CryptoKey | KeyObject | Uint8Array; readonly alg: string; readonly kid?: string },
  ): Promise<string>;
  /** Takes a new key; the old one is no longer shown. */
  turnKeys(): Promise<void>;
  /** What is answered instead of a token. */
  readonly tokens: string[];
  readonly publicKey: () => JWK;
  /** Over what its description says of itself. */
  description: Record<string, unknown>;
  isDown: boolean;
};

export type OpenIdClient = {
  readonly clientId: string;
  readonly isSecret: (secret: string) => Promise<boolean> | boolean;
  readonly hasPkce: boolean;
};

export async function openIdStandIn({ clientId, isSecret, hasPkce }: OpenIdClient): Promise<OpenIdStandIn> {
  const codes = new Map<string, Code>();
  const tokens: string[] = [];
  let keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  let shown: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'key-0', use: 'sig' };
  let turned = 0;

  async function exchange(body: string): Promise<{ readonly status: number; readonly said: object }> {
    const form = new URLSearchParams(body);
    const refuse = (error: string, status = 400) => ({ status, said: { error } });
    if (form.get('client_id') !== clientId || !(await isSecret(form.get('client_secret') ?? ''))) return refuse('invalid_client', 401);
    const code = codes.get(form.get('code') ?? '');
    if (!code || code.isUsed || form.get('grant_type') !== 'authorization_code') return refuse('invalid_grant');
    code.isUsed = true;
    if (form.get('redirect_uri') !== code.asked.get('redirect_uri')) return refuse('invalid_grant');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (hasPkce && challenge !== code.asked.get('code_challenge')) return refuse('invalid_grant');
    const given = tokens.shift();
    return { status: 200, said: { access_token: 'a', token_type: 'Bearer', id_token: given ?? (await stand.token(code.claims)) } };
  }

  const server = await standIn((asked, response) => {
    if (stand.isDown) return answerJson(response, { error: 'down' }, 503);
    const { pathname } = new URL(asked.url, 'http://localhost');
    if (pathname === '/.well-known/openid-configuration') return answerJson(response, stand.description);
    if (pathname === '/keys') return answerJson(response, { keys: [shown] });
    if (pathname === '/token' && asked.method === 'POST') return void exchange(asked.body).then(({ status, said }) => answerJson(response, said, status));
    return answerJson(response, {}, 404);
  });
  const stand: OpenIdStandIn = Object.assign(server, {
    tokens,
    isDown: false,
    publicKey: () => shown,
    description: {
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/authorize`,
      token_endpoint: `${server.origin}/token`,
      jwks_uri: `${server.origin}/keys`,
      ...(hasPkce ? { code_challenge_methods_supported: ['plain', 'S256'] } : {}),
    },
    approve(authorizeUrl: string, claims: JWTPayload) {
      const { searchParams: asked, origin, pathname } = new URL(authorizeUrl);
      const isRight =
        origin === server.origin &&
        pathname === '/authorize' &&
        asked.get('client_id') === clientId &&
        asked.get('response_type') === 'code' &&
        asked.get('scope')?.split(' ').includes('openid') &&
        (!hasPkce || asked.get('code_challenge_method') === 'S256');
      if (!isRight) throw new Error(`nobody may ask like this: ${authorizeUrl}`);
      const code = randomUUID();
      codes.set(code, { asked, claims: { nonce: asked.get('nonce'), ...claims }, isUsed: false });
      return { code, state: asked.get('state') ?? '' };
    },
    async token(
      claims: Readonly<Record<string, unknown>>,
      by?: { readonly key?: CryptoKey | KeyObject | Uint8Array; readonly alg: string; readonly kid?: string },
    ) {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ iss: server.origin, aud: clientId, sub: '10769150350006150715113082367', iat: now, exp: now + 3_600, ...claims } as JWTPayload)
        .setProtectedHeader({ alg: by?.alg ?? 'RS256', kid: by?.kid ?? shown.kid ?? '' })
        .sign(by?.key ?? keys.privateKey);
    },
    async turnKeys() {
      keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      shown = { ...(await exportJWK(keys.publicKey)), kid: `key-${++turned}`, use: 'sig' };
    },
  });
  return stand;
}

/** OpenID Connect: what Google and Apple share. What a token says counts only with their signature under it. */
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { dayMs } from '#lib/dates/dates.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { createOutside, jsonOf } from '../outside.ts';
import { challengeOf, codeOf, isSame, isSmallToken, knownWord, notVouched } from './identity.ts';
import type { AuthorizationRequest, IdentityName, IdentityProvider, NotVouched, Return, Vouched, Vouching } from './identity.ts';

export type OpenIdParts = {
  readonly name: IdentityName;
  /** Where its own description lies, below `/.well-known`. */
  readonly issuer: string;
  /** Other ways in which it writes itself into tokens. */
  readonly alsoIssuer?: readonly string[];
  readonly clientId: string;
  readonly clientSecret: () => Promise<string>;
  readonly scope: string;
  /** Further parameters of the address readers are sent to. */
  readonly asking?: Readonly<Record<string, string>>;
  /** What the claims of a token that is proved say of the person. */
  readonly vouchedOf: (claims: JWTPayload, back: Return) => Omit<Vouched, 'subject' | 'aliases'>;
  readonly within?: number;
};

type Described = {
  readonly authorize: URL;
  readonly token: string;
  readonly keys: JWTVerifyGetKey;
  readonly hasPkce: boolean;
  readonly namesItself: boolean;
};

const descriptionSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});
const tokensSchema = z.object({ id_token: z.string() });
const failureSchema = z.object({ error: z.string() });

/** Signatures by a key that they alone have; what anybody could make with what is public is not among them. */
const algorithms = ['RS256', 'ES256'];
const usually = 8_000;
const mostBytes = 131_072;
/** Milliseconds for which a description is believed without asking again. */
const describedFor = dayMs;
/** How far clocks may differ, in seconds. */
const tolerance = 60;
/** Seconds since which a token that no code of ours was exchanged for may have been made. */
const freshFor = 600;
/** Errors of an exchange that are about the code, and not about our account there. */
const codeErrors = new Set(['invalid_grant']);

class UnavailableError extends Error {
  override name = 'UnavailableError';
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+)$/;
/** Secrets go to no address without TLS but this machine's. */
const isSafe = (address: string): boolean => {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
};

export function openIdProvider(parts: OpenIdParts): IdentityProvider {
  const { name, issuer, clientId, clientSecret, scope, vouchedOf, within = usually } = parts;
  const outside = createOutside({ within, atMost: mostBytes });
  const issuers = [issuer, ...(parts.alsoIssuer ?? [])];
  let kept: { readonly described: Described; readonly at: number } | undefined;
  let asking: Promise<Described | undefined> | undefined;

  /** Their keys, fetched when a token names one that is not there, at most twice a minute. */
  const keysAt = (address: string): JWTVerifyGetKey =>
    createRemoteJWKSet(new URL(address), {
      timeoutDuration: within,
      [customFetch]: async (url) => {
        const answer = await outside.ask(url);
        if (!answer.ok || answer.status !== 200) throw new UnavailableError('its keys could not be had');
        return new Response(answer.bytes, { headers: { 'content-type': 'application/json' } });
      },
    });

  async function describe(): Promise<Described | undefined> {
    const answer = await outside.ask(`${issuer}/.well-known/openid-configuration`);
    const read = answer.ok && answer.status === 200 ? descriptionSchema.safeParse(jsonOf(answer.bytes)) : undefined;
    if (!read?.success || read.data.issuer !== issuer) return undefined;
    const { authorization_endpoint: authorize, token_endpoint: token, jwks_uri: jwks, ...more } = read.data;
    if (![authorize, token, jwks].every(isSafe)) return undefined;
    return {
      authorize: new URL(authorize),
      token,
      keys: keysAt(jwks),
      hasPkce: more.code_challenge_methods_supported?.includes('S256') ?? false,
      namesItself: more.authorization_response_iss_parameter_supported ?? false,
    };
  }

  /** Asked once, by however many; an old one serves while there is no new one. */
  async function described(): Promise<Described | undefined> {
    if (kept && Date.now() - kept.at < describedFor) return kept.described;
    asking ??= describe().finally(() => {
      asking = undefined;
    });
    const fresh = await asking;
    if (fresh) kept = { described: fresh, at: Date.now() };
    return kept?.described;
  }

  const undescribed = (): NotVouched => notVouched('unavailable', `${name} does not describe itself`);

  /** @param maxTokenAge seconds. */
  async function claimsOf(token: string, { keys }: Described, maxTokenAge: number | undefined): Promise<JWTPayload | NotVouched> {
    if (!isSmallToken(token)) return notVouched('refused', 'the token is too long to be one');
    try {
      const options = { issuer: issuers, audience: clientId, algorithms, clockTolerance: tolerance, requiredClaims: ['exp', 'iat', 'sub'] };
      const { payload } = await jwtVerify(token, keys, maxTokenAge === undefined ? options : { ...options, maxTokenAge });
      // A token that is for others as well must have been asked for by us.
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId)
        return notVouched('refused', 'the token was asked for by another');
      return payload;
    } catch (error) {
      if (error instanceof UnavailableError || error instanceof errors.JWKSTimeout) return notVouched('unavailable', `the keys of ${name} could not be had`);
      const claim = error instanceof errors.JWTClaimValidationFailed ? ` (${error.claim})` : '';
      return notVouched('refused', `the token does not hold: ${error instanceof errors.JOSEError ? error.code : 'unreadable'}${claim}`);
    }
  }

  function vouch(claims: JWTPayload, nonce: string | undefined, subject: string | undefined, back: Return): Vouching {
    const said = claims['nonce'];
    if (nonce !== undefined && (typeof said !== 'string' || !isSame(said, nonce))) return notVouched('refused', 'the token is not of this request (nonce)');
    const { sub } = claims;
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) return notVouched('refused', 'the token is nobody’s');
    if (subject !== undefined && !isSame(subject, sub)) return notVouched('refused', 'the token is somebody else’s');
    return { ok: true, value: { subject: sub, aliases: [], ...vouchedOf(claims, back) } };
  }

  async function tokenFor(code: string, { verifier, redirectUri }: AuthorizationRequest, { token, hasPkce }: Described): Promise<string | NotVouched> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: await clientSecret(),
      ...(hasPkce ? { code_verifier: verifier } : {}),
    });
    const answer = await outside.ask(token, { method: 'POST', form, headers: { accept: 'application/json' } });
    if (!answer.ok) return notVouched('unavailable', `${name} did not answer: ${answer.why}`);
    const said = jsonOf(answer.bytes);
    const tokens = tokensSchema.safeParse(said);
    if (answer.status === 200 && tokens.success) return tokens.data.id_token;
    const failure = failureSchema.safeParse(said);
    const error = failure.success ? failure.data.error : '';
    return notVouched(codeErrors.has(error) ? 'refused' : 'unavailable', `${name} answers ${answer.status}, ${knownWord(error)}`);
  }

  return {
    name,
    leadsTo: [new URL(issuer).origin],
    serves: ({ inWechat }) => !inWechat,
    async authorizeUrl(request, locale: Locale) {
      const known = await described();
      if (!known) return undescribed();
      const url = new URL(known.authorize);
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: request.redirectUri,
        scope,
        state: request.state,
        nonce: request.nonce,
        ...(known.hasPkce ? { code_challenge: challengeOf(request), code_challenge_method: 'S256' } : {}),
        ui_locales: localeFacts[locale].lang,
        ...parts.asking,
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return { ok: true, value: url.href };
    },
    async exchange(back, request) {
      const code = codeOf(back, request);
      if (!code.ok) return code;
      const known = await described();
      if (!known) return undescribed();
      // Whoever says who answers must be the one that was asked.
      if (back.iss === undefined ? known.namesItself : back.iss !== issuer) return notVouched('refused', 'another one answers (iss)');
      const token = await tokenFor(code.value, request, known);
      if (typeof token !== 'string') return token;
      const claims = await claimsOf(token, known, undefined);
      return isFailure(claims) ? claims : vouch(claims, request.nonce, undefined, back);
    },
    async vouchFor(token, { subject, nonce }) {
      const known = await described();
      if (!known) return undescribed();
      const claims = await claimsOf(token, known, freshFor);
      return isFailure(claims) ? claims : vouch(claims, nonce, subject, {});
    },
  };
}

const isFailure = (claims: JWTPayload | NotVouched): claims is NotVouched => 'ok' in claims && claims['ok'] === false;

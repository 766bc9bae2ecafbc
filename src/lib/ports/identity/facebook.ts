/** Facebook: a code becomes an access token, and Facebook is asked whose that is and whether it was made for us. */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import { codeOf, isSame, isSmallToken, notVouched, shownName } from './identity.ts';
import type { IdentityProvider, NotVouched, Vouching } from './identity.ts';

export type FacebookOptions = { readonly appId: string; readonly secret: string };

const home = 'https://www.facebook.com';
const version = 'v25.0';
const usually = 8_000;
const mostBytes = 65_536;

const tokenSchema = z.object({ access_token: z.string() });
const errorSchema = z.object({ error: z.object({ code: z.number() }) });
const checkedSchema = z.object({
  data: z.object({
    app_id: z.string(),
    is_valid: z.literal(true),
    type: z.literal('USER'),
    user_id: z.string().check(z.regex(/^\d{1,32}$/)),
    expires_at: z.number(),
  }),
});
const personSchema = z.object({ id: z.string(), name: z.optional(z.string()) });
/** Errors about a code or a token of a reader: wrong, used, ended. Others are about our app. */
const readersErrors = new Set([100, 102, 190]);

/** @param options `dialog`, `graph`, `within` (milliseconds) and `now` are for tests. */
export function facebookIdentity(
  { appId, secret }: FacebookOptions,
  options: { readonly dialog?: string; readonly graph?: string; readonly within?: number; readonly now?: () => number } = {},
): IdentityProvider {
  const { dialog = home, graph = 'https://graph.facebook.com', within = usually, now = Date.now } = options;
  const outside = createOutside({ within, atMost: mostBytes, now });

  async function ask<T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodMiniType<T>): Promise<T | NotVouched> {
    const answer = await outside.ask(`${graph}/${version}/${path}?${new URLSearchParams(query)}`);
    if (!answer.ok) return notVouched('unavailable', `Facebook did not answer: ${answer.why}`);
    const said = jsonOf(answer.bytes);
    const read = schema.safeParse(said);
    if (answer.status === 200 && read.success) return read.data;
    const error = errorSchema.safeParse(said);
    const isReaders = error.success ? readersErrors.has(error.data.error.code) : answer.status === 200;
    return notVouched(
      isReaders ? 'refused' : 'unavailable',
      `Facebook answers ${answer.status}, ${error.success ? error.data.error.code : 'no code'} to ${path}`,
    );
  }

  const proofOf = (token: string): string => createHmac('sha256', secret).update(token).digest('hex');

  /** R8.20: takes back what the reader allowed us, so that the next try begins with Facebook's own question again. What it answers changes nothing. */
  async function logOut(token: string): Promise<void> {
    const form = new URLSearchParams({ method: 'delete', access_token: token, appsecret_proof: proofOf(token) });
    await outside.ask(`${graph}/${version}/me/permissions`, { method: 'POST', form });
  }

  async function vouchFor(token: string, { subject }: { readonly subject?: string | undefined }): Promise<Vouching> {
    if (!isSmallToken(token)) return notVouched('refused', 'the token is too long to be one');
    const checked = await ask('debug_token', { input_token: token, access_token: `${appId}|${secret}` }, checkedSchema);
    if ('ok' in checked) return checked;
    const { app_id: madeFor, user_id: id, expires_at: ends } = checked.data;
    // A token that another app got must not open an account here.
    if (madeFor !== appId) return notVouched('refused', 'the token was made for another app');
    // 0 is for ever: such a token could not be remembered for as long as it is good.
    if (ends * 1_000 < now()) return notVouched('refused', 'the token has ended, or never does');
    if (subject !== undefined && !isSame(subject, id)) return notVouched('refused', 'the token is somebody else’s');
    const person = await ask('me', { fields: 'id,name', access_token: token, appsecret_proof: proofOf(token) }, personSchema);
    if ('ok' in person) return person;
    if (person.id !== id) return notVouched('refused', 'Facebook names two people');
    // Facebook does not say of an e-mail that it is the person's, so none is asked for.
    return { ok: true, value: { subject: id, aliases: [], verifiedEmail: undefined, name: shownName(person.name) } };
  }

  return {
    name: 'facebook',
    // It sends phones to a host of their own.
    leadsTo: [dialog, ...(dialog === home ? ['https://m.facebook.com', 'https://web.facebook.com'] : [])],
    serves: ({ inWechat }) => !inWechat,
    async authorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({ client_id: appId, redirect_uri: redirectUri, state, response_type: 'code', scope: 'public_profile' });
      return { ok: true, value: `${dialog}/${version}/dialog/oauth?${query}` };
    },
    async exchange(back, request) {
      const code = codeOf(back, request);
      if (!code.ok) return code;
      const query = { client_id: appId, client_secret: secret, redirect_uri: request.redirectUri, code: code.value };
      const got = await ask('oauth/access_token', query, tokenSchema);
      if ('ok' in got) return got;
      const vouched = await vouchFor(got.access_token, {});
      if (!vouched.ok) await logOut(got.access_token);
      return vouched;
    },
    vouchFor,
  };
}

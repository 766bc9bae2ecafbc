/** WeChat: on the site by a code that the phone scans, inside WeChat's own browser at once. Each is an app of its own there. */
import * as z from 'zod/mini';
import type { Locale } from '#lib/i18n/locales.ts';
import { createOutside, jsonOf } from '../outside.ts';
import { codeOf, notVouched, shownName } from './identity.ts';
import type { AuthorizationRequest, IdentityProvider, NotVouched } from './identity.ts';

export type WechatApp = { readonly appId: string; readonly secret: string };
export type WechatOptions = {
  /** The website app of the open platform. */
  readonly site: WechatApp | undefined;
  /** The official account, for readers inside WeChat. */
  readonly inWechat: WechatApp | undefined;
};

const usually = 8_000;
const mostBytes = 65_536;
const idPattern = /^[\w-]{10,64}$/;

const openId = z.string().check(z.regex(idPattern));
const tokenSchema = z.object({ access_token: z.string(), openid: openId });
const personSchema = z.object({ openid: openId, nickname: z.optional(z.string()), unionid: z.optional(openId) });
const refusalSchema = z.object({ errcode: z.number() });
/** About the code: wrong, used, ended. Others are about our app. */
const codeErrors = new Set([40_029, 40_163, 41_008, 42_003]);

const languageOf = (locale: Locale): string => ({ 'zh-cn': 'cn', 'zh-hk': 'cn', 'zh-tw': 'cn', 'en-us': 'en', 'vi-vn': 'en' })[locale];

/** @param options `pages`, `api` and `within` (milliseconds) are for tests. */
export function wechatIdentity(
  { site, inWechat }: WechatOptions,
  options: { readonly pages?: string; readonly api?: string; readonly within?: number } = {},
): IdentityProvider {
  const { pages = 'https://open.weixin.qq.com', api = 'https://api.weixin.qq.com', within = usually } = options;
  const outside = createOutside({ within, atMost: mostBytes });
  const appOf = (request: Pick<AuthorizationRequest, 'inWechat'>): WechatApp | undefined => (request.inWechat ? inWechat : site);
  const unset = (): NotVouched => notVouched('unavailable', 'there is no app of WeChat for this browser');

  async function ask<T>(path: string, query: Readonly<Record<string, string>>, schema: z.ZodMiniType<T>): Promise<T | NotVouched> {
    const answer = await outside.ask(`${api}/sns/${path}?${new URLSearchParams(query)}`);
    if (!answer.ok) return notVouched('unavailable', `WeChat did not answer: ${answer.why}`);
    const said = jsonOf(answer.bytes);
    const refusal = refusalSchema.safeParse(said);
    const read = schema.safeParse(said);
    // It answers 200 whatever happens.
    if (answer.status === 200 && read.success && !(refusal.success && refusal.data.errcode !== 0)) return read.data;
    const code = refusal.success ? refusal.data.errcode : undefined;
    return notVouched(
      code !== undefined && codeErrors.has(code) ? 'refused' : 'unavailable',
      `WeChat answers ${answer.status}, ${code ?? 'no code'} to ${path}`,
    );
  }

  return {
    name: 'wechat',
    leadsTo: [pages],
    serves: (browser) => appOf(browser) !== undefined,
    async authorizeUrl(request, locale) {
      const app = appOf(request);
      if (!app) return unset();
      const shared = { appid: app.appId, redirect_uri: request.redirectUri, response_type: 'code' };
      // Inside WeChat the parameters must stand in this order.
      const query = request.inWechat
        ? new URLSearchParams({ ...shared, scope: 'snsapi_userinfo', state: request.state })
        : new URLSearchParams({ ...shared, scope: 'snsapi_login', state: request.state, lang: languageOf(locale) });
      return { ok: true, value: `${pages}/connect/${request.inWechat ? 'oauth2/authorize' : 'qrconnect'}?${query}#wechat_redirect` };
    },
    async exchange(back, request) {
      const code = codeOf(back, request);
      if (!code.ok) return code;
      const app = appOf(request);
      if (!app) return unset();
      const got = await ask('oauth2/access_token', { appid: app.appId, secret: app.secret, code: code.value, grant_type: 'authorization_code' }, tokenSchema);
      if ('ok' in got) return got;
      const person = await ask('userinfo', { access_token: got.access_token, openid: got.openid, lang: 'en' }, personSchema);
      if ('ok' in person) return person;
      if (person.openid !== got.openid) return notVouched('refused', 'WeChat names two people');
      // The open id is this app's alone; the union id is the same in all apps of the operator, once they are bound to one another.
      const own = `${app.appId}:${person.openid}`;
      const subject = person.unionid === undefined ? own : `union:${person.unionid}`;
      return { ok: true, value: { subject, aliases: subject === own ? [] : [own], verifiedEmail: undefined, name: shownName(person.nickname) } };
    },
  };
}

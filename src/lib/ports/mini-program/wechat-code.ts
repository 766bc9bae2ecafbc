/** Mini-program codes from WeChat: an access token by app id and secret, then `getwxacodeunlimit`. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { MiniProgram } from './mini-program.ts';

const host = 'https://api.weixin.qq.com';
const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const refusalSchema = z.object({ errcode: z.number() });
/** WeChat's codes for a token that is wrong or has ended. */
const tokenEnded = new Set([40_001, 40_014, 42_001]);
/** Widths WeChat draws, in pixels. */
const widths = { least: 280, most: 1_280 } as const;
const within = 8_000;
/** A token is replaced this long before it ends, in milliseconds. */
const tokenMargin = 300_000;

/** @param options `origin` is for tests. */
export function wechatCode(
  appId: string,
  secret: string,
  options: { readonly origin?: string; readonly within?: number; readonly now?: () => number } = {},
): MiniProgram {
  const now = options.now ?? Date.now;
  const origin = options.origin ?? host;
  const outside = createOutside({ within: options.within ?? within, now });
  let kept: { readonly token: string; readonly until: number } | undefined;

  async function token(): Promise<string | undefined> {
    if (kept && now() < kept.until) return kept.token;
    const answer = await outside.ask(`${origin}/cgi-bin/token?${new URLSearchParams({ grant_type: 'client_credential', appid: appId, secret })}`);
    const read = answer.ok ? tokenSchema.safeParse(jsonOf(answer.bytes)) : undefined;
    kept = read?.success ? { token: read.data.access_token, until: now() + read.data.expires_in * 1_000 - tokenMargin } : undefined;
    return kept?.token;
  }

  return {
    async code({ page, scene, width: wanted }) {
      const width = Math.min(widths.most, Math.max(widths.least, wanted));
      for (let attempt = 0; attempt < 2; attempt++) {
        const current = await token();
        if (current === undefined) return undefined;
        const answer = await outside.ask(`${origin}/wxa/getwxacodeunlimit?${new URLSearchParams({ access_token: current })}`, {
          method: 'POST',
          json: { scene: scene || 'from=web', width, ...(page ? { page } : {}) },
        });
        if (!answer.ok) return undefined;
        if (answer.status === 200 && /^image\/(?:jpeg|png)$/.test(answer.type))
          return { kind: 'mini', url: `data:${answer.type};base64,${answer.bytes.toString('base64')}`, width };
        const refusal = refusalSchema.safeParse(jsonOf(answer.bytes));
        if (!refusal.success || !tokenEnded.has(refusal.data.errcode)) return undefined;
        kept = undefined;
      }
      return undefined;
    },
  };
}

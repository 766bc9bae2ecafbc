/** GeeTest, version 4. What was solved comes as four values, which its server judges under our signature. */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { CaptchaJudge } from './captcha.ts';

/** Its servers of files and of calls, each with those that stand in for it. */
const fileServers = ['https://static.geetest.com', 'https://static.geevisit.com'] as const;
const callServers = ['https://gcaptcha4.geetest.com', 'https://gcaptcha4.geevisit.com', 'https://gcaptcha4.gsensebot.com'] as const;

/** Somebody waits for this. Milliseconds. */
const within = 5_000;
const part = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
/** What the puzzle gives the page when it was solved. */
const solvedSchema = z.object({
  lot_number: part(64),
  captcha_output: part(4_096),
  pass_token: part(512),
  gen_time: z.string().check(z.regex(/^\d{1,16}$/)),
});
const answerSchema = z.object({ status: z.optional(z.string()), result: z.string() });

export type GeetestOptions = {
  /** Public id of the puzzle, which proofs name. */
  readonly captchaId: string;
  readonly key: string;
  /** Origin of the server that judges, if not its own. */
  readonly at?: string | undefined;
  /** Milliseconds until its answer is given up. */
  readonly within?: number;
};

export function geetestCaptcha({ captchaId, key, at = callServers[0], ...more }: GeetestOptions): CaptchaJudge {
  const outside = createOutside({ within: more.within ?? within, atMost: 16_384 });
  return {
    platform: 'geetest',
    hosts: { scripts: [...fileServers, ...callServers], frames: [], calls: [...fileServers, ...callServers], files: fileServers },
    pose: async () => ({ platform: 'geetest', id: captchaId, scripts: fileServers.map((server) => `${server}/v4/gt4.js`), challenge: '' }),
    async judge({ id, code }) {
      const solved = solvedSchema.safeParse(jsonOf(Buffer.from(code)));
      if (!solved.success || id !== captchaId) return { kind: 'wrong' };
      const { lot_number } = solved.data;
      const sign_token = createHmac('sha256', key).update(lot_number).digest('hex');
      const answer = await outside.ask(`${at}/validate?${new URLSearchParams({ captcha_id: captchaId })}`, {
        method: 'POST',
        form: new URLSearchParams({ ...solved.data, captcha_id: captchaId, sign_token }),
      });
      const read = answer.ok ? answerSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      // `error`: it was asked wrongly, which is not the reader's fault.
      if (!read?.success || read.data.status === 'error') return { kind: 'unreachable' };
      return read.data.result === 'success' ? { kind: 'solved', proof: lot_number, call: undefined } : { kind: 'wrong' };
    },
  };
}

/** Messages by Alibaba Cloud (Dysmsapi), which sends templates that were registered before, and no others. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import { canonicalQuery, signedHeaders } from '../aliyun-signature.ts';
import { SmsRefusedError, checkSms } from './sms-port.ts';
import type { SmsPort } from './sms-port.ts';

export type AliyunOptions = {
  readonly keyId: string;
  readonly secret: string;
  /** The registered name that stands before each message. */
  readonly sign: string;
  /** Codes of registered templates (`SMS_…`) by our name, or by name and locale (`code.en-us`), which goes first. */
  readonly templates: ReadonlyMap<string, string>;
};

const home = 'https://dysmsapi.aliyuncs.com';
const version = '2017-05-25';
const usually = 8_000;
const mostBytes = 65_536;

const answerSchema = z.object({ Code: z.string(), BizId: z.optional(z.string()) });
const detailsSchema = z.object({
  Code: z.literal('OK'),
  SmsSendDetailDTOs: z.object({ SmsSendDetailDTO: z.array(z.object({ SendStatus: z.number() })) }),
});
/** Refusals of this message or this phone. All others are of the account, the name or the template: the operator's to mend. */
const refusals = new Set([
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.BUSINESS_LIMIT_CONTROL',
  'isv.INVALID_PARAMETERS',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.PARAM_NOT_SUPPORT_URL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
]);

/** Mainland numbers go without dial code, all others with it. */
const writtenNumber = (to: string): string => (to.startsWith('+86') ? to.slice('+86'.length) : to.slice(1));
/** The day in Beijing, by which messages are filed there: `20260901`. */
const dayOf = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');

/** Our name of a template that has no code, for the operator; undefined when each of these has one. */
export const missingTemplate = (templates: AliyunOptions['templates'], names: readonly string[]): string | undefined =>
  names.find((name) => !templates.has(name));

/** @param options `origin`, `within` (milliseconds) and `now` are for tests. */
export function aliyunSms(
  { keyId, secret, sign, templates }: AliyunOptions,
  options: { readonly origin?: string; readonly within?: number; readonly now?: () => number } = {},
): SmsPort {
  const { origin = home, within = usually, now = Date.now } = options;
  const outside = createOutside({ within, atMost: mostBytes, now });
  const { host } = new URL(origin);

  async function call(action: string, query: Readonly<Record<string, string>>) {
    const date = `${new Date(now()).toISOString().slice(0, 19)}Z`;
    const headers = signedHeaders({ host, action, version, query, date, nonce: randomBytes(16).toString('hex') }, keyId, secret);
    return outside.ask(`${origin}/?${canonicalQuery(query)}`, { method: 'POST', headers });
  }

  return {
    async send(message) {
      checkSms(message);
      const { id, to, template, values, locale } = message;
      const code = templates.get(`${template}.${locale}`) ?? templates.get(template);
      if (code === undefined) throw new Error(`no template is registered for the message "${template}"`);
      const answer = await call('SendSms', {
        PhoneNumbers: writtenNumber(to),
        SignName: sign,
        TemplateCode: code,
        TemplateParam: JSON.stringify(values),
        OutId: id,
      });
      if (!answer.ok) throw new Error(`Alibaba Cloud could not be used: ${answer.why}`);
      const read = answerSchema.safeParse(jsonOf(answer.bytes));
      if (!read.success) throw new Error(`Alibaba Cloud could not be used: ${answer.status}, an answer that is none`);
      const { Code, BizId } = read.data;
      if (answer.status === 200 && Code === 'OK') return { receipt: BizId };
      // What is no code of theirs may hold anything.
      const shown = /^[\w.]{1,60}$/.test(Code) ? Code : 'no code';
      if (refusals.has(Code)) throw new SmsRefusedError(`Alibaba Cloud refused with ${shown}`);
      throw new Error(`Alibaba Cloud could not be used: ${answer.status}, ${shown}`);
    },
    async delivered({ receipt, to, at }) {
      const answer = await call('QuerySendDetails', {
        PhoneNumber: writtenNumber(to),
        BizId: receipt,
        SendDate: dayOf(at),
        PageSize: '10',
        CurrentPage: '1',
      });
      const read = answer.ok && answer.status === 200 ? detailsSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      const status = read?.success ? read.data.SmsSendDetailDTOs.SmsSendDetailDTO[0]?.SendStatus : undefined;
      // 1 waits for its receipt, 2 failed, 3 is on the phone.
      return status === 3 ? 'yes' : status === 2 ? 'no' : 'unknown';
    },
    close: async () => undefined,
  };
}

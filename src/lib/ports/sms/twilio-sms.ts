/** Messages by Twilio: its Messages API, with its own word for how each one fared. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import { SmsRefusedError, checkSms } from './sms-port.ts';
import type { SmsPort } from './sms-port.ts';

export type TwilioOptions = {
  /** `AC…`. */
  readonly account: string;
  readonly token: string;
  /** A number of the account in E.164, or a messaging service (`MG…`). */
  readonly from: string;
};

const host = 'https://api.twilio.com';
/** Milliseconds for an answer. */
const usually = 8_000;
const mostBytes = 65_536;

const takenSchema = z.object({ sid: z.string().check(z.regex(/^[A-Z]{2}[\da-f]{32}$/)), status: z.string() });
const refusalSchema = z.object({ code: z.number() });
/** What Twilio says of a message that it will not send on. */
const failures = new Set(['failed', 'undelivered', 'canceled']);

/** @param options `origin`, `within` (milliseconds) and `now` are for tests. */
export function twilioSms(
  { account, token, from }: TwilioOptions,
  options: { readonly origin?: string; readonly within?: number; readonly now?: () => number } = {},
): SmsPort {
  const { origin = host, within = usually, now = Date.now } = options;
  const outside = createOutside({ within, atMost: mostBytes, now });
  const messages = `${origin}/2010-04-01/Accounts/${account}/Messages`;
  const headers = { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`, accept: 'application/json' };
  return {
    async send(message) {
      checkSms(message);
      const form = new URLSearchParams({ To: message.to, ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }), Body: message.text });
      const answer = await outside.ask(`${messages}.json`, { method: 'POST', form, headers });
      if (!answer.ok) throw new Error(`Twilio could not be used: ${answer.why}`);
      const said = jsonOf(answer.bytes);
      const taken = takenSchema.safeParse(said);
      if ((answer.status === 200 || answer.status === 201) && taken.success) {
        if (failures.has(taken.data.status)) throw new SmsRefusedError('Twilio took the message and failed it at once');
        return { receipt: taken.data.sid };
      }
      const refusal = refusalSchema.safeParse(said);
      const code = refusal.success ? refusal.data.code : 'no code';
      // 400 is about this message and this phone; a wrong password or a closed account is the operator's to mend. Words are left
      // out: they repeat the number.
      if (answer.status === 400 && refusal.success) throw new SmsRefusedError(`Twilio refused with ${code}`);
      throw new Error(`Twilio could not be used: ${answer.status}, ${code}`);
    },
    async delivered({ receipt }) {
      if (!/^[A-Z]{2}[\da-f]{32}$/.test(receipt)) return 'unknown';
      const answer = await outside.ask(`${messages}/${receipt}.json`, { headers });
      const read = answer.ok && answer.status === 200 ? takenSchema.safeParse(jsonOf(answer.bytes)) : undefined;
      if (!read?.success || read.data.sid !== receipt) return 'unknown';
      if (read.data.status === 'delivered' || read.data.status === 'read') return 'yes';
      return failures.has(read.data.status) ? 'no' : 'unknown';
    },
    close: async () => undefined,
  };
}

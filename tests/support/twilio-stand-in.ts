/** Twilio's messages on loopback: Basic auth, forms, a resource for each message. */
import { randomBytes } from 'node:crypto';
import { answerJson, standIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

export type TwilioStandIn = StandIn & {
  /** What the next messages are refused with. */
  readonly trouble: { readonly status: number; readonly code: number }[];
  readonly taken: { readonly sid: string; readonly to: string; readonly from: string; readonly text: string }[];
  /** How the messages fare; `sent` for ever is a provider that says yes and sends nothing. */
  status: string;
};

export async function twilioStandIn(account: string, token: string): Promise<TwilioStandIn> {
  const trouble: { status: number; code: number }[] = [];
  const taken: { sid: string; to: string; from: string; text: string }[] = [];
  const stand = await standIn((asked, response) => {
    const refuse = (status: number, code: number, words: string): void => answerJson(response, { code, message: words, status }, status);
    if (asked.headers.authorization !== `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`) return refuse(401, 20_003, 'Authenticate');
    const [, sid] = new RegExp(`^/2010-04-01/Accounts/${account}/Messages(?:/(\\w+))?\\.json$`).exec(asked.url) ?? [];
    if (asked.method === 'GET') {
      const one = taken.find((message) => message.sid === sid);
      return one ? answerJson(response, { sid, status: stand.status, to: one.to }) : refuse(404, 20_404, 'not found');
    }
    if (asked.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded') return refuse(400, 21_604, 'To is required');
    const form = new URLSearchParams(asked.body);
    const to = form.get('To') ?? '';
    const next = trouble.shift();
    if (next) return refuse(next.status, next.code, `The number ${to} cannot be used`);
    const made = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      text: form.get('Body') ?? '',
    };
    if (!/^\+\d{7,15}$/.test(to)) return refuse(400, 21_211, `${to} is not valid`);
    taken.push(made);
    return answerJson(response, { sid: made.sid, status: 'queued', to }, 201);
  }).then((one): TwilioStandIn => Object.assign(one, { trouble, taken, status: 'queued' }));
  return stand;
}

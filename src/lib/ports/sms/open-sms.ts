/** What carries messages to phones, as the settings say: one provider for mainland China, one for everywhere else. */
import { join } from 'node:path';
import { aliyunSms, missingTemplate } from './aliyun-sms.ts';
import type { AliyunOptions } from './aliyun-sms.ts';
import { createSmsOutbox } from './sms-outbox.ts';
import type { SmsOutbox } from './sms-outbox.ts';
import type { SmsPort } from './sms-port.ts';
import { twilioSms } from './twilio-sms.ts';
import type { TwilioOptions } from './twilio-sms.ts';

export type SmsProvider = { readonly kind: 'outbox' } | ({ readonly kind: 'aliyun' } & AliyunOptions) | ({ readonly kind: 'twilio' } & TwilioOptions);

export type SmsSettings = {
  /** For numbers of +86. */
  readonly mainland: SmsProvider;
  /** For all others. */
  readonly elsewhere: SmsProvider;
  /** Most segments a day (UTC). */
  readonly dailySegments: number;
};

export type OpenSms = {
  readonly port: SmsPort;
  /** Given when some messages go there. */
  readonly outbox: SmsOutbox | undefined;
  /** Whether a message to this number (E.164) leaves this machine. */
  readonly sendsTo: (to: string) => boolean;
  /** What the operator should know, a line each. */
  readonly notes: readonly string[];
};

const isMainland = (to: string): boolean => to.startsWith('+86');

/** Messages by dial code: +86 to the one, all others to the other. */
export function routedSms(mainland: SmsPort, elsewhere: SmsPort): SmsPort {
  const portOf = (to: string): SmsPort => (isMainland(to) ? mainland : elsewhere);
  return {
    send: (message) => portOf(message.to).send(message),
    delivered: (sent) => portOf(sent.to).delivered(sent),
    async close() {
      await Promise.all([...new Set([mainland, elsewhere])].map((port) => port.close()));
    },
  };
}

/** @param names of every message there is, for what has to be registered. */
export function openSms({ dataDir, sms }: { readonly dataDir: string; readonly sms: SmsSettings }, names: readonly string[]): OpenSms {
  const { mainland, elsewhere } = sms;
  const providers = [mainland, elsewhere];
  const outbox = providers.some(({ kind }) => kind === 'outbox') ? createSmsOutbox(join(dataDir, 'outbox-sms')) : undefined;
  const made = new Map<string, SmsPort>(outbox ? [['outbox', outbox]] : []);

  /** One of each kind: the rest a failing provider is given is the same for both routes. */
  function portOf(provider: SmsProvider): SmsPort {
    const known = made.get(provider.kind);
    if (known) return known;
    if (provider.kind === 'outbox') throw new TypeError('the outbox is made before');
    const port = provider.kind === 'aliyun' ? aliyunSms(provider) : twilioSms(provider);
    made.set(provider.kind, port);
    return port;
  }

  const missing = providers.flatMap((provider) => (provider.kind === 'aliyun' ? (missingTemplate(provider.templates, names) ?? []) : []));
  return {
    port: routedSms(portOf(mainland), portOf(elsewhere)),
    outbox,
    sendsTo: (to) => (isMainland(to) ? mainland : elsewhere).kind !== 'outbox',
    notes: [...new Set(missing)].map((name) => `ALIYUN_SMS_TEMPLATES names no template for "${name}": those messages will not be sent.`),
  };
}

/** Messages into a folder instead of to phones: the default without a provider. */
import { z } from 'zod';
import { locales } from '#lib/i18n/locales.ts';
import { keptFiles } from '../kept-files.ts';
import type { KeptFiles } from '../kept-files.ts';
import { checkSms } from './sms-port.ts';
import type { SmsPort } from './sms-port.ts';

const kept = z.object({
  at: z.string(),
  id: z.string(),
  to: z.string(),
  text: z.string(),
  template: z.string(),
  values: z.record(z.string(), z.string()),
  locale: z.enum(locales),
});
export type OutboxSms = z.infer<typeof kept>;

export type SmsOutbox = SmsPort & Pick<KeptFiles<OutboxSms>, 'list' | 'read'>;

/**
 * @param folder made when the first message comes.
 * @param atMost messages kept; older ones are deleted.
 */
export function createSmsOutbox(folder: string, atMost = 500): SmsOutbox {
  const { put, list, read } = keptFiles(folder, kept, atMost);
  return {
    async send(message) {
      checkSms(message);
      await put(message.id, { ...message, at: new Date().toISOString() });
      return { receipt: message.id };
    },
    // Here the folder is the phone.
    delivered: async ({ receipt }) => ((await read(receipt)) ? 'yes' : 'unknown'),
    list,
    read,
    close: async () => undefined,
  };
}

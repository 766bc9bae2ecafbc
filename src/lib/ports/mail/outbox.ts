/** Mails into a folder, where the person who runs the site on their own machine reads them: the default without SMTP. */
import { z } from 'zod';
import { keptFiles } from '../kept-files.ts';
import type { KeptFiles } from '../kept-files.ts';
import { checkMessage } from './mail-port.ts';
import type { MailPort } from './mail-port.ts';

const kept = z.object({
  at: z.string(),
  id: z.string(),
  to: z.object({ name: z.string().optional(), address: z.string() }),
  from: z.object({ name: z.string().optional(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  /** In base64. */
  files: z.array(z.object({ name: z.string(), type: z.string(), content: z.string() })).optional(),
});
export type OutboxMail = z.infer<typeof kept>;

export type Outbox = MailPort & Pick<KeptFiles<OutboxMail>, 'list' | 'read'>;

/**
 * @param folder made when the first mail comes.
 * @param atMost mails kept; older ones are deleted.
 */
export function createOutbox(folder: string, atMost = 500): Outbox {
  const { put, list, read } = keptFiles(folder, kept, atMost);
  return {
    async send(message) {
      checkMessage(message);
      const { files, ...rest } = message;
      const packed = files?.map(({ name, type, bytes }) => ({ name, type, content: bytes.toString('base64') }));
      await put(message.id, { ...rest, ...(packed ? { files: packed } : {}), at: new Date().toISOString() });
    },
    list,
    read,
    close: async () => undefined,
  };
}

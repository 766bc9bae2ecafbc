/** What carries mails, as the settings say. */
import { join } from 'node:path';
import type { MailPort } from './mail-port.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { smtpMail } from './smtp-mail.ts';

/** @returns the outbox too, when mails go there. */
export function openMail({ dataDir, smtpUrl }: { readonly dataDir: string; readonly smtpUrl: string | undefined }): {
  readonly port: MailPort;
  readonly outbox: Outbox | undefined;
} {
  if (smtpUrl !== undefined) return { port: smtpMail(smtpUrl), outbox: undefined };
  const outbox = createOutbox(join(dataDir, 'outbox'));
  return { port: outbox, outbox };
}

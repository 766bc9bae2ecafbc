/** Every mail there is. */
import type { KnownMail } from '#lib/mail/mail.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';

export const allMails: readonly KnownMail[] = [operatorNote];

/** Every mail there is. */
import { accountNoticeMail } from '#lib/features/accounts/mail/account-notice.mail.ts';
import { loginCodeMail } from '#lib/features/accounts/mail/login-code.mail.ts';
import type { KnownMail } from '#lib/mail/mail.ts';
import { operatorNote } from '#lib/mail/operator-note.mail.ts';

export const allMails: readonly KnownMail[] = [operatorNote, loginCodeMail, accountNoticeMail];

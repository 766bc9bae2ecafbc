/** Tells a member of staff that a passkey of theirs was added or removed, so that they hear of it when it was not them. */
import { z } from 'zod';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';

const notices = {
  added: ['mail.staffPasskeyAddedSubject', 'mail.staffPasskeyAddedText'],
  removed: ['mail.staffPasskeyRemovedSubject', 'mail.staffPasskeyRemovedText'],
} as const satisfies Record<string, readonly [subject: MessageKey, text: MessageKey]>;

export const staffPasskeyMail = mail({
  name: 'staff-passkey',
  why: 'staff',
  urgency: 'now',
  input: z.object({ what: z.enum(['added', 'removed']) }),
  render({ what }, { t, paths, absolute }) {
    const [subject, text] = notices[what];
    return {
      subject: t(subject),
      preview: t(text),
      blocks: [
        { kind: 'text', text: t(text) },
        { kind: 'button', label: t('mail.staffPasskeyOpen'), href: absolute(paths.to('staff_security')) },
        { kind: 'small', text: t('mail.staffPasskeyWhy') },
      ],
    };
  },
});

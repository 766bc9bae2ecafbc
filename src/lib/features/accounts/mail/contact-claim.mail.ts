/** Tells a person that somebody else has proved a contact of their account, with the link that keeps it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';

export const contactClaimMail = mail({
  name: 'contact-claim',
  why: 'account',
  urgency: 'now',
  input: z.object({ shown: z.string().max(120), when: z.string().max(60), token: z.string().regex(/^[\w-]{12}$/) }),
  render({ shown, when, token }, { t, paths, absolute }) {
    const text = t('mail.contactClaimText', { shown, when });
    return {
      subject: t('mail.contactClaimSubject'),
      preview: text,
      blocks: [
        { kind: 'text', text },
        { kind: 'button', label: t('mail.contactClaimStop'), href: absolute(paths.to('stop_change', { token })) },
        { kind: 'small', text: t('mail.contactClaimWhy') },
      ],
    };
  },
});

/** Tells a person that a contact of their account is about to change, with the link that stops it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';

export const contactChangeMail = mail({
  name: 'contact-change',
  why: 'account',
  urgency: 'now',
  input: z.object({ shown: z.string().max(120), when: z.string().max(60), token: z.string().regex(/^[\w-]{12}$/) }),
  render({ shown, when, token }, { t, paths, absolute }) {
    const text = t('mail.contactChangeText', { shown, when });
    return {
      subject: t('mail.contactChangeSubject'),
      preview: text,
      blocks: [
        { kind: 'text', text },
        { kind: 'button', label: t('mail.contactChangeStop'), href: absolute(paths.to('stop_change', { token })) },
        { kind: 'small', text: t('mail.contactChangeWhy') },
      ],
    };
  },
});

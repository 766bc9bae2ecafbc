/** An answer to a question, with the way to write back. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';

export const enquiryAnsweredMail = mail({
  name: 'enquiry-answered',
  why: 'question',
  urgency: 'now',
  input: z.object({ reference: z.string().max(9), text: z.string().min(1).max(5_000), token: z.string().max(220) }),
  render: ({ reference, text, token }, { t, paths, absolute }) => ({
    subject: t('mail.enquiryAnsweredSubject', { reference }),
    preview: text.slice(0, 120),
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: t('mail.enquiryAnswerBack'), href: absolute(paths.to('enquiry', { token })) },
      { kind: 'small', text: t('mail.enquiryLinkIsYours') },
    ],
  }),
});

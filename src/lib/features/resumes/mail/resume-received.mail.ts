/** Tells somebody that their application has arrived and how long it is kept. It says nothing that they wrote: a mail of ours carries no stranger's words. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';

export const resumeReceivedMail = mail({
  name: 'resume-received',
  why: 'question',
  urgency: 'soon',
  input: z.object({ reference: z.string().max(9), keptUntil: z.iso.date() }),
  render: ({ reference, keptUntil }, { t, locale }) => ({
    subject: t('mail.resumeReceivedSubject', { reference }),
    preview: t('mail.resumeReceivedText'),
    blocks: [
      { kind: 'text', text: t('mail.resumeReceivedText') },
      {
        kind: 'facts',
        facts: [
          [t('mail.enquiryReference'), reference],
          [t('mail.resumeKeptUntil'), formatDate(keptUntil, localeFacts[locale].intl)],
        ],
      },
      { kind: 'small', text: t('mail.resumeSooner') },
    ],
  }),
});

/** Tells somebody that their question has arrived. It says nothing that they wrote: a mail of ours carries no stranger's words. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';

export const enquiryReceivedMail = mail({
  name: 'enquiry-received',
  why: 'question',
  urgency: 'soon',
  input: z.object({ reference: z.string().max(9), home: z.string().max(300), token: z.string().max(220) }),
  render: ({ reference, home, token }, { t, paths, absolute }) => ({
    subject: t('mail.enquiryReceivedSubject', { reference }),
    preview: t('mail.enquiryReceivedText'),
    blocks: [
      { kind: 'text', text: home === '' ? t('mail.enquiryReceivedText') : t('mail.enquiryReceivedHome', { home }) },
      { kind: 'facts', facts: [[t('mail.enquiryReference'), reference]] },
      { kind: 'button', label: t('mail.enquiryOpen'), href: absolute(paths.to('enquiry', { token })) },
      { kind: 'small', text: t('mail.enquiryNotYou') },
    ],
  }),
});

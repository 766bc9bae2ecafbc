/** Tells who lives in a home that its provider has signed what was written down of it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { evidencePath } from '../evidence.rules.ts';

export const evidenceSignedMail = mail({
  name: 'evidence-signed',
  urgency: 'now',
  input: z.object({
    /** Of the order. */
    code: z.string().max(9),
    home: z.string().max(200),
    /** The last entry that they signed. */
    entries: z.int(),
  }),
  render: ({ code, home, entries }, { t, paths, absolute }) => ({
    subject: t('mail.evidenceSignedSubject', { home }),
    preview: t('mail.evidenceSignedText', { home, entries }),
    blocks: [
      { kind: 'text', text: t('mail.evidenceSignedText', { home, entries }) },
      { kind: 'button', label: t('mail.evidenceSignedOpen'), href: absolute(evidencePath(paths, code)) },
    ],
  }),
});

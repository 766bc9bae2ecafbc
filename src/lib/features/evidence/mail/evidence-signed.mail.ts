/** Tells who lives in a home that its provider has signed what was written down of it. */
import { z } from 'zod';
import type { T } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { evidencePath } from '../evidence.rules.ts';

const textOf = (t: T, home: string, entries: number): string =>
  entries === 1 ? t('mail.evidenceSignedFirst', { home }) : t('mail.evidenceSignedText', { home, entries });

export const evidenceSignedMail = mail({
  name: 'evidence-signed',
  why: 'booking',
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
    preview: textOf(t, home, entries),
    blocks: [
      { kind: 'text', text: textOf(t, home, entries) },
      { kind: 'button', label: t('mail.evidenceSignedOpen'), href: absolute(evidencePath(paths, code)) },
    ],
  }),
});

/** A note to whoever runs the site: somebody reported something, something needs a decision. */
import { z } from 'zod';
import { mail } from './mail.ts';

export const operatorNote = mail({
  name: 'operator-note',
  why: 'operator',
  urgency: 'operator',
  input: z.object({
    /** What it is about, in a few words. */
    about: z.string().min(1).max(120),
    facts: z.array(z.tuple([z.string().min(1).max(60), z.string().max(2_000)])).max(20),
    /** A path of this site where the matter is seen to, where there is one. */
    path: z.string().startsWith('/').max(500).optional(),
  }),
  render: ({ about, facts, path }, { t, absolute }) => ({
    subject: t('mail.operatorNoteSubject', { about }),
    preview: facts.map(([label, value]) => `${label}: ${value}`).join(' · ') || about,
    blocks: [
      { kind: 'text', text: t('mail.operatorNoteText', { about }) },
      ...(facts.length > 0 ? [{ kind: 'facts' as const, facts }] : []),
      ...(path === undefined ? [] : [{ kind: 'button' as const, label: t('mail.operatorNoteOpen'), href: absolute(path) }]),
    ],
  }),
});

/** An answer to a question, with the way to write back. */
import { z } from 'zod';
import { housePicture } from '#lib/mail/house-picture.ts';
import { mail } from '#lib/mail/mail.ts';

/** The home that was asked about, in the language of the mail. */
const mailedHome = z.object({ id: z.int().min(1), name: z.string().max(300) });

export const enquiryAnsweredMail = mail({
  name: 'enquiry-answered',
  why: 'question',
  urgency: 'now',
  input: z.object({ reference: z.string().max(9), text: z.string().min(1).max(5_000), token: z.string().max(220), home: mailedHome.optional() }),
  render: ({ reference, text, token, home }, { t, paths, absolute }) => ({
    subject: t('mail.enquiryAnsweredSubject', { reference }),
    preview: text.slice(0, 120),
    blocks: [
      { kind: 'text', text },
      ...(home
        ? [
            ...housePicture(home.id, t('mail.homePicture', { home: home.name }), absolute),
            { kind: 'facts' as const, facts: [[t('mail.homeAsked'), home.name] as const] },
          ]
        : []),
      { kind: 'button', label: t('mail.enquiryAnswerBack'), href: absolute(paths.to('enquiry', { token })) },
      { kind: 'small', text: t('mail.enquiryLinkIsYours') },
    ],
  }),
});

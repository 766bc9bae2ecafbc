/** Invites somebody to say what moving in, or living somewhere, was like. Once for each, and ended by one click. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { writePath } from '../reviews.rules.ts';

export const reviewInvitationMail = mail({
  name: 'review-invitation',
  why: 'review',
  urgency: 'later',
  input: z.object({
    kind: z.enum(['check-in', 'stay']),
    /** Of the order. */
    code: z.string().max(9),
    home: z.string().max(200),
    /** Ends mails about homes for who has it. */
    token: z.string().max(120),
  }),
  render({ kind, code, home, token }, { t, paths, absolute }) {
    const end = absolute(paths.to('end_notices', { token }));
    const isStay = kind === 'stay';
    return {
      subject: t(isStay ? 'mail.reviewStaySubject' : 'mail.reviewCheckInSubject', { home }),
      preview: t('mail.reviewInvitePreview'),
      unsubscribe: end,
      blocks: [
        { kind: 'text', text: t(isStay ? 'mail.reviewStayText' : 'mail.reviewCheckInText', { home }) },
        { kind: 'text', text: t('mail.reviewInviteHow') },
        { kind: 'button', label: t('mail.reviewWrite'), href: absolute(writePath(paths, code, kind)) },
        { kind: 'small', text: t('mail.reviewInviteOnce') },
        { kind: 'links', links: [{ label: t('mail.newsEnd'), href: end, note: '' }] },
      ],
    };
  },
});

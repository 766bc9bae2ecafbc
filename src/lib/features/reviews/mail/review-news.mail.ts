/** What became of a review: it is shown, it is not, or the provider has answered. */
import { z } from 'zod';
import { staffRemovals } from '#lib/features/catalogue/listings.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { ownReviewsPath } from '../reviews.rules.ts';
import { removalLabels } from '../reviews.words.ts';

const words = {
  published: { subject: 'mail.reviewPublishedSubject', text: 'mail.reviewPublishedText' },
  answered: { subject: 'mail.reviewAnsweredSubject', text: 'mail.reviewAnsweredText' },
  removed: { subject: 'mail.reviewRemovedSubject', text: 'mail.reviewRemovedText' },
} as const satisfies Record<string, Record<'subject' | 'text', MessageKey>>;

export const reviewNewsMail = mail({
  name: 'review-news',
  why: 'review',
  urgency: 'later',
  input: z.object({
    news: z.enum(['published', 'answered', 'removed']),
    /** Of the order. */
    code: z.string().max(9),
    home: z.string().max(200),
    reason: z.enum(staffRemovals).optional(),
  }),
  render: ({ news, code, home, reason }, { t, paths, absolute }) => ({
    subject: t(words[news].subject, { home }),
    preview: t(words[news].text),
    blocks: [
      { kind: 'text', text: t(words[news].text) },
      ...(reason && news === 'removed' ? [{ kind: 'facts' as const, facts: [[t('reviews.reason'), t(removalLabels[reason])] as const] }] : []),
      { kind: 'button', label: t('mail.reviewOpen'), href: absolute(ownReviewsPath(paths, code)) },
    ],
  }),
});

/** Tells a provider what became of their answer to a review. */
import { z } from 'zod';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { answerRefusals } from '../reviews.schema.ts';
import { removalLabels } from '../reviews.words.ts';

const words = {
  shown: { subject: 'mail.answerShownSubject', text: 'mail.answerShownText' },
  refused: { subject: 'mail.answerRefusedSubject', text: 'mail.answerRefusedText' },
} as const satisfies Record<string, Record<'subject' | 'text', MessageKey>>;

export const reviewAnswerNewsMail = mail({
  name: 'review-answer-news',
  why: 'review',
  urgency: 'later',
  input: z.object({ state: z.enum(['shown', 'refused']), home: z.string().max(200), reason: z.enum(answerRefusals).optional() }),
  render: ({ state, home, reason }, { t }) => ({
    subject: t(words[state].subject, { home }),
    preview: t(words[state].text, { home }),
    blocks: [
      { kind: 'text', text: t(words[state].text, { home }) },
      ...(reason && state === 'refused' ? [{ kind: 'facts' as const, facts: [[t('reviews.reason'), t(removalLabels[reason])] as const] }] : []),
    ],
  }),
});

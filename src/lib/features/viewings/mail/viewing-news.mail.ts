/** What happens to a video viewing. What was seen stands on its page, not in the mail. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

const words = {
  booked: { subject: 'mail.viewingBookedSubject', text: 'mail.viewingBookedText' },
  done: { subject: 'mail.viewingDoneSubject', text: 'mail.viewingDoneText' },
  missed: { subject: 'mail.viewingMissedSubject', text: 'mail.viewingMissedText' },
  cancelled: { subject: 'mail.viewingCancelledSubject', text: 'mail.viewingCancelledText' },
  refunded: { subject: 'mail.viewingRefundedSubject', text: 'mail.viewingRefundedText' },
  expired: { subject: 'mail.viewingExpiredSubject', text: 'mail.viewingExpiredText' },
} as const satisfies Record<string, Record<'subject' | 'text', MessageKey>>;

export const viewingNewsMail = mail({
  name: 'viewing-news',
  input: z.object({
    news: z.enum(['booked', 'done', 'missed', 'cancelled', 'refunded', 'expired']),
    code: z.string().max(9),
    home: z.string().max(200),
    when: z.string().max(200),
  }),
  render: ({ news, code, home, when }, { t, paths, absolute }) => ({
    subject: t(words[news].subject, { home }),
    preview: t(words[news].text),
    blocks: [
      { kind: 'text', text: t(words[news].text) },
      {
        kind: 'facts',
        facts: [
          [t('viewings.home'), home],
          [t('viewings.slot'), when],
          [t('viewings.code'), code],
        ],
      },
      { kind: 'button', label: t('mail.viewingOpen'), href: absolute(`${paths.to('viewing_pay')}?code=${code}`) },
    ],
  }),
});

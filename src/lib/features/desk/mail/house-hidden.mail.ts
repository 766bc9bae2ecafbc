/** Tells a provider that a home of theirs is on no page any more, and why. */
import { z } from 'zod';
import type { MessageKey } from '#lib/i18n/t.ts';
import { brand } from '#lib/brand.ts';
import { mail } from '#lib/mail/mail.ts';
import { hideReasons } from '../desk.schema.ts';
import { hideReasonLabels } from '../desk.words.ts';

const todo = {
  'wrong-price': 'mail.houseHiddenPrice',
  gone: 'mail.houseHiddenGone',
  scam: 'mail.houseHiddenProve',
  duplicate: 'mail.houseHiddenDuplicate',
  law: 'mail.houseHiddenProve',
  other: 'mail.houseHiddenOther',
} as const satisfies Record<(typeof hideReasons)[number], MessageKey>;

export const houseHiddenMail = mail({
  name: 'home-hidden',
  why: 'provider',
  urgency: 'now',
  input: z.object({ home: z.string().min(1).max(200), ref: z.string().max(200), reason: z.enum(hideReasons) }),
  render({ home, ref, reason }, { t }) {
    return {
      subject: t('mail.houseHiddenSubject', { home }),
      preview: t('mail.houseHiddenText', { home }),
      blocks: [
        { kind: 'text', text: t('mail.houseHiddenText', { home }) },
        {
          kind: 'facts',
          facts: [
            [t('mail.houseHiddenWhy'), t(hideReasonLabels[reason])],
            [t('mail.houseHiddenRef'), ref],
          ],
        },
        { kind: 'text', text: t(todo[reason]) },
        { kind: 'small', text: t('mail.houseHiddenReply', { email: brand.email }) },
      ],
    };
  },
});

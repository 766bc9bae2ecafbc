/** Asks an applicant whose first day has come, or whose last is over, to say that they have moved in. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { orderPath } from '../order-pages.rules.ts';

export const orderCheckInMail = mail({
  name: 'order-check-in',
  why: 'booking',
  urgency: 'now',
  input: z.object({ code: z.string().max(9), home: z.string().max(200), from: z.iso.date(), to: z.iso.date().optional() }),
  render({ code, home, from, to }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    return {
      subject: t('orders.news_check_in', { home }),
      preview: t('orders.news_check_in_text'),
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text: t('orders.news_check_in_text') },
        {
          kind: 'facts',
          facts: [
            [t('orders.home'), home],
            [t('orders.dates'), `${formatDate(from, intl)}${to === undefined ? '' : ` – ${formatDate(to, intl)}`}`],
          ],
        },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
      ],
    };
  },
});

/** Reminds an applicant of a step whose time runs out, in the home's time. */
import { formatMoment } from '#lib/dates/dates.ts';
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { orderStates } from '../order.process.rules.ts';
import { calendarLink, mailedHome, picturedHome } from './order-parts.mail.ts';
import { orderPath } from '../order-pages.rules.ts';
import { sayNext } from '../orders.words.ts';

export const orderDeadlineMail = mail({
  name: 'order-deadline',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    state: z.enum(orderStates),
    home: z.string().max(200),
    until: z.object({ at: z.iso.datetime(), zone: z.string().max(60) }),
    /** Who collects, where that is the supplier. */
    supplier: z.string().max(200).default(''),
    /** The number of a transfer that staff looked for in vain, where that is why. */
    unfound: z.string().max(40).default(''),
    houseId: mailedHome.houseId,
  }),
  render({ code, state, home, until, supplier, unfound, houseId }, context) {
    const { t, locale, paths, absolute } = context;
    const { intl } = localeFacts[locale];
    const when = formatMoment(new Date(until.at), intl, until.zone);
    const said = (at: string): string =>
      unfound === '' ? t('orders.news_deadline_text', { when: at }) : t('orders.news_unfound_text', { reference: unfound, when: at });
    return {
      subject: unfound === '' ? t('mail.orderDeadlineSubject', { home }) : t('orders.news_unfound', { home }),
      preview: said(when),
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text: said(`${when} (${until.zone.replace('_', ' ')})`) },
        { kind: 'text', text: sayNext(state, supplier, t) },
        ...picturedHome(home, { houseId }, context),
        { kind: 'facts', facts: [[t('orders.home'), home]] },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
        calendarLink(code, 'step', context),
      ],
    };
  },
});

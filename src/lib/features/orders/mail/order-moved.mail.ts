/** Tells an applicant what happened to their order. Beside a reason of staff it says nothing that anybody wrote. */
import { z } from 'zod';
import { formatMoment } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { orderStates } from '../order.process.rules.ts';
import { calendarLink, houseFacts, mailedHome, picturedHome } from './order-parts.mail.ts';
import { isBooked } from '../orders.rules.ts';
import { orderPath } from '../order-pages.rules.ts';
import { sayAllBack, sayNext, stateLabels } from '../orders.words.ts';

export const orderMovedMail = mail({
  name: 'order-moved',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    state: z.enum(orderStates),
    home: z.string().max(200),
    from: z.iso.date(),
    to: z.iso.date().optional(),
    /** Until when the next step can be taken, with the zone of the home. */
    until: z.object({ at: z.iso.datetime(), zone: z.string().max(60) }).optional(),
    note: z.string().max(1_000),
    /** Who collects, where that is the supplier. */
    supplier: z.string().max(200).default(''),
    /** Whether the home cannot be given, and all that was paid comes back. */
    isAllBack: z.boolean().default(false),
    ...mailedHome,
  }),
  render({ code, state, home, until, note, supplier, isAllBack, ...lease }, context) {
    const { t, locale, paths, absolute } = context;
    const { intl } = localeFacts[locale];
    const when = until && formatMoment(new Date(until.at), intl, until.zone);
    const next = isAllBack ? sayAllBack(supplier, t) : sayNext(state, supplier, t);
    return {
      subject: t('mail.orderMovedSubject', { code, state: t(stateLabels[state]) }),
      preview: next,
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text: next },
        ...(note === '' ? [] : [{ kind: 'text' as const, text: note }]),
        ...picturedHome(home, lease, context),
        {
          kind: 'facts',
          facts: [
            ...houseFacts({ home, ...lease }, context),
            [t('orders.state'), t(stateLabels[state])],
            ...(when === undefined || !until ? [] : ([[t('orders.until'), `${when} (${until.zone.replace('_', ' ')})`]] as [string, string][])),
          ],
        },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
        ...(until ? [calendarLink(code, 'step', context)] : isBooked(state) && state !== 'checked_in' ? [calendarLink(code, 'in', context)] : []),
      ],
    };
  },
});

/** Tells an applicant what their provider said of the contract: signed, which comes along, or declined. Beside the provider's reason it says nothing that anybody wrote. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { calendarLink, houseFacts, mailedHome, picturedHome } from './order-parts.mail.ts';
import { orderPath } from '../order-pages.rules.ts';
import { contractNews } from '../orders.words.ts';
import { contractWords } from '../supplier-signing.schema.ts';

export const orderContractMail = mail({
  name: 'order-contract',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    code: z.string().max(9),
    home: z.string().max(200),
    word: z.enum(contractWords),
    reason: z.string().max(500),
    ...mailedHome,
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  render({ code, home, word, reason, ...lease }, context) {
    const { t, paths, absolute } = context;
    const [title, words] = contractNews[word];
    return {
      subject: t(title, { home }),
      preview: t(words),
      about: [t('orders.code'), code],
      blocks: [
        { kind: 'text', text: t(words) },
        ...(reason === '' ? [] : [{ kind: 'text' as const, text: reason }]),
        ...picturedHome(home, lease, context),
        { kind: 'facts', facts: houseFacts({ home, ...lease }, context) },
        { kind: 'button', label: t('orders.open'), href: absolute(orderPath(paths, code)) },
        ...(word === 'signed' ? [calendarLink(code, 'in', context)] : []),
      ],
    };
  },
});

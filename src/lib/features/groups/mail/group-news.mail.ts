/** What happened in a group, for one of the others in it. */
import { z } from 'zod';
import { mail } from '#lib/mail/mail.ts';
import { groupNewsWords, roomNames } from '../groups.words.ts';

export const groupNewsMail = mail({
  name: 'group-news',
  why: 'booking',
  urgency: 'now',
  input: z.object({
    news: z.enum(['joined', 'left', 'ended', 'over']),
    home: z.string().max(200),
    name: z.string().max(40),
    rooms: z.string().max(400).optional(),
  }),
  render({ news, home, name, rooms }, { t, paths, absolute }) {
    const { title, text } = groupNewsWords[news];
    return {
      subject: t(title, { home, name }),
      preview: t(text, { home, name }),
      blocks: [
        { kind: 'text', text: t(text, { home, name }) },
        { kind: 'facts', facts: [[t('orders.home'), home], ...(rooms ? [[t('orders.unit'), roomNames(rooms, t)] as const] : [])] },
        { kind: 'button', label: t('groups.open'), href: absolute(paths.to('profile_order/group-list')) },
      ],
    };
  },
});

/** What happens to a video viewing, and that it is near. What was seen stands on its page, not in the mail. */
import { z } from 'zod';
import { housePicture } from '#lib/mail/house-picture.ts';
import { mail } from '#lib/mail/mail.ts';
import { calendarPath, newsOfCalendar, viewingNewsWords } from '../viewings.words.ts';
import type { ViewingNews } from '../viewings.words.ts';

export const viewingNewsMail = mail({
  name: 'viewing-news',
  why: 'viewing',
  urgency: 'now',
  input: z.object({
    news: z.enum(Object.keys(viewingNewsWords) as [ViewingNews, ...ViewingNews[]]),
    code: z.string().max(9),
    home: z.string().max(200),
    when: z.string().max(200),
    /** Whether it ever stood in a calendar. */
    inCalendar: z.boolean(),
    /** Mails of the version before have none. */
    houseId: z.int().min(1).optional(),
  }),
  render({ news, code, home, when, inCalendar, houseId }, { t, locale, paths, absolute }) {
    const isGone = news === 'cancelled' || news === 'missed';
    const label = t(isGone ? 'viewings.calendar_remove' : 'viewings.calendar_add');
    const href = absolute(calendarPath(code, locale));
    return {
      subject: t(viewingNewsWords[news].subject, { home }),
      preview: t(viewingNewsWords[news].text),
      blocks: [
        { kind: 'text', text: t(viewingNewsWords[news].text) },
        ...housePicture(houseId, t('mail.homePicture', { home }), absolute),
        {
          kind: 'facts',
          facts: [
            [t('viewings.home'), home],
            [t('viewings.slot'), when],
            [t('viewings.code'), code],
          ],
        },
        { kind: 'button', label: t('mail.viewingOpen'), href: absolute(`${paths.to('viewing_pay')}?code=${code}`) },
        ...(inCalendar && newsOfCalendar.has(news) ? [{ kind: 'links' as const, links: [{ label, href, note: '' }] }] : []),
      ],
    };
  },
});

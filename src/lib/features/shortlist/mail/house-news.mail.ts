/** What is new of the homes and searches that somebody wants to hear of: one mail for all of it. */
import { z } from 'zod';
import { housePicture } from '#lib/mail/house-picture.ts';
import { mail } from '#lib/mail/mail.ts';

/** What one letter holds at most: homes and searches, homes that are shown of one search, and lengths in UTF-16 units. */
export const newsMost = { homes: 20, searches: 30, ofSearch: 5, name: 200, note: 300, search: 700 } as const;

const path = z.string().startsWith('/').max(2_000);
/** `id`: of the home; mails of the version before have none. */
const home = z.object({ id: z.int().min(1).optional(), name: z.string().max(newsMost.name), path, note: z.string().max(newsMost.note) });

export const houseNewsMail = mail({
  name: 'house-news',
  why: 'saved',
  urgency: 'later',
  isDaily: true,
  input: z.object({
    /** Favourites and awaited homes; `note` says what became of each. */
    homes: z.array(home).max(newsMost.homes),
    /** Searches with homes that are new: `count` of them, of which some are shown. */
    searches: z
      .array(z.object({ name: z.string().max(newsMost.search), path, count: z.int().min(1), homes: z.array(home).max(newsMost.ofSearch) }))
      .max(newsMost.searches),
    /** Ends these mails for who has it. */
    token: z.string().max(120),
  }),
  render({ homes, searches, token }, { t, paths, absolute }) {
    const links = (some: readonly z.infer<typeof home>[]) => ({
      kind: 'links' as const,
      links: some.map(({ name, path: to, note }) => ({ label: name, href: absolute(to), note })),
    });
    const end = absolute(paths.to('end_notices', { token }));
    const [first] = searches;
    // What changed leads, with its picture; the first home of a search does where nothing has.
    const lead = homes[0] ?? first?.homes[0];
    const fresh = searches.reduce((sum, { count }) => sum + count, 0);
    const subject = first ? t('mail.newsFitSubject', { count: fresh }) : t('mail.newsHomesSubject', { count: homes.length });
    return {
      subject,
      preview: first?.name ?? homes.map(({ name }) => name).join(' · '),
      unsubscribe: end,
      blocks: [
        ...(lead ? housePicture(lead.id, t('mail.homePicture', { home: lead.name }), absolute) : []),
        ...(homes.length > 0 ? [{ kind: 'text' as const, text: t('mail.newsHomesText', { count: homes.length }) }, links(homes)] : []),
        ...searches.flatMap(({ name, path: to, count, homes: some }) => [
          { kind: 'text' as const, text: t('mail.newsFitText', { count, search: name }) },
          links(some),
          { kind: 'button' as const, label: t('mail.newsAll'), href: absolute(to) },
        ]),
        { kind: 'small', text: t('mail.newsAsOf') },
        {
          kind: 'links',
          links: [
            { label: t('mail.newsSettings'), href: absolute(paths.to('notices')), note: '' },
            { label: t('mail.newsEnd'), href: end, note: '' },
          ],
        },
      ],
    };
  },
});

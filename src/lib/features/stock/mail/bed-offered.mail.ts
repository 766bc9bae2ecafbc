/** Tells the next in line that a bed is kept for them, and until when. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { housePicture } from '#lib/mail/house-picture.ts';
import { mail } from '#lib/mail/mail.ts';
import { waitingOfferHours } from '#lib/features/stock/stock.schema.ts';

export const bedOfferedMail = mail({
  name: 'bed-offered',
  why: 'waiting',
  urgency: 'now',
  input: z.object({
    house: z.string().max(200),
    unit: z.string().max(200),
    from: z.iso.date(),
    to: z.iso.date(),
    /** When it goes to the one after, as the reader's language writes it, with the zone. */
    until: z.string().max(80),
    path: z.string().startsWith('/').max(500),
    /** Mails of the version before have none. */
    houseId: z.int().min(1).optional(),
  }),
  render: ({ house, unit, from, to, until, path, houseId }, { t, locale, paths, absolute }) => ({
    subject: t('mail.bedOfferedSubject', { house }),
    preview: t('mail.bedOfferedText', { count: waitingOfferHours }),
    blocks: [
      { kind: 'text', text: t('mail.bedOfferedText', { count: waitingOfferHours }) },
      { kind: 'band', label: t('mail.bedOfferedUntil'), value: until },
      ...housePicture(houseId, t('mail.homePicture', { home: house }), absolute),
      {
        kind: 'facts',
        facts: [
          [t('mail.bedOfferedHouse'), `${house} · ${unit}`],
          [t('mail.bedOfferedLease'), `${formatDate(from, localeFacts[locale].intl)} – ${formatDate(to, localeFacts[locale].intl)}`],
        ],
      },
      { kind: 'button', label: t('mail.bedOfferedOpen'), href: absolute(path) },
      { kind: 'links', links: [{ label: t('mail.bedOfferedLeave'), href: absolute(paths.to('profile_activity')), note: '' }] },
    ],
  }),
});

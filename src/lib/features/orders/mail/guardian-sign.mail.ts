/** Asks a guardian to read and sign what an applicant has signed. It says no more of the applicant than the guardian knows. */
import { formatMoment } from '#lib/dates/dates.ts';
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';

export const guardianSignMail = mail({
  name: 'guardian-sign',
  why: 'named',
  urgency: 'soon',
  input: z.object({
    name: z.string().max(120),
    student: z.string().max(120),
    home: z.string().max(200),
    until: z.object({ at: z.iso.datetime(), zone: z.string().max(60) }),
    token: z.string().max(240),
  }),
  render({ name, student, home, until, token }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    const when = formatMoment(new Date(until.at), intl, until.zone);
    return {
      subject: t('mail.guardianSignSubject', { student }),
      preview: t('mail.guardianSignText', { student, home }),
      blocks: [
        { kind: 'text', text: t('mail.guardianSignHello', { name }) },
        { kind: 'text', text: t('mail.guardianSignText', { student, home }) },
        { kind: 'band', label: t('orders.until'), value: `${when} (${until.zone.replace('_', ' ')})` },
        { kind: 'button', label: t('orders.read_and_sign'), href: absolute(paths.to('guardian_sign', { token })) },
        { kind: 'small', text: t('mail.guardianSignNot') },
      ],
    };
  },
});

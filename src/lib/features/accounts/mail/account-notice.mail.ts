/** Tells a person what was done to their account, so that they hear of it when it was not them. */
import { z } from 'zod';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';

const notices = {
  'password-changed': ['mail.passwordChangedSubject', 'mail.passwordChangedText'],
  'contact-changed': ['mail.contactChangedSubject', 'mail.contactChangedText'],
  'way-added': ['mail.wayAddedSubject', 'mail.wayAddedText'],
  'way-removed': ['mail.wayRemovedSubject', 'mail.wayRemovedText'],
  joined: ['mail.joinedSubject', 'mail.joinedText'],
  'name-certified': ['mail.nameCertifiedSubject', 'mail.nameCertifiedText'],
  'name-ended': ['mail.nameEndedSubject', 'mail.nameEndedText'],
  erasing: ['mail.erasingSubject', 'mail.erasingText'],
} as const satisfies Record<string, readonly [subject: MessageKey, text: MessageKey]>;

export const accountNoticeMail = mail({
  name: 'account-notice',
  why: 'account',
  urgency: 'now',
  input: z.object({
    what: z.enum(['password-changed', 'contact-changed', 'way-added', 'way-removed', 'joined', 'name-certified', 'name-ended', 'erasing']),
    days: z.int().min(1).max(60),
  }),
  render({ what, days }, { t, paths, absolute }) {
    const [subject, text] = notices[what];
    return {
      subject: t(subject),
      preview: t(text, { count: days }),
      blocks: [
        { kind: 'text', text: t(text, { count: days }) },
        { kind: 'button', label: t('mail.noticeOpen'), href: absolute(paths.to(what === 'password-changed' ? 'reset_password' : 'login')) },
        { kind: 'small', text: t('mail.noticeWhy') },
      ],
    };
  },
});

/** A code to type in. */
import { z } from 'zod';
import type { MessageKey } from '#lib/i18n/t.ts';
import { mail } from '#lib/mail/mail.ts';
import { codeEvents } from '../accounts.schema.ts';
import type { CodeEvent } from '../accounts.schema.ts';

/** What the code is for, in words. */
const purposes = {
  login: 'mail.codeForLogin',
  verify_code: 'mail.codeForLogin',
  forget: 'mail.codeForPassword',
  active: 'mail.codeForContact',
} as const satisfies Record<CodeEvent, MessageKey>;

export const loginCodeMail = mail({
  name: 'login-code',
  why: 'code',
  urgency: 'code',
  input: z.object({ code: z.string().regex(/^\d{6}$/), event: z.enum(codeEvents), minutes: z.int().min(1).max(60) }),
  render: ({ code, event, minutes }, { t }) => ({
    // The code first: it is all that is read in a notice of a phone.
    subject: t('mail.codeSubject', { code }),
    preview: t(purposes[event]),
    heading: t(purposes[event]),
    blocks: [
      { kind: 'code', code },
      { kind: 'text', text: t('mail.codeMinutes', { count: minutes }) },
      { kind: 'small', text: t('mail.codeNotYou') },
    ],
  }),
});

/** For tests of mails that are about something else than how many there may be. */
import type { MailerOptions } from '#lib/mail/mailer.ts';

/** A day that has room for every mail. */
export const endless: Pick<MailerOptions, 'budget' | 'onSpent'> = {
  budget: { take: async () => undefined, takeBack: async () => undefined },
  onSpent: async () => undefined,
};

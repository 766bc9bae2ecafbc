/** What people are written of their accounts, by mail or as a message to a phone: codes, notices, and what stops a change. */
import { formatMoment } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import type { Texter } from '#lib/sms/texter.ts';
import { codeLife, eraseDays } from './accounts.schema.ts';
import type { Contact } from './accounts.schema.ts';
import type { ChangeLetter, PreparedLetter } from './contact-changes.service.ts';
import { contactChangeSms } from './contact-change.sms.ts';
import { contactClaimSms } from './contact-claim.sms.ts';
import { accountNoticeMail } from './mail/account-notice.mail.ts';
import { contactChangeMail } from './mail/contact-change.mail.ts';
import { contactClaimMail } from './mail/contact-claim.mail.ts';
import { loginCodeMail } from './mail/login-code.mail.ts';
import type { Notice } from './person-notices.service.ts';
import type { createPhoneNotices } from './phone-notices.service.ts';
import type { CodeLetter } from './signing-in.service.ts';

type Parts = {
  readonly mailer: Mailer;
  readonly texter: Texter;
  readonly site: Site;
  readonly phones: Pick<ReturnType<typeof createPhoneNotices>, 'tell'>;
};

export function createAccountLetters({ mailer, texter, site, phones }: Parts) {
  const letterOf =
    (asMail: typeof contactChangeMail | typeof contactClaimMail, asSms: typeof contactChangeSms | typeof contactClaimSms) =>
    async ({ kind, address }: Contact, locale: Locale, { token, shown, due, now }: ChangeLetter): Promise<PreparedLetter | undefined> => {
      if (kind === 'email') {
        const when = `${formatMoment(due, localeFacts[locale].intl, 'UTC')} UTC`;
        return { send: (tx) => mailer.send(tx, asMail, { address }, locale, { shown, when, token }), takeBack: async () => undefined };
      }
      const link = site.absolute(locale, site.paths(locale).to('stop_change', { token }));
      const prepared = await texter.prepare(asSms, address, locale, { link }, due);
      if (!prepared.ok) return undefined;
      return { send: (tx) => texter.send(tx, prepared.value, now), takeBack: () => texter.takeBack(prepared.value) };
    };

  return {
    /** Writes a code; undefined where nothing can be sent to the contact today. */
    async prepareCode({ kind, address }: Contact, locale: Locale, { event, code, now: at }: CodeLetter): Promise<PreparedLetter | undefined> {
      const minutes = Math.floor(codeLife.seconds / 60);
      if (kind === 'email') {
        const place = await mailer.take(loginCodeMail, address);
        if (!place) return undefined;
        const input = { code, event, minutes };
        return { send: (tx) => mailer.send(tx, loginCodeMail, { address }, locale, input, { isTaken: true }), takeBack: place.takeBack };
      }
      const prepared = await texter.prepare(codeSms, address, locale, { code, minutes }, new Date(at.getTime() + codeLife.seconds * 1_000));
      if (!prepared.ok) return undefined;
      return { send: (tx) => texter.send(tx, prepared.value, at), takeBack: () => texter.takeBack(prepared.value) };
    },

    /** Writes to a contact that another takes the place of. */
    prepareChange: letterOf(contactChangeMail, contactChangeSms),
    /** Writes to the contacts of an account that somebody else has proved one of. */
    prepareClaim: letterOf(contactClaimMail, contactClaimSms),

    /** Tells a contact what was done to its account; a phone once the transaction is committed. */
    async tell(tx: DbTransaction, { kind, address }: Contact, locale: Locale, what: Notice): Promise<void> {
      if (kind === 'email') await mailer.send(tx, accountNoticeMail, { address }, locale, { what, days: eraseDays });
      else phones.tell(tx, address, locale, what);
    },
  };
}

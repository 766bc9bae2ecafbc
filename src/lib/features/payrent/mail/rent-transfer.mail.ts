/** How rent is transferred to us. The account stands on the page that it leads to, and in no mail: mails can be forged. */
import { z } from 'zod';
import { formatDate } from '#lib/dates/dates.ts';
import { mail } from '#lib/mail/mail.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import { rentPayPath } from '../payrent-pages.rules.ts';

export const rentTransferMail = mail({
  name: 'rent-transfer',
  why: 'rent',
  urgency: 'soon',
  input: z.object({
    code: z.string().max(9),
    minor: z.string().regex(/^\d{1,18}$/),
    currency: z.enum(currencyCodes),
    until: z.iso.date(),
    /** The number of a transfer that was begun; empty where none was. */
    payment: z.string().max(9),
  }),
  render({ code, minor, currency, until, payment }, { t, locale, paths, absolute }) {
    const { intl } = localeFacts[locale];
    const total = formatMoney({ minor: BigInt(minor), currency }, intl);
    const page = payment === '' ? rentPayPath(paths, code) : `${paths.to('transfer_link')}?${new URLSearchParams({ payment })}`;
    return {
      subject: t('mail.rentTransferSubject', { total }),
      preview: t('mail.rentTransferText'),
      blocks: [
        { kind: 'text', text: t('mail.rentTransferText') },
        { kind: 'band', label: t('payrent.total'), value: total, note: t('chrome.labelled', { label: t('payments.until'), value: formatDate(until, intl) }) },
        {
          kind: 'facts',
          facts: [...(payment === '' ? [] : ([[t('payments.line_reference'), payment]] as [string, string][]))],
        },
        { kind: 'text', text: t('mail.rentTransferHow') },
        { kind: 'button', label: t('mail.rentTransferOpen'), href: absolute(page) },
        { kind: 'small', text: t('payments.transfer_fraud') },
      ],
    };
  },
});

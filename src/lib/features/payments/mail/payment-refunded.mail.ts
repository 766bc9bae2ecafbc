/** Tells a payer that money has gone back. */
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { formatMoney, parseDecimal } from '#lib/money/money.ts';
import { methodLabels } from '../payments.words.ts';
import { paidInput } from './payment-receipt.mail.ts';

export const paymentRefundedMail = mail({
  name: 'payment-refunded',
  why: 'payment',
  urgency: 'now',
  /** `byHand`: it went from our bank, not through a provider. */
  input: z.object({ ...paidInput, byHand: z.boolean() }),
  render({ reference, title, method, amount, currency, byHand }, { t, locale, paths, absolute }) {
    const money = parseDecimal(amount, currency);
    const said = money ? formatMoney(money, localeFacts[locale].intl) : `${amount} ${currency}`;
    const text = byHand ? t('mail.paymentRefundedByBank') : t('mail.paymentRefundedText');
    return {
      subject: t('mail.paymentRefundedSubject', { amount: said, title }),
      preview: text,
      about: [t('payments.reference'), reference],
      blocks: [
        { kind: 'text', text },
        { kind: 'band', label: t('payments.went_back'), value: said },
        {
          kind: 'facts',
          facts: [
            [t('payments.for'), title],
            [t('payments.method'), t(methodLabels[method])],
          ],
        },
        { kind: 'button', label: t('mail.paymentReceiptOpen'), href: absolute(`${paths.to('pay_result')}?payment=${reference}`) },
        { kind: 'small', text: t('mail.paymentNoAccounts') },
      ],
    };
  },
});

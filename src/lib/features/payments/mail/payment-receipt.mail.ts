/** Tells a payer that money has arrived, and where their receipt is. */
import { z } from 'zod';
import { localeFacts } from '#lib/i18n/locales.ts';
import { mail } from '#lib/mail/mail.ts';
import { formatMoney, parseDecimal } from '#lib/money/money.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { paymentMethods } from '#lib/money/payment-methods.ts';
import { methodLabels } from '../payments.words.ts';

export const paidInput = {
  reference: z.string().max(9),
  title: z.string().max(200),
  method: z.enum(paymentMethods),
  amount: z.string().regex(/^\d{1,15}(\.\d{1,3})?$/),
  currency: z.enum(currencyCodes as [(typeof currencyCodes)[number], ...(typeof currencyCodes)[number][]]),
};

export const paymentReceiptMail = mail({
  name: 'payment-receipt',
  why: 'payment',
  urgency: 'now',
  input: z.object({ ...paidInput, isTest: z.boolean() }),
  render({ reference, title, method, amount, currency, isTest }, { t, locale, paths, absolute }) {
    const money = parseDecimal(amount, currency);
    const said = money ? formatMoney(money, localeFacts[locale].intl) : `${amount} ${currency}`;
    return {
      subject: t('mail.paymentReceiptSubject', { amount: said, title }),
      preview: t('mail.paymentReceiptText'),
      about: [t('payments.reference'), reference],
      blocks: [
        { kind: 'text', text: t('mail.paymentReceiptText') },
        ...(isTest ? [{ kind: 'text' as const, text: t('documents.test') }] : []),
        { kind: 'band', label: t('payments.amount'), value: said },
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

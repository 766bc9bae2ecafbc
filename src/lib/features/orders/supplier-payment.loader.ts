/** What a provider who collects reads by a link: the one payment that is waited for, and nothing else of the order. */
import { formatDate } from '#lib/dates/dates.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { supplierWordsFor } from './supplier-dues.schema.ts';
import type { SupplierDuesService } from './supplier-dues.service.ts';

type Parts = { readonly answering: Pick<ApplicationAnswers, 'answersOf'>; readonly supplierDues: Pick<SupplierDuesService, 'opened'> };

export function supplierPaymentPages({ answering, supplierDues }: Parts) {
  return {
    async supplierPayment(reader: Reader) {
      const key = reader.query.get('key') ?? '';
      const opened = await supplierDues.opened(key, reader.now);
      if (!opened) return undefined;
      const { t, intl } = reader;
      const { order, due } = opened;
      const day = (at: Date): string => formatDate(at.toISOString().slice(0, 10), intl);
      const { full_name: payer = '' } = answering.answersOf(order);
      const facts = due
        ? [
            { label: t('orders.home'), value: nameFor(order.home, reader.locale) },
            { label: t('orders.code'), value: order.code },
            { label: t('orders.supplier_payer'), value: payer },
            { label: t('orders.supplier_amount'), value: formatMoney(due.amount, intl) },
            { label: t('orders.supplier_sent'), value: due.proofAt ? day(due.proofAt) : t('orders.supplier_sent_not') },
          ].filter(({ value }) => value !== '')
        : [];
      return {
        supplier: order.home.supplier,
        facts,
        words: due && supplierWordsFor(due),
        path: supplierLinkPath(reader.paths, 'payment', key),
        values: { key, due: due ? String(due.id) : '' },
      };
    },
  };
}

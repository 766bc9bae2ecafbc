/** The page on which somebody withdraws from the operator's own service in their order, and what the order says of it. */
import { formatDate } from '#lib/dates/dates.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import { formatMoney } from '#lib/money/money.ts';
import { methodLabels } from '#lib/features/payments/payments.words.ts';
import type { Showing, View } from './order-shown.loader.ts';
import { isBooked, priceText } from './orders.rules.ts';
import type { OwnFeeService } from './own-fee.service.ts';

type Parts = Pick<Showing, 'shown' | 'ownOf'> & { readonly ownFee: Pick<OwnFeeService, 'open' | 'back'> };

export function ownFeePages({ shown, ownOf, ownFee }: Parts) {
  return {
    /** What comes back, by when and how; and what has gone back already. */
    async ownFee(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const { t, intl } = view;
      const [open, back] = await Promise.all([ownFee.open(order, view.now), ownFee.back(order)]);
      const sums = open && { amount: formatMoney(open.amount, intl), day: formatDate(open.until, intl) };
      return {
        open: open && {
          link: t('orders.fee_link', { amount: formatMoney(open.amount, intl) }),
          says: t('orders.fee_lead', sums ?? {}),
          how: isTransfer(open.method) ? t('orders.fee_how_bank') : t('orders.fee_how', { method: t(methodLabels[open.method]) }),
          stands: isBooked(order.state) ? t('orders.fee_stands', { supplier: order.home.supplier }) : undefined,
          values: { code: order.code, back: priceText(open.amount) },
        },
        gone: back && t('orders.fee_gone', { amount: formatMoney(back, intl) }),
        path: view.paths.to('order_own_fee', { code: order.code }),
        ...(await shown(order, view)),
      };
    },
  };
}

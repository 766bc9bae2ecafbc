/** What the step of an application shows at which a coupon is chosen. */
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import { refusalLabels } from '#lib/features/coupons/coupons.words.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import type { OrdersService } from './orders.service.ts';

type View = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

type Parts = {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly pricing: Pick<LeasePricing, 'couponOf'>;
  readonly coupons: Pick<CouponsService, 'chosen' | 'openFor'>;
};

export type CouponStepLoader = ReturnType<typeof createCouponStepLoader>;

export function createCouponStepLoader({ orders, pricing, coupons }: Parts) {
  async function found({ visitor, page, now }: View) {
    const userId = visitor?.session && asId<UserId>(visitor.session.userId);
    const order = userId && (await orders.own(userId, page.params['code'] ?? ''));
    const priced = order?.state === 'draft' ? await pricing.couponOf(order, userId as UserId, now) : undefined;
    return order && priced && { order, ...priced, chosen: await coupons.chosen(order.id) };
  }

  return {
    /** The coupon that an application chose, and why it takes nothing off where it does not. */
    async chosen(view: View): Promise<{ readonly code: string; readonly why: string | undefined } | undefined> {
      const at = await found(view);
      return at?.chosen && { code: at.chosen.code, why: at.noCoupon && view.t(refusalLabels[at.noCoupon]) };
    },

    /** The price as it is, the coupon that was chosen, and those that are kept and hold here. Undefined where nothing is to be chosen. */
    async step(view: View) {
      const at = await found(view);
      if (!at) return undefined;
      const open = await coupons.openFor(at.ask, view.now);
      return {
        order: at.order,
        quote: at.quote,
        chosen: at.chosen?.code,
        why: at.noCoupon && view.t(refusalLabels[at.noCoupon]),
        kept: open.filter(({ code }) => code !== at.chosen?.code).map(({ code, amount }) => ({ code, off: formatMoney(amount, view.intl) })),
      };
    },
  };
}

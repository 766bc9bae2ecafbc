/** Coupons in the reader's words. */
import { formatDate } from '#lib/dates/dates.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import { isOver } from './coupons.rules.ts';
import type { Coupon, CouponRefusal } from './coupons.schema.ts';

/** What is said of a coupon that takes nothing off. */
export const refusalLabels = {
  'coupon-unknown': 'coupons.no_unknown',
  'coupon-early': 'coupons.no_early',
  'coupon-over': 'coupons.no_over',
  'coupon-used-up': 'coupons.no_used_up',
  'coupon-yours': 'coupons.no_yours',
  'coupon-place': 'coupons.no_place',
  'coupon-currency': 'coupons.no_currency',
  'coupon-least': 'coupons.no_least',
  'coupon-first': 'coupons.no_first',
  'coupon-guessed': 'api.too_many',
} as const satisfies Record<CouponRefusal, MessageKey>;

type Said = { readonly t: T; readonly intl: string };

/** What a coupon takes off. */
export function sayOff({ percent, mostOff }: Pick<Coupon, 'percent' | 'mostOff'>, { t, intl }: Said): string {
  const amount = formatMoney(mostOff, intl);
  return percent === undefined ? t('coupons.off_fixed', { amount }) : t('coupons.off_percent', { percent: String(percent), amount });
}

/** When and from which price on it holds, in sentences. */
export function sayBounds({ startsOn, endsOn, leastTotal, firstOnly, endedAt }: Coupon, today: string, { t, intl }: Said): readonly string[] {
  const isEnded = isOver({ endedAt, endsOn }, today);
  return [
    isEnded
      ? t('coupons.is_over')
      : startsOn > today
        ? t('coupons.from_to', { from: formatDate(startsOn, intl), to: formatDate(endsOn, intl) })
        : t('coupons.until', { to: formatDate(endsOn, intl) }),
    ...(leastTotal.minor > 0n ? [t('coupons.from_total', { amount: formatMoney(leastTotal, intl) })] : []),
    ...(firstOnly ? [t('coupons.first_said')] : []),
  ];
}

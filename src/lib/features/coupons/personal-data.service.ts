/** Coupons that a person keeps and has used, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { formatMoney, toDecimal } from '#lib/money/money.ts';
import type { CouponsService } from './coupons.service.ts';

export function couponsSource(coupons: Pick<CouponsService, 'keptBy' | 'usesBy'>): PersonalSource {
  return {
    name: 'coupons',
    async read(userId) {
      const [kept, used] = await Promise.all([coupons.keptBy(userId), coupons.usesBy(userId)]);
      const items: readonly PersonalItem[] = [
        ...kept.map(
          ({ code, keptAt }): PersonalItem => [
            { label: 'coupons.code', value: code },
            { label: 'mydata.given', value: keptAt.toISOString() },
          ],
        ),
        ...used.map(
          ({ coupon, order, off, takenAt }): PersonalItem => [
            { label: 'coupons.code', value: coupon },
            { label: 'coupons.order', value: order },
            { label: 'coupons.taken_off', value: formatMoney(off, 'en-GB') },
            { label: 'mydata.given', value: takenAt.toISOString() },
          ],
        ),
      ];
      const data = {
        kept: kept.map(({ code, keptAt }) => ({ code, kept_at: keptAt })),
        used: used.map(({ coupon, order, off, takenAt, backAt }) => ({
          code: coupon,
          order,
          off: toDecimal(off),
          currency: off.currency,
          taken_at: takenAt,
          given_back_at: backAt ?? null,
        })),
      };
      return { title: 'coupons.title', items, data };
    },
  };
}

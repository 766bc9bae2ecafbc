/** What the pages of coupons show. */
import { refusalOf } from '#lib/access.ts';
import { orderPath } from '#lib/features/orders/order-pages.rules.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CouponId, UserId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { CouponsService } from './coupons.service.ts';
import { sayBounds, sayOff } from './coupons.words.ts';

type View = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

export type ShownCoupon = { readonly code: string; readonly off: string; readonly bounds: readonly string[] };
export type ShownUse = { readonly code: string; readonly off: string; readonly order: string; readonly href: string; readonly isBack: boolean };

/** On a page. */
const pageLength = 30;
/** Uses that the page of a coupon lists; its figures count them all. */
const usesShown = 100;

export type CouponsLoader = ReturnType<typeof createCouponsLoader>;

export function createCouponsLoader(coupons: CouponsService) {
  const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
  const maySee = ({ visitor }: View): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;

  return {
    /** Coupons that somebody keeps, and those they have used; undefined when nobody is signed in. */
    async mine(view: View): Promise<{ readonly kept: readonly ShownCoupon[]; readonly used: readonly ShownUse[] } | undefined> {
      if (!view.visitor?.session) return undefined;
      const userId = asId<UserId>(view.visitor.session.userId);
      const [kept, used] = await Promise.all([coupons.keptBy(userId), coupons.usesBy(userId)]);
      return {
        kept: kept.map((one) => ({ code: one.code, off: sayOff(one, view), bounds: sayBounds(one, dayOf(view.now), view) })),
        used: used.map(({ coupon, off, order, backAt }) => ({
          code: coupon,
          off: formatMoney(off, view.intl),
          order,
          href: orderPath(view.paths, order),
          isBack: backAt !== undefined,
        })),
      };
    },

    async staffList(view: View) {
      if (!maySee(view)) return undefined;
      const rows = await coupons.list(parseId<CouponId>(view.query.get('before')), pageLength + 1);
      const shown = rows.slice(0, pageLength);
      return {
        rows: shown.map((one) => ({
          id: one.id,
          code: one.code,
          off: sayOff(one, view),
          bounds: sayBounds(one, dayOf(view.now), view),
          taken: one.taken,
          most: one.most,
        })),
        next: rows.length > pageLength ? shown.at(-1)?.id : undefined,
      };
    },

    async staffCoupon(view: View) {
      const id = maySee(view) ? parseId<CouponId>(view.page.params['coupon']) : undefined;
      const coupon = id && (await coupons.find(id));
      if (!coupon) return undefined;
      const [uses, figures] = await Promise.all([coupons.usesOf(coupon.id, usesShown), coupons.figures(coupon.id)]);
      const { holds, mostOff } = coupon;
      const places = [
        { label: view.t('coupons.countries'), names: holds.countries },
        { label: view.t('coupons.cities'), names: holds.cities },
        { label: view.t('coupons.houses'), names: holds.houses.map(String) },
        { label: view.t('coupons.suppliers'), names: holds.suppliers.map(String) },
      ];
      return {
        coupon,
        off: sayOff(coupon, view),
        bounds: sayBounds(coupon, dayOf(view.now), view),
        places: places.filter(({ names }) => names.length > 0).map(({ label, names }) => ({ label, names: names.join(', ') })),
        figures: [
          { label: view.t('coupons.taken'), value: `${coupon.taken} / ${coupon.most}` },
          { label: view.t('coupons.booked'), value: String(figures.booked) },
          { label: view.t('coupons.off_booked'), value: formatMoney({ ...mostOff, minor: figures.off }, view.intl) },
          { label: view.t('coupons.given_back'), value: String(figures.back) },
        ],
        uses: uses.map((use) => ({ ...use, off: formatMoney(use.off, view.intl) })),
      };
    },
  };
}

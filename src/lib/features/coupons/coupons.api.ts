import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf, userIdOf } from '#lib/api/caller.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { amountFault } from '#lib/forms/amount-faults.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CouponId, HouseId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import * as contracts from './coupons.contract.ts';
import { isOver, readCoupon } from './coupons.rules.ts';
import { couponActs } from './coupons.schema.ts';
import type { CouponsService } from './coupons.service.ts';
import { refusalLabels } from './coupons.words.ts';

type Parts = { readonly coupons: CouponsService; readonly houses: Pick<HouseService, 'find' | 'record' | 'promos'> };

const priced = (amount: Money) => ({ amount: toDecimal(amount), abbr: amount.currency });
const notFound = { ok: false, error: 'not-found' } as const;

export function couponCalls({ coupons, houses }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.promosContract, async ({ house_id }, { now }) => {
      const id = parseId<HouseId>(house_id);
      const record = id && (await houses.record(id));
      if (!record || record.house.status !== 'open') return notFound;
      const promos = await houses.promos(record.house, now);
      return {
        ok: true,
        data: {
          promos: promos.map(({ kind, amount, startsOn, endsOn }) => ({ kind, price: priced(amount), starts_on: startsOn, ends_on: endsOn })),
          rents: record.units
            .filter(({ status }) => status === 'open')
            .flatMap(({ id: unit_id, tenancies }) =>
              tenancies.flatMap(({ id: tenancy_id, status, rent, promoRent, unit }) =>
                promoRent && status === 'open' ? [{ unit_id, tenancy_id, rent: priced(rent), promo_rent: priced(promoRent), unit }] : [],
              ),
            ),
        },
      };
    }),

    bind(contracts.couponsContract, async (_, caller) => {
      const userId = userIdOf(caller);
      const [kept, used] = await Promise.all([coupons.keptBy(userId), coupons.usesBy(userId)]);
      const today = caller.now.toISOString().slice(0, 10);
      return {
        ok: true,
        data: {
          kept: kept.map((one) => ({
            coupon: one.code,
            percent: one.percent ?? null,
            most_off: priced(one.mostOff),
            least_total: priced(one.leastTotal),
            starts_on: one.startsOn,
            ends_on: one.endsOn,
            is_over: isOver(one, today),
          })),
          used: used.map(({ coupon, order, off, takenAt, backAt }) => ({
            coupon,
            order,
            off: priced(off),
            taken_at: takenAt.toISOString(),
            is_back: backAt !== undefined,
          })),
        },
      };
    }),

    bind(contracts.keepCouponContract, async ({ coupon }, caller) => {
      const outcome = await coupons.keep(userIdOf(caller), coupon, caller.now);
      if (outcome.ok) return { ok: true, data: { coupon: outcome.value.code } };
      if (outcome.reason === 'coupon-guessed') return { ok: false, error: 'too-many' };
      return fault('coupon', outcome.reason === 'no-room' ? 'coupons.no_room' : refusalLabels[outcome.reason]);
    }),

    bind(contracts.makeCouponContract, async (input, caller) => {
      const { currency } = input;
      if (!isCurrency(currency)) return fault('currency', 'forms.choose');
      const read = readCoupon(input, currency);
      if ('field' in read)
        return read.message === 'coupons.amount_wrong'
          ? amountFault(read.field, read.field === 'least' ? input.least : input.amount, caller.locale, read.message)
          : fault(read.field, read.message);
      const made = await coupons.make(read, staffIdOf(caller), caller.now);
      if (made.ok) return { ok: true, data: { coupon_id: made.value.id, coupon: made.value.code } };
      return made.reason === 'taken' ? fault('coupon', 'coupons.code_taken') : fault(made.reason, 'coupons.place_wrong');
    }),

    bind(contracts.changeCouponContract, async ({ coupon_id, act: given, order }, caller) => {
      const id = parseId<CouponId>(coupon_id);
      const act = couponActs.find((one) => one === given);
      if (id === undefined || !act) return notFound;
      const by = staffIdOf(caller);
      const outcome = act === 'end' ? await coupons.end(id, by, caller.now) : await coupons.giveBackByStaff(id, order, by, caller.now);
      if (outcome.ok) return { ok: true, data: { coupon_id: id, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'no-use':
          return fault('order', 'coupons.no_such_use');
        case 'not-now':
          return fault('act', 'staff.not_now');
      }
    }),
  ];
}

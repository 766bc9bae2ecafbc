/** Decisions about periods and holds, and the pages of their forms. Pure, browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Paths } from '#lib/paths.ts';
import { bedContract, settleStockCaseContract } from './stock.contract.ts';
import { bedForm, stockCaseForm } from './stock-forms.schema.ts';
import { decideHours, holdMinutes, waitingOfferHours } from './stock.schema.ts';
import type { BookedViewing, Hold, HoldMove, Period } from './stock.schema.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** When a hold taken now ends. */
export const holdEnds = (now: Date): Date => new Date(now.getTime() + holdMinutes * minute);

/** When a bed offered now to the next in line goes to the one after. */
export const offerEnds = (now: Date): Date => new Date(now.getTime() + waitingOfferHours * 60 * minute);

/** Whether a viewing is near enough for a bed to be kept until then. @param days within which it must begin; 0: none ever is. */
export const isNearViewing = ({ startsAt }: Pick<BookedViewing, 'startsAt'>, days: number, now: Date): boolean =>
  startsAt > now && startsAt.getTime() - now.getTime() <= days * day;

/**
 * When a bed that is kept until a viewing is let go: a day after it ends; of one that was moved, no later than if its first time had been the
 * last possible one and as much again.
 * @param since when a bed was first kept for it.
 * @example viewingHoldEnds({ startsAt: new Date('2026-12-01T10:00Z'), minutes: 30 }, 7, new Date('2026-11-28T10:00Z')).toISOString() // '2026-12-02T10:30:00.000Z'
 */
export function viewingHoldEnds({ startsAt, minutes }: Pick<BookedViewing, 'startsAt' | 'minutes'>, days: number, since: Date): Date {
  const decided = startsAt.getTime() + minutes * minute + decideHours * 60 * minute;
  return new Date(Math.min(decided, since.getTime() + 2 * days * day));
}

/** @example samePeriod({ from: '2027-09-01', to: undefined }, { from: '2027-09-01', to: undefined }) // true */
export const samePeriod = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

/**
 * What becomes of the bed that is kept of a lease when its holder turns to another one.
 * @param other what is kept for them of that one already.
 * @example becomesOf({ kind: 'checkout' }, undefined) // 'moved'
 * @example becomesOf({ kind: 'waiting' }, undefined) // 'let-go'
 */
export function becomesOf(former: Pick<Hold, 'kind'> | undefined, other: Pick<Hold, 'kind'> | undefined): HoldMove {
  if (!former) return 'none';
  return former.kind === 'waiting' || other ? 'let-go' : 'moved';
}

/**
 * Whether a lease that is let can be had for a period: one that has a day, is not over, and begins within the lease.
 * @param lease the lease's own days; `today`: where the home is.
 */
export function isWithin(period: Period, lease: Period, today: string): boolean {
  const { from, to } = period;
  if (to !== undefined && (to <= from || to <= today)) return false;
  return lease.to === undefined || from < lease.to;
}

/** The page on which something was done about a bed and that is come back to; undefined for that of all that is kept. */
function placeOf(at: string, booking: string | null, paths: Paths): string | undefined {
  const [page = '', code = ''] = at.split(' ');
  const ofOrder = new URLSearchParams({ orderCode: code });
  switch (page) {
    case 'book':
      return booking === null ? undefined : `${paths.to('book_rent')}?${booking}`;
    case 'person':
      return `${paths.to('fill_info')}?${ofOrder}`;
    case 'mini':
      return `${paths.to('mini_apply_form')}?${ofOrder}`;
    case 'details':
      return paths.to('apply_form', { code });
    case 'change':
      return paths.to('order_change', { code });
    case 'review':
      return paths.to('apply_review_info', { code });
    case 'viewing':
      return `${paths.to('viewing_pay')}?${new URLSearchParams({ code })}`;
    default:
      return undefined;
  }
}

export const bedPage: FormPage = formPage({
  definition: bedForm,
  contract: bedContract,
  valuesOf: ({ tenancy }) => (tenancy === undefined ? {} : { tenancy_id: tenancy }),
  done: ({ act, booking }, { paths, values }) => placeOf(values['at'] ?? '', booking, paths) ?? `${paths.to('profile_activity')}?done=${act}`,
});

export const stockCasePage: FormPage = formPage({
  definition: stockCaseForm,
  contract: settleStockCaseContract,
  done: (_, { paths }) => `${paths.to('staff_stock')}?done=settled`,
});

/** What the pages of applications and orders show. */
import { applicationPages } from './application-pages.loader.ts';
import { arrearsPages } from './arrears.loader.ts';
import { depositPages } from './deposits.loader.ts';
import { createOrderSumming, summaryPages } from './booking-summary.loader.ts';
import { changePages } from './change-lease.loader.ts';
import { createShowing } from './order-shown.loader.ts';
import type { OrderSumming } from './booking-summary.loader.ts';
import type { Showing } from './order-shown.loader.ts';
import { ownFeePages } from './own-fee.loader.ts';
import { ownOrderPages } from './own-orders.loader.ts';
import { sponsorPages } from './sponsor-pages.loader.ts';
import { staffOrderPages } from './staff-orders.loader.ts';
import { supplierPaymentPages } from './supplier-payment.loader.ts';
import { supplierSigningPages } from './supplier-signing.loader.ts';

export type OrdersLoader = ReturnType<typeof createOrdersLoader>;

type Parts = Parameters<typeof createShowing>[0] &
  Parameters<typeof createOrderSumming>[0] &
  Omit<
    Parameters<typeof applicationPages>[0] &
      Parameters<typeof arrearsPages>[0] &
      Parameters<typeof summaryPages>[0] &
      Parameters<typeof depositPages>[0] &
      Parameters<typeof changePages>[0] &
      Parameters<typeof ownOrderPages>[0] &
      Parameters<typeof ownFeePages>[0] &
      Parameters<typeof sponsorPages>[0] &
      Parameters<typeof staffOrderPages>[0] &
      Parameters<typeof supplierPaymentPages>[0] &
      Parameters<typeof supplierSigningPages>[0],
    keyof Showing | keyof OrderSumming
  >;

export function createOrdersLoader(parts: Parts) {
  const all = { ...parts, ...createShowing(parts), ...createOrderSumming(parts) };
  return {
    ...applicationPages(all),
    ...arrearsPages(all),
    ...summaryPages(all),
    ...depositPages(all),
    ...changePages(all),
    ...ownOrderPages(all),
    ...ownFeePages(all),
    ...sponsorPages(all),
    ...staffOrderPages(all),
    ...supplierPaymentPages(all),
    ...supplierSigningPages(all),
  };
}

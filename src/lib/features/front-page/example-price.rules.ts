/** The invented lease option by which the home page explains a whole price. Marked as an example there. */
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { money } from '#lib/money/money.ts';

export const exampleTerms: TenancyTerms = {
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(22_500n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25_000n, 'GBP'),
  bookingFee: money(0n, 'GBP'),
};

/** How long ago the example's vacancy was confirmed. */
export const exampleAgeMs = 3 * 3_600_000;
/** Share of the rent returned when a visa is refused before move-in, as the flexible policy has it. */
export const exampleRefundShare = 1;

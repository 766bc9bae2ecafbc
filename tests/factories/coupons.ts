/** What staff write to make a coupon of 50 pounds that the operator bears. */
export const couponGiven = {
  kind: 'fixed',
  amount: '50',
  currency: 'GBP',
  payer: 'operator',
  starts_on: '2026-11-01',
  ends_on: '2027-06-30',
  most: '100',
  most_each: '1',
} as const;

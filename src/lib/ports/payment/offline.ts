/** Transfers from bank to bank: nobody to ask. Account lines come from the settings, and staff confirm what has arrived. */
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { TransferMethod } from '#lib/money/payment-methods.ts';
import type { PaymentProvider } from './payment.ts';

/** What stands in an account's lines, in the order of the settings. */
export const accountLineNames = ['holder', 'bank', 'iban', 'swift', 'account', 'sort-code', 'routing', 'address', 'email', 'phone'] as const;
export type AccountLineName = (typeof accountLineNames)[number];

/** An account of the operator's that money can be sent to. */
export type TransferAccount = {
  readonly method: TransferMethod;
  readonly currency: CurrencyCode;
  readonly lines: readonly { readonly name: AccountLineName; readonly value: string }[];
};

export function offlineProvider(accounts: readonly TransferAccount[]): PaymentProvider {
  return {
    name: 'offline',
    isLive: true,
    leadsTo: [],
    methods: (currency) => [...new Set(accounts.filter((account) => account.currency === currency).map(({ method }) => method))],
    create: async ({ reference }) => ({ ok: true, providerRef: reference, address: undefined }),
    query: async () => undefined,
    // Staff send it by hand from our bank, and say that they have.
    refund: async () => ({ ok: false, why: 'closed' }),
    verifyWebhook: () => undefined,
    disputes: async () => [],
  };
}

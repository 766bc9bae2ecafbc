/** How somebody can pay. Browser-safe. */
export const paymentMethods = ['card', 'alipay', 'wechat-pay', 'bank-transfer', 'boa-transfer', 'zelle'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Those by which money goes from bank to bank. */
export const transferMethods = ['bank-transfer', 'boa-transfer', 'zelle'] as const satisfies readonly PaymentMethod[];
export type TransferMethod = (typeof transferMethods)[number];

/** @example isTransfer('card') // false */
export const isTransfer = (method: PaymentMethod): method is TransferMethod => transferMethods.some((one) => one === method);

/** @example methodNamed('bitcoin') // undefined */
export const methodNamed = (text: string): PaymentMethod | undefined => paymentMethods.find((one) => one === text);

/** Who takes it. `offline`: no service at all; the payer's bank sends the money and staff see it arrive. */
export const providerNames = ['sandbox', 'stripe', 'wechat-pay', 'offline'] as const;
export type ProviderName = (typeof providerNames)[number];

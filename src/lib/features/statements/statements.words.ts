/** What is said of statements of our bank. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { StatementFault } from './statements.schema.ts';

export const statementFaultWords = {
  form: 'payments.bank_fault_form',
  day: 'payments.bank_fault_day',
  amount: 'payments.bank_fault_amount',
  currency: 'payments.bank_fault_currency',
  balance: 'payments.bank_fault_balance',
  large: 'payments.bank_fault_large',
  account: 'payments.bank_fault_account',
} as const satisfies Readonly<Record<StatementFault, MessageKey>>;

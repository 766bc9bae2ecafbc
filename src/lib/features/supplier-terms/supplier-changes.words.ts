/** What is said of changes of providers. Browser-safe. */
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import type { T } from '#lib/i18n/t.ts';

/** Terms line by line: who collects, where, and how long orders wait. */
export const sayTerms = (
  { collects, hours, lines }: { readonly collects: Collector; readonly hours: number; readonly lines: readonly string[] },
  t: T,
): readonly string[] => [t(collects === 'operator' ? 'payments.terms_operator' : 'payments.terms_supplier'), ...lines, t('payments.change_hours', { hours })];

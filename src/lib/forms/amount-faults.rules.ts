/** What a call answers to amounts that are not taken. */
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { clearly } from '#lib/money/typed-amounts.ts';
import { faults } from './field-faults.rules.ts';
import type { BadInput } from './field-faults.rules.ts';
import type { FieldProblem } from './form.schema.ts';

/**
 * What is wrong with an amount that is not taken: of one that is thousands to some and three decimals to others, how it is
 * written so that it can be only one of them.
 * @param otherwise what is said of any other
 */
export function amountProblem(text: string, locale: Locale, otherwise: FieldProblem['message']): Pick<FieldProblem, 'message' | 'values'> {
  const values = clearly(text, localeFacts[locale].intl);
  return values ? { message: 'payments.amount_unclear', values } : { message: otherwise };
}

/** The answer to a field whose amount is not taken. */
export const amountFault = (field: string, text: string, locale: Locale, otherwise: FieldProblem['message']): BadInput =>
  faults([{ field, ...amountProblem(text, locale, otherwise) }]);

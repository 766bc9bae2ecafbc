/** What a call answers to fields that are wrong: what `problemsIn` reads again. Browser-safe. */
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { clearly } from '#lib/money/typed-amounts.ts';
import type { FieldProblem } from './form.schema.ts';

/** What was wrong with which field, in the shape of an answer. */
export type BadInput = {
  readonly ok: false;
  readonly error: 'bad-input';
  readonly data: {
    readonly fields: readonly {
      readonly name: string;
      readonly problem: 'custom';
      readonly message: FieldProblem['message'];
      readonly values: NonNullable<FieldProblem['values']>;
    }[];
  };
};

/** The answer to fields that are wrong. */
export function faults(problems: readonly FieldProblem[]): BadInput {
  return {
    ok: false,
    error: 'bad-input',
    data: { fields: problems.map(({ field, message, values = {} }) => ({ name: field, problem: 'custom', message, values })) },
  };
}

/** The answer to one field that is wrong. */
export const fault = (field: string, message: FieldProblem['message']): BadInput => faults([{ field, message }]);

/**
 * What is wrong with an amount that is not taken: of one that is thousands to some and three decimals to others, how it is
 * written so that it can be only one of them.
 * @param otherwise what is said of any other
 */
export function amountProblem(text: string, locale: Locale, otherwise: FieldProblem['message']): Pick<FieldProblem, 'message' | 'values'> {
  const values = clearly(text, localeFacts[locale].intl);
  return values ? { message: 'forms.amount_unclear', values } : { message: otherwise };
}

/** The answer to a field whose amount is not taken. */
export const amountFault = (field: string, text: string, locale: Locale, otherwise: FieldProblem['message']): BadInput =>
  faults([{ field, ...amountProblem(text, locale, otherwise) }]);

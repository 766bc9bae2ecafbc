/** What a call answers to fields that are wrong: what `problemsIn` reads again. Browser-safe. */
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

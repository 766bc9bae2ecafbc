/** What a form on a page goes through, as one pure step after another. */
import type { FieldProblem } from '#lib/forms/form.schema.ts';

export type FormState<Data> = {
  readonly values: Readonly<Record<string, string>>;
  /** By field, at most one each; in the form's order once it was sent. */
  readonly problems: readonly FieldProblem[];
  /** `refused`: what stands in the way is in `problems` or `failure`. */
  readonly phase: 'open' | 'busy' | 'refused' | 'done';
  /** What else than the values was in the way, in the reader's words. */
  readonly failure: string | undefined;
  readonly data: Data | undefined;
  /** Counts refusals, so that each moves the focus. */
  readonly refusals: number;
};

export type FormEvent<Data> =
  | { readonly type: 'changed'; readonly field: string; readonly value: string }
  /** A field was left; `problem` is what the check says of it. */
  | { readonly type: 'left'; readonly field: string; readonly problem: FieldProblem | undefined }
  | { readonly type: 'sent' }
  /** The reader turned away from what sending asked of them. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'refused'; readonly problems: readonly FieldProblem[]; readonly failure?: string | undefined }
  | { readonly type: 'done'; readonly data: Data };

/** Milliseconds after a form was sent in which it is not sent again, however fast the answer came (R5.40). */
export const secondClick = 1_500;

export function openForm<Data>(values: Readonly<Record<string, string>>): FormState<Data> {
  return { values, problems: [], phase: 'open', failure: undefined, data: undefined, refusals: 0 };
}

const without = (problems: readonly FieldProblem[], field: string): readonly FieldProblem[] => problems.filter((problem) => problem.field !== field);

export function nextForm<Data>(state: FormState<Data>, event: FormEvent<Data>): FormState<Data> {
  switch (event.type) {
    case 'changed':
      // What is being mended is not scolded meanwhile.
      return { ...state, values: { ...state.values, [event.field]: event.value }, problems: without(state.problems, event.field) };
    case 'left': {
      const others = without(state.problems, event.field);
      return { ...state, problems: event.problem ? [...others, event.problem] : others };
    }
    case 'sent':
      return { ...state, phase: 'busy', problems: [], failure: undefined };
    case 'withdrawn':
      return { ...state, phase: 'open' };
    case 'refused':
      return { ...state, phase: 'refused', problems: event.problems, failure: event.failure, refusals: state.refusals + 1 };
    case 'done':
      return { ...state, phase: 'done', problems: [], failure: undefined, data: event.data };
  }
}

/** The one hook of forms: a definition and the call that takes it, and the fields are checked, sent once and told apart. */
import { useEffect, useReducer, useRef } from 'react';
import type { SyntheticEvent } from 'react';
import type * as z from 'zod/mini';
import { callAsPerson, CaptchaClosedError } from '#lib/api/as-person.ts';
import type { Client, Values } from '#lib/api/client.ts';
import type { Contract, Wire } from '#lib/api/contract.ts';
import { checkForm, problemsIn } from '#lib/forms/form-check.rules.ts';
import type { FieldProblem, FormDefinition } from '#lib/forms/form.schema.ts';
import { nextForm, openForm, secondClick } from './form-state.rules.ts';
import type { FormEvent, FormState } from './form-state.rules.ts';

type DataOf<C extends Contract> = z.output<C['output']>;

export type FormSettings<C extends Contract> = {
  readonly definition: FormDefinition;
  readonly wire: C | Wire<C>;
  readonly client: Pick<Client, 'call'>;
  /** What the fields hold before anybody writes. */
  readonly initial?: Readonly<Record<string, string>>;
  readonly onDone?: (data: DataOf<C>) => void;
  /** Has the reader solve a captcha when the call asks for one, and gives its token; without it the form is refused then. */
  readonly solve?: () => Promise<string>;
};

export type FormHandle<Data> = FormState<Data> & {
  readonly definition: FormDefinition;
  problemOf(field: string): FieldProblem | undefined;
  change(field: string, value: string): void;
  /** R5.36: a field is checked when it is left. An empty one is not yet missing. */
  leave(field: string): void;
  /** R5.37 */
  submit(event?: SyntheticEvent): void;
};

/** What a refusal says, and which fields it names. */
function refusalOf(definition: FormDefinition, error: unknown): { problems: readonly FieldProblem[]; failure: string | undefined } {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  const problems = problemsIn(definition, data);
  return { problems, failure: problems.length > 0 ? undefined : error instanceof Error ? error.message : '' };
}

export function useForm<C extends Contract>(settings: FormSettings<C>): FormHandle<DataOf<C>> {
  const { definition, wire, client, initial = {}, onDone, solve } = settings;
  const [state, dispatch] = useReducer<FormState<DataOf<C>>, Readonly<Record<string, string>>, [FormEvent<DataOf<C>>]>(nextForm, initial, openForm);
  /** When it was sent last, and the name of this answer's write: sending it again after a lost connection changes nothing. */
  const sent = useRef({ at: Number.NEGATIVE_INFINITY, busy: false, key: '' });
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);

  async function send(values: Readonly<Record<string, string>>): Promise<void> {
    sent.current = { at: performance.now(), busy: true, key: sent.current.key || newKey() };
    dispatch({ type: 'sent' });
    try {
      // The contract's input was made of this definition, so its names are these.
      const options = { clientToastHide: true, idempotencyKey: sent.current.key };
      const data = await (solve ? callAsPerson(client, wire, values as Values<C>, options, solve) : client.call(wire, values as Values<C>, options));
      if (!isThere.current) return;
      dispatch({ type: 'done', data });
      onDone?.(data);
    } catch (error) {
      // R8.19
      if (error instanceof CaptchaClosedError) {
        if (isThere.current) dispatch({ type: 'withdrawn' });
        return;
      }
      const { problems, failure } = refusalOf(definition, error);
      // What was refused for its values is another write once they are mended.
      if (problems.length > 0) sent.current.key = '';
      if (isThere.current) dispatch({ type: 'refused', problems, failure });
    } finally {
      sent.current.busy = false;
    }
  }

  return {
    ...state,
    definition,
    problemOf: (field) => state.problems.find((problem) => problem.field === field),
    change(field, value) {
      sent.current.key = '';
      dispatch({ type: 'changed', field, value });
    },
    leave(field) {
      const checked = checkForm(definition, state.values);
      const problem = checked.ok || (state.values[field] ?? '').trim() === '' ? undefined : checked.problems.find((one) => one.field === field);
      dispatch({ type: 'left', field, problem });
    },
    submit(event) {
      event?.preventDefault();
      const { at, busy } = sent.current;
      if (busy || state.phase === 'done' || performance.now() - at < secondClick) return;
      const checked = checkForm(definition, state.values);
      if (checked.ok) void send(checked.values);
      else dispatch({ type: 'refused', problems: checked.problems });
    },
  };
}

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a question that was filled in. Apart from its form, which opens without the client of the API; fetched when somebody turns to a field. */
import { ApiError } from '#lib/api/client.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { askQuestionContract } from '#lib/features/enquiries/enquiries.contract.ts';
import { askForm } from '#lib/features/enquiries/enquiries.schema.ts';
import { problemsIn } from '#lib/forms/form-check.rules.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import { api } from '#islands/browser/api.ts';
import { askWire } from './ask-waiting.ts';

const ask = (values: Readonly<Record<string, string>>, idempotencyKey: string) =>
  api().call<typeof askQuestionContract>(askWire, values, { clientToastHide: true, idempotencyKey });

export type AskAnswer = Awaited<ReturnType<typeof ask>>;

type AskOutcome =
  | { readonly kind: 'taken'; readonly answer: AskAnswer }
  /** What is asked for besides, as to pass the question on in the country that the place is in, the server shows. */
  | { readonly kind: 'hand-over' }
  | { readonly kind: 'mend'; readonly problems: readonly FieldProblem[] }
  /** Nobody answered. */
  | { readonly kind: 'unheard'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string };

/** @param hasField whether the form shows a field. */
export async function sendQuestion(values: Readonly<Record<string, string>>, idempotencyKey: string, hasField: (name: string) => boolean): Promise<AskOutcome> {
  try {
    return { kind: 'taken', answer: await ask(values, idempotencyKey) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'refused', message: error instanceof Error ? error.message : '' };
    const problems = problemsIn(askForm, error.data);
    if (error.code === apiErrors['captcha-needed'].code || problems.some(({ field }) => !hasField(field))) return { kind: 'hand-over' };
    if (problems.length > 0) return { kind: 'mend', problems };
    return { kind: error.trouble === 'offline' || error.trouble === 'slow' ? 'unheard' : 'refused', message: error.message };
  }
}

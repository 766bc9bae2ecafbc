/** Who asks for a private page, and what they have just sent to it. Public pages know nobody. */
import type { ApiErrorName } from '#lib/api/envelope.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

/** A signed-in browser or app. */
export type Session = { readonly id: string; readonly customerId: number };

export type FieldProblem = { readonly field: string; readonly message: MessageKey; readonly values?: Readonly<Record<string, string | number>> };

/** A form that was sent and not taken. */
export type Submitted = {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FieldProblem[];
  /** Why the call behind the form refused, when no field is to blame. */
  readonly failed: ApiErrorName | undefined;
};

export type Visitor = {
  readonly session: Session | undefined;
  /** What a form of this page sends along, so that no other site can send it. */
  readonly csrfToken: string;
  readonly submitted: Submitted | undefined;
};

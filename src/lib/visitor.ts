/** Who asks for a private page, and what they have just sent to it. Public pages know nobody. */
import type { Submitted } from '#lib/forms/form.schema.ts';

/** A signed-in browser or app. */
export type Session = { readonly id: string; readonly customerId: number };

export type Visitor = {
  readonly session: Session | undefined;
  /** What a form of this page sends along, so that no other site can send it. */
  readonly csrfToken: string;
  readonly submitted: Submitted | undefined;
};

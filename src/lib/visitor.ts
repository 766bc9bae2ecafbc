/** Who asks for a private page, and what they have just sent to it. Public pages know nobody. */
import type { Session } from '#lib/api/gates/session.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';

export type Visitor = {
  readonly session: Session | undefined;
  /** What a form of this page sends along, so that no other site can send it. */
  readonly csrfToken: string;
  readonly submitted: Submitted | undefined;
};

/** Who asks for a private page, and what they have just sent to it. Public pages know nobody. */
import type { TokenOwner } from '#lib/api/gates/csrf.ts';
import type { Session, StaffSession } from '#lib/api/gates/session.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';

export type Visitor = {
  readonly session: Session | undefined;
  /** Which member of staff, on pages of theirs; `session` is then undefined. */
  readonly staff: StaffSession | undefined;
  /** Whose visit it is: the session's, else that of before sign-in. */
  readonly owner: TokenOwner;
  /** The visit of before sign-in, which goes on after it; undefined where there is none. */
  readonly visit?: string | undefined;
  /** What a form of this page sends along, so that no other site can send it. */
  readonly csrfToken: string;
  /** Says whose form it is, so that what they wrote is theirs again when their session ends in between; undefined for nobody. */
  readonly whose: string | undefined;
  readonly submitted: Submitted | undefined;
  /** Where the form of this page (by its id) leads before it is sent: it asks for a certified name, and this person has none. */
  readonly realname?: { readonly form: string; readonly href: string } | undefined;
  /** What the cookie of a way to a third party says, if there is one. */
  readonly way: string | undefined;
  /** What this browser kept of who signed in with it last, where its reader lets it. */
  readonly known?: string | undefined;
  /** What this browser keeps of a first visit of staff whose link it took. */
  readonly firstVisit?: string | undefined;
  /** Whether they sit at this very machine, with no proxy in between. */
  readonly isHere?: boolean;
  readonly userAgent: string;
  /** Two letters, where a proxy in front has found out; undefined otherwise. */
  readonly country: string | undefined;
  /** Dial code that was found out before, as a cookie of theirs says: good for what a field begins with, and for nothing else. */
  readonly dialCode?: string | undefined;
  /** In which they chose to be told sums, on this page or on one before. */
  readonly currency?: CurrencyCode | undefined;
};

/** Who asks for a private page, in tests of what it shows. */
import type { Visitor } from '#lib/visitor.ts';

/** Nobody, but for what is said otherwise. */
export const visitorOf = (known: Partial<Visitor> = {}): Visitor => ({
  session: undefined,
  staff: undefined,
  owner: 'pre:1',
  csrfToken: '',
  whose: undefined,
  submitted: undefined,
  way: undefined,
  userAgent: '',
  country: undefined,
  ...known,
});

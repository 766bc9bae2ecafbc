/** Links by which a provider without an account sees one thing of one order, and answers it. Browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import { linkKeyPattern } from '#lib/ids/patterns.ts';
import type { OrderId } from '#lib/ids/ids.ts';

/** `condition`: what the home is like, entry by entry. `review`: one review of a stay, to answer. `payment`: what is paid to a provider who collects. `contract`: one to sign. `deposit`: what is kept of one. */
export const linkPurposes = ['condition', 'review', 'payment', 'contract', 'deposit'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Who had a link sent; nobody by `review` (one was shown), `contract` (one was signed), `stay` (one is over) and `clock` (nothing was heard). */
export type LinkMaker = 'student' | 'staff' | 'review' | 'contract' | 'stay' | 'clock';

/** Days for which a link opens. */
export const supplierLinkDays: Readonly<Record<LinkPurpose, number>> = { condition: 30, review: 30, payment: 30, contract: 30, deposit: 30 };
/** Purposes on whose answer a booking or its money depends: their mails are not counted against those that one address gets in a day. */
export const neverWait: ReadonlySet<LinkPurpose> = new Set(['contract', 'payment', 'deposit']);
/** Links that are ever made of one thing: each is a mail to somebody who did not ask for it. */
export const mostSupplierLinks = 10;

/** What a link is of. */
export type LinkedThing = { readonly purpose: LinkPurpose; readonly orderId: OrderId; readonly reviewId?: number };

export type SupplierLink = LinkedThing & {
  readonly id: number;
  readonly locale: Locale;
  readonly madeBy: LinkMaker;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
  /** When something was last sent by it: looking writes nothing down. */
  readonly usedAt: Date | undefined;
};

/** The key, as forms of a link's page carry it. */
export const linkKeyField = {
  kind: 'hidden',
  name: 'key',
  label: 'orders.sponsor_link',
  required: true,
  maxLength: 32,
  rules: [{ kind: 'reg', pattern: linkKeyPattern }],
} as const;

/** What people agree to beside the use of their account, and can take back. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ConsentKind } from './accounts.schema.ts';

/** Consents that are taken back without an end of the account. */
export const freeConsents = ['transfer', 'marketing', 'realname'] as const satisfies readonly ConsentKind[];
export type FreeConsent = (typeof freeConsents)[number];

/** What each is about, who receives what it is about, and what becomes of it when it is taken back. */
export const consentWords = {
  terms: { name: 'accounts.agreed_terms', about: 'accounts.agreed_terms_about' },
  transfer: { name: 'accounts.agreed_transfer', about: 'accounts.agreed_transfer_about' },
  marketing: { name: 'accounts.agreed_marketing', about: 'accounts.agreed_marketing_about' },
  realname: { name: 'accounts.agreed_realname', about: 'accounts.agreed_realname_about' },
} as const satisfies Record<ConsentKind, { readonly name: MessageKey; readonly about: MessageKey }>;

type Given = { readonly kind: ConsentKind; readonly withdrawnAt?: Date | undefined };

/**
 * Whether something is agreed to now.
 * @example isAgreed([{ kind: 'marketing', withdrawnAt: new Date(0) }], 'marketing') // false
 */
export const isAgreed = (all: readonly Given[], kind: ConsentKind): boolean => all.some((one) => one.kind === kind && one.withdrawnAt === undefined);

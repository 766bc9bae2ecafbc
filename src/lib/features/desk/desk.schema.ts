/** What staff do with homes and with what readers report of them. Browser-safe. */
import type { ReportReason } from '#lib/features/reports/reports.schema.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export const houseActs = ['hide', 'restore', 'note'] as const;
export type HouseAct = (typeof houseActs)[number];

/** Why a home is hidden. The provider is told, the public page is not. */
export const hideReasons = ['wrong-price', 'gone', 'scam', 'duplicate', 'law', 'other'] as const satisfies readonly (ReportReason | 'duplicate' | 'law')[];
export type HideReason = (typeof hideReasons)[number];

/** What came of a report. `told`: the provider was, and has to answer. */
export const reportOutcomes = ['nothing-wrong', 'corrected', 'told', 'hidden'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Longest note, in characters. */
export const noteLength = 2_000;

/** What staff wrote of a home, for each other. */
export type HouseNote = { readonly by: string; readonly text: string; readonly at: Date };

/** Where a provider is told what was done to a home of theirs, and in which language. */
export type SupplierContact = { readonly supplierId: SupplierId; readonly email: string; readonly locale: Locale };

/** The clauses of a contract as editors keep them in `src/content/contracts`: one file for each kind of letting, every clause in every language. */
import { z } from 'zod';
import { lettingKinds } from '#lib/features/quotes/letting-law.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';

const said = z.strictObject({
  'en-us': z.string().min(1).max(2000),
  'vi-vn': z.string().min(1).max(2000),
  'zh-cn': z.string().min(1).max(2000),
  'zh-tw': z.string().min(1).max(2000),
  /** Where Hong Kong says it otherwise; else Taiwan's. */
  'zh-hk': z.string().min(1).max(2000).optional(),
});

/** What a clause may name. */
export const clauseFacts = ['provider', 'student', 'operator', 'from', 'to', 'total', 'deposit', 'language', 'place'] as const;
export type ClauseFacts = Readonly<Record<(typeof clauseFacts)[number], string>>;

export const contractClausesSchema = z.strictObject({
  kind: z.enum(lettingKinds),
  /** The language that decides where two differ. */
  binding: z.literal('en-us'),
  clauses: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z-]+$/),
        /** Left out where there is no deposit, no known policy, one language only, or somebody else collects. */
        when: z.enum(['deposit', 'cancellation', 'two-languages', 'operator-collects', 'provider-collects']).optional(),
        heading: said,
        text: said,
      }),
    )
    .min(1)
    .refine((clauses) => new Set(clauses.map(({ id }) => id)).size === clauses.length, 'each clause has a name of its own'),
});
export type ContractClauses = z.infer<typeof contractClausesSchema>;
export type Clause = ContractClauses['clauses'][number];

/** A text in a language. */
export const saidIn = (text: Clause['text'], locale: Locale): string => (locale === 'zh-hk' ? (text['zh-hk'] ?? text['zh-tw']) : text[locale]);

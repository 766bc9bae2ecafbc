/** What the law of a place allows a letting to ask for: dated, with its source. Editors keep it in `src/content/letting-law`. */
import * as z from 'zod';
import { isCurrency } from '#lib/money/currencies.ts';
import { parseDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';

/** Kinds that laws tell apart: a home let by itself, a hall built for students, a room in a host's own home. */
export const lettingKinds = ['private-letting', 'purpose-built', 'homestay'] as const;
export type LettingKind = (typeof lettingKinds)[number];

export const lettingRules = ['deposit', 'holding-deposit', 'rent-in-advance', 'fees'] as const;
export type LettingRule = (typeof lettingRules)[number];

const amount = z.string().transform((text, context): Money => {
  const [digits = '', currency = ''] = text.split(' ');
  const read = isCurrency(currency) ? parseDecimal(digits, currency) : undefined;
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'an amount is written "900 AUD"' });
  return z.NEVER;
});

const day = z.coerce.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** One limit, in weeks or months of rent, or nothing at all; some hold only for rents up to, below or from an amount. */
export const lettingLimitSchema = z
  .strictObject({
    rule: z.enum(lettingRules),
    weeks: z.int().min(1).max(52).optional(),
    months: z.number().multipleOf(0.5).min(0.5).max(12).optional(),
    banned: z.literal(true).optional(),
    weeklyRentUpTo: amount.optional(),
    yearlyRentBelow: amount.optional(),
    yearlyRentFrom: amount.optional(),
  })
  .refine(({ weeks, months, banned }) => [weeks, months, banned].filter((one) => one !== undefined).length === 1, 'weeks, months or banned, one of them');
export type LettingLimit = z.infer<typeof lettingLimitSchema>;

const protectionSchema = z.strictObject({
  /** One of these keeps it; names as they call themselves. */
  schemes: z.array(z.string().min(1).max(80)).min(1).max(5),
  /** Within so many days after it was paid. */
  days: z.int().min(1).max(90),
  counted: z.enum(['days', 'working-days']).default('days'),
});

const giveBackSchema = z.strictObject({
  /** Within so many days a deposit is given back. */
  days: z.int().min(1).max(90),
  /** Counted from when both agree on how much, or from when the tenant has left. */
  from: z.enum(['agreement', 'end']),
});

const lettingLawSchema = z
  .strictObject({
    /** As the place itself calls it, with its state or nation where the name has none: readers see it far from there. */
    name: z.string().min(1).max(120),
    source: z.url({ protocol: /^https$/ }),
    /** The day it began, or one on which it was in force for certain. */
    since: day,
    until: day.optional(),
    /** States (as cities name theirs) in which it holds; without both, in the whole country. */
    states: z.array(z.string()).min(1).optional(),
    exceptStates: z.array(z.string()).min(1).optional(),
    kinds: z.array(z.enum(lettingKinds)).min(1),
    /** Kinds that it leaves out for certain. Of a kind in neither list nothing is known. */
    exempt: z.array(z.enum(lettingKinds)).default([]),
    limits: z.array(lettingLimitSchema).default([]),
    /** Where a deposit has to be kept safe. */
    protection: protectionSchema.optional(),
    /** By when it has to be given back. */
    giveBack: giveBackSchema.optional(),
  })
  .refine(({ limits, protection, giveBack }) => limits.length > 0 || protection !== undefined || giveBack !== undefined, 'limits, protection or giveBack')
  .refine(({ kinds, exempt }) => exempt.every((kind) => !kinds.includes(kind)), 'a kind is covered or exempt, never both')
  .refine(({ states, exceptStates }) => !states || !exceptStates, 'states or exceptStates');

export const lettingLawFileSchema = z.strictObject({ country: z.string(), laws: z.array(lettingLawSchema).min(1) });

export type LettingLaw = z.infer<typeof lettingLawSchema> & { readonly country: string };

/** Who keeps a deposit safe by the law of a place, and within how many days after it was paid. */
export type DepositProtection = z.infer<typeof protectionSchema> & { readonly name: string; readonly source: string };

/** By when a deposit has to be given back, and the law that says so. */
export type GiveBack = z.infer<typeof giveBackSchema> & { readonly name: string };

/** Where and how a home is let. */
export type LettingPlace = { readonly country: string; readonly state: string | undefined; readonly kind: LettingKind };

/** A service that stands as guarantor, for a share of the rent. */
export const guarantorServiceSchema = z.strictObject({
  country: z.string(),
  name: z.string().min(1).max(80),
  isSample: z.boolean(),
  perMilleOfRent: z.int().min(1).max(200),
  least: amount,
  source: z.url({ protocol: /^https$/ }),
  since: day,
});
export type GuarantorService = z.infer<typeof guarantorServiceSchema>;

export const bankCostsSchema = z.strictObject({
  exchange: z
    .strictObject({ fromPerMille: z.int().min(0).max(100), toPerMille: z.int().min(0).max(100), source: z.url({ protocol: /^https$/ }), on: day })
    .refine(({ fromPerMille, toPerMille }) => fromPerMille <= toPerMille, 'from is at most to'),
  noSurcharge: z.strictObject({ countries: z.array(z.string()).min(1), source: z.url({ protocol: /^https$/ }), since: day }),
});
export type BankCosts = z.infer<typeof bankCostsSchema>;

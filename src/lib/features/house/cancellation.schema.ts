/**
 * A cancellation policy as data: event, deadline, share returned, evidence. The words a reader
 * sees come from the message catalogues.
 */
import { z } from 'zod';

export const cancellationEvents = [
  'changed-mind',
  'visa-refused',
  'grades-missed',
  'university-rejected',
  'late-arrival',
  'early-departure',
  'medical',
] as const;

export const cancellationEvidence = ['none', 'visa-refusal-letter', 'grade-letter', 'university-letter', 'medical-certificate'] as const;

/**
 * One promise. It holds while every deadline it names is met. When several rules of one event
 * hold, the one that returns the greater share applies.
 */
export const cancellationRuleSchema = z
  .strictObject({
    event: z.enum(cancellationEvents),
    /** Whole days before move-in by which notice must arrive; null: any time before move-in; negative: up to that many days after it. */
    daysBeforeMoveIn: z.int().min(-366).max(366).nullable(),
    /** Whole days after signing within which notice must arrive; null: no such limit. */
    daysAfterSigning: z.int().min(1).max(366).nullable().default(null),
    /** Percent of the rent already paid. */
    shareOfRentReturned: z.int().min(0).max(100),
    depositReturned: z.boolean(),
    bookingFeeReturned: z.boolean(),
    /** Whole days after notice within which evidence must arrive; null where none is asked for. */
    evidenceWithinDays: z.int().min(1).max(90).nullable(),
    /** Each is required; `none` stands alone. */
    evidence: z.array(z.enum(cancellationEvidence)).min(1),
  })
  .refine(({ evidence }) => !evidence.includes('none') || evidence.length === 1, 'evidence "none" stands alone')
  .refine(
    ({ evidence, evidenceWithinDays }) => evidence.includes('none') === (evidenceWithinDays === null),
    'a time for evidence is given exactly where evidence is asked for',
  );

export const cancellationPolicySchema = z
  .strictObject({
    code: z.enum(['flexible', 'standard', 'strict', 'non-refundable', 'statutory-cooling-off-14']),
    rules: z.array(cancellationRuleSchema).min(1),
  })
  .refine(({ rules }) => cancellationEvents.every((event) => rules.some((rule) => rule.event === event)), 'every event has a rule')
  .refine(
    ({ rules }) => new Set(rules.map((rule) => `${rule.event} ${rule.daysBeforeMoveIn} ${rule.daysAfterSigning}`)).size === rules.length,
    'an event has one rule per deadline',
  );

export type CancellationRule = z.infer<typeof cancellationRuleSchema>;
export type CancellationPolicy = z.infer<typeof cancellationPolicySchema>;

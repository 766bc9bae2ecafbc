/** Which questions an application asks, by country and by who lets the home. Pure, browser-safe. */
import * as z from 'zod/mini';
import type { PaymentPlan } from '#lib/features/quotes/quote.schema.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { FieldProblem, FormDefinition } from '#lib/forms/form.schema.ts';
import { applicationFields, applicationForms, templated } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { leastAge, ofAge } from './orders.schema.ts';
import type { Answers, Order } from './orders.schema.ts';

const asked = z.enum(['required', 'optional']);

export const applicationTemplateSchema = z.strictObject({
  key: z.string().check(z.regex(/^[a-z\d-]{2,40}$/)),
  /** Slugs of countries, and kinds of suppliers; all where it says none. */
  countries: z.optional(z.array(z.string())),
  kinds: z.optional(z.array(z.enum(['operator', 'landlord', 'homestay-host']))),
  /** Years from which somebody signs alone where the home is; that of the place (`majority.yaml`) where it says nothing. */
  majority: z.optional(z.int().check(z.gte(16), z.lte(21))),
  asks: z.partialRecord(z.enum(applicationFields as [(typeof applicationFields)[number], ...(typeof applicationFields)[number][]]), asked),
});
export type ApplicationTemplate = z.infer<typeof applicationTemplateSchema>;

type Of = { readonly country: string; readonly kind: string };

/** The template that says most about whose home it is; one for a kind goes before one for a country. */
export function templateFor(templates: readonly ApplicationTemplate[], { country, kind }: Of): ApplicationTemplate | undefined {
  const fits = ({ countries, kinds }: ApplicationTemplate): boolean =>
    (countries?.includes(country) ?? true) && ((kinds as readonly string[] | undefined)?.includes(kind) ?? true);
  const weight = ({ countries, kinds }: ApplicationTemplate): number => (kinds ? 2 : 0) + (countries ? 1 : 0);
  return [...templates].filter(fits).sort((a, b) => weight(b) - weight(a))[0];
}

/** A guarantor as a way of paying needs them: a service stands in for a person, of whom nothing is asked then. */
function withGuarantor(asks: ApplicationTemplate['asks'], plan: PaymentPlan): ApplicationTemplate['asks'] {
  if (plan === 'instalments' && asks.guarantor) return { ...asks, guarantor: 'required' };
  if (plan !== 'guarantor-service') return asks;
  const { guarantor: _, guarantor_name: __, guarantor_email: ___, ...others } = asks;
  return others;
}

/** What a template asks, by how it is paid and whether several want to live together. */
export function asksOf(
  { asks }: ApplicationTemplate,
  { plan, isGroup }: { readonly plan: PaymentPlan; readonly isGroup: boolean },
): ApplicationTemplate['asks'] {
  const all = withGuarantor(asks, plan);
  return isGroup ? { ...all, roommates: 'required' } : all;
}

/** The form of a part as a template has it. */
export const formOf = (part: ApplicationPart, asks: ApplicationTemplate['asks']): FormDefinition => templated(applicationForms[part], asks);

/**
 * Whole years somebody has on a day.
 * @example ageOn('2010-02-28', '2026-02-27') // 15
 */
export function ageOn(born: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born.slice(0, 4));
  return on.slice(5) < born.slice(5) ? years - 1 : years;
}

/**
 * Whether who applies is too young to sign alone on a day.
 * @example isUnderAge({ birth_date: '2010-02-28' }, '2026-11-23') // true
 * @example isUnderAge({}, '2026-11-23') // false
 */
export const isUnderAge = ({ birth_date: born }: Answers, on: string, majority: number = ofAge): boolean =>
  born !== undefined && born !== '' && ageOn(born, on) < majority;

/** What is wrong with a day of birth: R5.26, R9.18. */
function ageProblem(born: string, moveIn: string, today: string): FieldProblem | undefined {
  if (born === '') return undefined;
  if (born >= today) return { field: 'birth_date', message: 'orders.born_later' };
  return ageOn(born, moveIn) < leastAge ? { field: 'birth_date', message: 'orders.too_young', values: { age: leastAge } } : undefined;
}

/** Whether somebody pays in instalments with a guarantor, and says that they have none. */
const lacksGuarantor = (asks: ApplicationTemplate['asks'], answers: Answers, plan: PaymentPlan): boolean =>
  plan === 'instalments' && asks.guarantor !== undefined && answers['guarantor'] === 'none';

type Booked = { readonly moveIn: string; readonly today: string; readonly plan: PaymentPlan };

/** What of an order decides what its application must say, on a day (UTC). */
export const bookedOf = ({ from, quote }: Pick<Order, 'from' | 'quote'>, now: Date): Booked => ({
  moveIn: from,
  today: now.toISOString().slice(0, 10),
  plan: quote.plan,
});

/** What is wrong with the answers of a part. While it is only put aside, what is missing is not, nor a guarantor who may be found yet. */
export function problemsOf(
  part: ApplicationPart,
  asks: ApplicationTemplate['asks'],
  answers: Answers,
  { moveIn, today, plan, isLater = false }: Booked & { readonly isLater?: boolean },
): readonly FieldProblem[] {
  const checked = checkForm(formOf(part, asks), { code: '0000-0000', ...answers });
  const missing = ['forms.required', 'forms.choose', 'forms.choose_file'];
  const problems = checked.ok ? [] : checked.problems.filter(({ message }) => !isLater || !missing.includes(message));
  const age = part === 'details' ? undefined : ageProblem(answers['birth_date'] ?? '', moveIn, today);
  const guarantor: FieldProblem | undefined =
    part === 'details' && !isLater && lacksGuarantor(asks, answers, plan) ? { field: 'guarantor', message: 'orders.guarantor_for_plan' } : undefined;
  const more = [age, guarantor].filter((one) => one !== undefined);
  return [...problems, ...more.filter((one) => !problems.some(({ field }) => field === one.field))];
}

/** The first part of an application that still wants something; undefined where it is whole. */
export function unfinished(asks: ApplicationTemplate['asks'], answers: Answers, booked: Booked): 'person' | 'details' | undefined {
  return (['person', 'details'] as const).find((part) => problemsOf(part, asks, answers, booked).length > 0);
}

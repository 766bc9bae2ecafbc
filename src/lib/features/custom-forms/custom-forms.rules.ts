/** Decisions about forms that staff make, and the pages of their forms. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import * as contracts from './custom-forms.contract.ts';
import { askedOf, fileOf, isChoosing } from './custom-definitions.rules.ts';
import * as schema from './custom-forms.schema.ts';
import type { CustomCondition, CustomForm, CustomPart, CustomText, FieldAct } from './custom-forms.schema.ts';
import { customFieldForm, customFormForm, textName } from './making-forms.schema.ts';

/** What languages a form can be read in: each text that one of them has is there, and as many choices. */
export function languagesOf({ texts, fields }: Pick<CustomForm, 'texts' | 'fields'>): readonly Locale[] {
  if (askedOf({ fields }).length === 0) return [];
  const wanted = (['title', 'thanks', 'lead', 'consent'] as const).filter(
    (what) => what === 'title' || what === 'thanks' || locales.some((one) => texts[one]?.[what]),
  );
  return locales.filter(
    (locale) =>
      wanted.every((what) => texts[locale]?.[what]) &&
      fields.every(({ kind, labels, hints = {}, choices }) => {
        if (!labels[locale] || (!hints[locale] && locales.some((one) => hints[one]))) return false;
        return !isChoosing(kind) || (choices[locale] ?? []).length === Math.max(1, ...locales.map((one) => (choices[one] ?? []).length));
      }),
  );
}

/**
 * The language in which somebody reads a form: their own, else one of the same script family, else English, else any.
 * @example languageFor({ texts: {}, fields: [] }, 'vi-vn') // undefined
 */
export function languageFor(form: Pick<CustomForm, 'texts' | 'fields'>, locale: Locale): Locale | undefined {
  const there = languagesOf(form);
  const near: Readonly<Record<Locale, readonly Locale[]>> = {
    'zh-hk': ['zh-tw', 'zh-cn'],
    'zh-tw': ['zh-hk', 'zh-cn'],
    'zh-cn': ['zh-tw', 'zh-hk'],
    'en-us': [],
    'vi-vn': [],
  };
  return [locale, ...near[locale], 'en-us' as const].find((one) => there.includes(one)) ?? there[0];
}

/** Where a form stands at a moment: nobody but staff sees a draft, and one that is withdrawn is over. */
export function standOf({ state, opensOn, closesOn }: Pick<CustomForm, 'state' | 'opensOn' | 'closesOn'>, now: Date): 'ahead' | 'open' | 'over' | 'draft' {
  const today = now.toISOString().slice(0, 10);
  if (state === 'draft') return 'draft';
  if (state === 'withdrawn' || (closesOn !== undefined && closesOn < today)) return 'over';
  return opensOn !== undefined && today < opensOn ? 'ahead' : 'open';
}

/** @example writeCondition({ field: 'a3', choice: 2 }) // 'a3-2' */
export const writeCondition = ({ field, choice }: CustomCondition): string => `${field}-${choice}`;

/** @example readCondition('a3-tick') // { field: 'a3', choice: 'tick' } */
export function readCondition(text: string): CustomCondition | undefined {
  const [field = '', choice = ''] = text.split('-');
  return field === '' || choice === '' ? undefined : { field, choice: choice === 'tick' ? 'tick' : Number(choice) };
}

const mostChoices = ({ choices }: Pick<CustomPart, 'choices'>): number => Math.max(0, ...locales.map((one) => (choices[one] ?? []).length));

/** What fields behind this one may hang on. */
export function conditionsOf(field: CustomPart): readonly CustomCondition[] {
  const { name, kind } = field;
  if (kind === 'checkbox') return [{ field: name, choice: 'tick' }];
  return isChoosing(kind) ? Array.from({ length: mostChoices(field) }, (_, at) => ({ field: name, choice: at + 1 })) : [];
}

/** The first field that hangs on something which does not stand before it. */
export const hangingLoose = (fields: readonly CustomPart[]): CustomPart | undefined =>
  fields.find(
    ({ when }, at) =>
      when !== undefined &&
      !fields
        .slice(0, at)
        .flatMap(conditionsOf)
        .some((one) => writeCondition(one) === writeCondition(when)),
  );

/** What a field of a form may hang on, in words: its label and the choice. @param field undefined for a new one, which stands last. */
export function conditionChoices({ fields }: Pick<CustomForm, 'fields'>, field: CustomPart | undefined, locale: Locale, yes: string): readonly GivenChoice[] {
  const said = <T>(by: Readonly<Partial<Record<Locale, T>>>): T | undefined => [locale, ...locales].flatMap((one) => by[one] ?? [])[0] as T | undefined;
  const at = field ? fields.findIndex(({ name }) => name === field.name) : fields.length;
  return fields.slice(0, at).flatMap((one) => {
    const choices = [locale, ...locales].map((language) => one.choices[language] ?? []).find(({ length }) => length > 0) ?? [];
    return conditionsOf(one).map((condition) => ({
      value: writeCondition(condition),
      label: `${said(one.labels) ?? one.name}: ${condition.choice === 'tick' ? yes : (choices[condition.choice - 1] ?? condition.choice)}`,
    }));
  });
}

/** Choices from lines of a text. @example readChoices(' Yes \n\nNo') // ['Yes', 'No'] */
export const readChoices = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether one can take the place of the other while answers name its choices by their number. */
export function fitsAnswers(former: CustomPart, next: CustomPart): boolean {
  if (former.kind !== next.kind) return false;
  return !isChoosing(former.kind) || locales.every((one) => (next.choices[one] ?? []).length >= (former.choices[one] ?? []).length);
}

/** Texts that say nothing. */
export const noText: CustomText = { title: '', lead: '', thanks: '', consent: '' };

/** When an answer goes. */
export const answerKeptUntil = (createdAt: Date, days: number): Date => new Date(createdAt.getTime() + days * dayMs);

/** Where staff fetch the answers of a form as CSV. @example answersCsvHref(3) // '/staff/answers.csv?form=3' */
export const answersCsvHref = (formId: number): string => `/staff/answers.csv?form=${formId}`;

const staffForm = ({ form = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ form_id: form });

export const customFormPages = {
  'custom-answer': formPage({
    definition: schema.customAnswerForm,
    contract: contracts.answerFormContract,
    valuesOf: ({ id = '' }) => ({ form: id }),
    done: ({ reference }, { paths, values }) => `${paths.to('forms', { id: values['form'] ?? '' })}?${new URLSearchParams({ sent: reference })}`,
  }),
  'custom-step': formPage({
    definition: schema.customStepForm,
    contract: contracts.formStepContract,
    valuesOf: ({ id = '', step = '' }) => ({ form: id, step }),
    done: ({ next }, { paths, values: { form: id = '' } }) => (next === 0 ? paths.to('forms', { id }) : paths.to('form_step', { id, step: String(next) })),
  }),
  'custom-form': formPage({
    definition: customFormForm,
    contract: contracts.customFormSaveContract,
    valuesOf: staffForm,
    done: ({ form_id }, { paths }) => `${paths.to('staff_form', { form: String(form_id) })}?done=saved`,
  }),
  'custom-field': formPage({
    definition: customFieldForm,
    contract: contracts.customFieldContract,
    valuesOf: ({ field = '', ...params }) => ({ ...staffForm(params), field }),
    done: ({ form_id }, { paths }) => `${paths.to('staff_form', { form: String(form_id) })}?done=saved`,
  }),
  'custom-answer-act': formPage({
    definition: schema.answerActForm,
    contract: contracts.answerActContract,
    valuesOf: ({ answer = '' }) => ({ answer_id: answer }),
    done: ({ act }, { paths }) => `${paths.to('staff_answers')}?done=${act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;

/** What the form shows in which staff change a form. */
export function formValues({ id, state, opensOn = '', closesOn = '', texts }: CustomForm): Readonly<Record<string, string>> {
  const said = locales.flatMap((locale) =>
    (['title', 'lead', 'thanks', 'consent'] as const).map((what) => [textName(what, locale), texts[locale]?.[what] ?? ''] as const),
  );
  return { form_id: String(id), state, opens_on: opensOn, closes_on: closesOn, ...Object.fromEntries(said) };
}

/** What the form shows in which staff change a field; undefined for a new one. */
export function fieldValues(field: CustomPart | undefined): Readonly<Record<string, string>> {
  if (!field) return { field: 'new', act: 'save', kind: 'text', takes: 'either', megabytes: '10' };
  const said = locales.flatMap((locale) => [
    [textName('label', locale), field.labels[locale] ?? ''] as const,
    [textName('hint', locale), field.hints?.[locale] ?? ''] as const,
    [textName('choices', locale), (field.choices[locale] ?? []).join('\n')] as const,
  ]);
  return {
    field: field.name,
    act: 'save',
    kind: field.kind,
    required: field.required ? ticked : '',
    when: field.when ? writeCondition(field.when) : '',
    takes: fileOf(field).takes,
    megabytes: String(fileOf(field).megabytes),
    ...Object.fromEntries(said),
  };
}

/** What can be done to a field where it stands. @example fieldActsFor({ fields: [] }, undefined) // ['save'] */
export function fieldActsFor({ fields }: Pick<CustomForm, 'fields'>, field: CustomPart | undefined): readonly FieldAct[] {
  if (!field) return ['save'];
  const at = fields.findIndex(({ name }) => name === field.name);
  return ['save', ...(at > 0 ? (['up'] as const) : []), ...(at < fields.length - 1 ? (['down'] as const) : []), 'remove'];
}

/** A form of staff as the form that readers meet, and what they said in it. Pure, browser-safe. */
import { dialCountry } from '#lib/geo/dial-codes.ts';
import { fileMessages } from '#lib/forms/files.schema.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import type { Condition, Field, FormDefinition } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import * as schema from './custom-forms.schema.ts';
import type { CustomCondition, CustomField, CustomForm, CustomLine, CustomPart } from './custom-forms.schema.ts';

/** The fields of a form, without the marks between its steps. */
export const askedOf = ({ fields }: Pick<CustomForm, 'fields'>): readonly CustomField[] => fields.filter((part): part is CustomField => part.kind !== 'step');

const conditionOf = ({ field, choice }: CustomCondition): Condition => ({ field, is: choice === 'tick' ? ticked : String(choice) });

/** What a field for a file takes, where staff said nothing else. */
export const fileOf = ({ file }: Pick<CustomPart, 'file'>): NonNullable<CustomPart['file']> => file ?? { takes: 'either', megabytes: 10 };

function fieldOf({ name, kind, required, labels, hints, choices: all, when, file }: CustomField, language: Locale): Field {
  const hint = hints?.[language];
  const common = {
    name,
    label: { given: labels[language] ?? '' },
    ...(hint ? { hint: { given: hint } } : {}),
    ...(required ? { required: true as const } : {}),
    ...(when ? { when: conditionOf(when) } : {}),
  };
  const choices = (all[language] ?? []).map((label, at) => ({ value: String(at + 1), label: { given: label } }));
  switch (kind) {
    case 'text':
      return { ...common, kind, maxLength: schema.customBounds.line };
    case 'textarea':
      return { ...common, kind, maxLength: schema.customBounds.lines };
    case 'number':
      return { ...common, kind, maxLength: schema.customBounds.number };
    case 'phone':
      return { ...common, kind, country: schema.countryOf(name) };
    case 'select':
    case 'radio':
      return { ...common, kind, choices };
    case 'file': {
      const { takes, megabytes } = fileOf({ file });
      return { ...common, kind, purpose: schema.filesTaken[takes], megabytes };
    }
    case 'email':
    case 'date':
    case 'checkbox':
      return { ...common, kind };
  }
}

/** What an own consent of a form is known by. @example ownConsent({ id: 3, version: 2 }) // '3-2' */
export const ownConsent = ({ id, version }: Pick<CustomForm, 'id' | 'version'>): string => `${id}-${version}`;

/** The form as readers meet it in a language, whole. @param keep what is agreed to about keeping it, in their words. */
export function definitionOf(form: CustomForm, language: Locale, keep: string): FormDefinition {
  const own = form.texts[language]?.consent ?? '';
  return {
    id: 'custom-answer',
    fields: askedOf(form).map((field) => fieldOf(field, language)),
    consents: [
      { id: 'keep', version: schema.customConsentVersion, text: { given: keep }, required: true },
      ...(own === '' ? [] : [{ id: 'own', version: ownConsent(form), text: { given: own }, required: true as const }]),
    ],
    submit: 'customforms.send',
    answers: fileMessages,
  };
}

/**
 * What was asked and said, from values that were checked.
 * @param yes what a tick is told as. @param nameOf the name of a file, by its id.
 */
export function linesOf(
  form: CustomForm,
  language: Locale,
  values: Readonly<Record<string, string>>,
  yes: string,
  nameOf: (file: string) => string,
): readonly CustomLine[] {
  return askedOf(form).map(({ name, kind, labels, choices }) => {
    const value = values[name] ?? '';
    const label = labels[language] ?? '';
    if (kind === 'checkbox') return { name, label, said: value === ticked ? yes : '' };
    if (kind === 'file') return value === '' ? { name, label, said: '' } : { name, label, said: nameOf(value), file: value };
    if (isChoosing(kind)) return { name, label, said: choices[language]?.[Number(value) - 1] ?? '' };
    const dialCode = kind === 'phone' && value !== '' ? dialCountry(values[schema.countryOf(name)] ?? '')?.dialCode : undefined;
    return { name, label, said: dialCode === undefined ? value : `+${dialCode} ${value}` };
  });
}

export const isChoosing = (kind: CustomPart['kind']): boolean => schema.choosingKinds.some((one) => one === kind);

/** How a field stands on a page: ids, and what its input tells browsers. The same for blocks and islands. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Consent, Field, FormDefinition } from './form.schema.ts';
import { passwordLength, staffPasswordLength } from '#lib/validation/passwords.ts';
import { consentName, emailLength } from './form.schema.ts';

/** Attributes of an `input` or `textarea`, as HTML names them. */
export type InputAttributes = {
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'password';
  readonly inputmode?: 'text' | 'numeric' | 'search' | 'url' | 'email' | 'tel';
  readonly autocomplete?: string;
  readonly maxlength?: number;
  readonly autocapitalize?: 'off';
  readonly spellcheck?: boolean;
};

/** What fields of digits let in: a paste may bring blanks, marks and words, and its digits must not be cut for them. */
const pastedLength = 60;

/** What an element tells browsers. @example inputAttributes({ kind: 'number', name: 'guests', label: 'forms.choose', maxLength: 2 }) // { type: 'text', inputmode: 'numeric', maxlength: 2 } */
export function inputAttributes(field: Field): InputAttributes {
  const autocomplete = 'autocomplete' in field && field.autocomplete !== undefined ? { autocomplete: field.autocomplete } : {};
  switch (field.kind) {
    case 'email':
      return { type: 'email', inputmode: 'email', autocomplete: 'email', ...autocomplete, maxlength: emailLength, autocapitalize: 'off', spellcheck: false };
    case 'phone':
      // A number may be typed with blanks and a zero; what it must look like is said by the check.
      return { type: 'tel', inputmode: 'tel', autocomplete: 'tel-national', ...autocomplete, maxlength: pastedLength };
    case 'number':
      return { type: 'text', inputmode: 'numeric', ...autocomplete, maxlength: field.maxLength };
    case 'password': {
      const known = field.fresh ? 'new-password' : 'current-password';
      return {
        type: 'password',
        autocomplete: known,
        ...autocomplete,
        maxlength: (field.long ? staffPasswordLength : passwordLength).most,
        autocapitalize: 'off',
        spellcheck: false,
      };
    }
    case 'code':
      return { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code', ...autocomplete, maxlength: pastedLength, spellcheck: false };
    case 'date':
      return { type: 'date', ...autocomplete };
    case 'text':
      return { type: 'text', ...(field.inputmode ? { inputmode: field.inputmode } : {}), ...autocomplete, maxlength: field.maxLength };
    case 'textarea':
      return { ...autocomplete, maxlength: field.maxLength };
    default:
      return autocomplete;
  }
}

/** Ids of the elements of one value. A link to a problem leads to `input`. */
export function idsOf({ id }: Pick<FormDefinition, 'id'>, name: string): { readonly input: string; readonly hint: string; readonly problem: string } {
  const input = `${id}-${name}`;
  return { input, hint: `${input}-hint`, problem: `${input}-problem` };
}

/** What an input is described by: its hint, and its problem where there is one. */
export function describedBy(ids: ReturnType<typeof idsOf>, hasHint: boolean, hasProblem: boolean): string | undefined {
  return [...(hasProblem ? [ids.problem] : []), ...(hasHint ? [ids.hint] : [])].join(' ') || undefined;
}

/** What consents are called in a list of problems, where a form may ask for several. */
const consentLabels: Readonly<Record<string, MessageKey>> = {
  terms: 'forms.consent_terms',
  age: 'forms.consent_age',
  transfer: 'forms.consent_transfer',
  true: 'forms.consent_true',
  share: 'forms.consent_share',
  report: 'forms.consent_report',
  keep: 'forms.consent_keep',
};

/** The labels of a form's values by name: what a list of problems calls them. */
export function labelsOf({ fields, consents = [] }: FormDefinition): ReadonlyMap<string, Field['label']> {
  return new Map([
    ...fields.flatMap((field): [string, Field['label']][] =>
      field.kind === 'phone'
        ? [
            [field.country, 'forms.country_code'],
            [field.name, field.label],
          ]
        : [[field.name, field.label]],
    ),
    ...consents.map((consent: Consent): [string, Field['label']] => [consentName(consent), consentLabels[consent.id] ?? 'forms.consent']),
  ]);
}

/** The names of values that are never written into a page again. */
export function secretsOf({ fields }: FormDefinition): ReadonlySet<string> {
  return new Set(fields.flatMap((field) => (field.kind === 'password' || field.kind === 'code' ? [field.name] : [])));
}

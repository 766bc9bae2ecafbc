/**
 * Form validators (R5.42–R5.50). A rule gives the key and values of a message, or undefined when the text
 * passes; wording is the catalogue's. An empty field passes every rule but `required`.
 */
import type { MessageKey, MessageValues } from '#lib/i18n/t.ts';
import { newPasswordFault, passwordFault } from './passwords.ts';
import { patterns } from './patterns.ts';

export type Rule =
  | { readonly kind: 'required' | 'mobile' | 'chinesemobile' | 'email' | 'number' }
  /** One that somebody signs in with (R5.12), and one that is to be set (R5.13–R5.16). */
  | { readonly kind: 'password' | 'newpassword' }
  /** A custom expression (R5.46); the pattern is written by us, never by a reader. */
  | { readonly kind: 'reg'; readonly pattern: RegExp }
  /** One of a name, of which the first sign that `signs` does not allow is named. */
  | { readonly kind: 'name'; readonly pattern: RegExp; readonly signs: RegExp }
  /** Bounds on the length in characters (R5.47). */
  | { readonly kind: 'minmax'; readonly min: number; readonly max: number }
  | { readonly kind: 'min'; readonly min: number }
  | { readonly kind: 'max'; readonly max: number };

export type Complaint = { readonly key: MessageKey; readonly values: MessageValues };

/** Field names may carry a numeric prefix for their order: `3_email` is the field `email` (R5.49). */
export function fieldName(name: string): string {
  return name.replace(/^\d+_/, '');
}

/** Characters as people count them. */
const lengthOf = (text: string): number => [...text].length;

const shapes = { mobile: patterns.mobile, chinesemobile: patterns.chineseMobile, email: patterns.email, number: patterns.digits } as const;
const shapeMessages = { mobile: 'forms.mobile', chinesemobile: 'forms.chinese_mobile', email: 'forms.email', number: 'forms.number' } as const satisfies Record<
  keyof typeof shapes,
  MessageKey
>;

/**
 * Checks one text against one rule.
 * @param field the field's name as the form has it; messages get it without its order prefix.
 */
export function check(field: string, text: string, rule: Rule): Complaint | undefined {
  const given = text.trim();
  const values = { field: fieldName(field) };
  if (rule.kind === 'required') return given === '' ? { key: 'forms.required', values } : undefined;
  if (given === '') return undefined;
  const length = lengthOf(given);
  switch (rule.kind) {
    case 'password':
    case 'newpassword': {
      const key = rule.kind === 'password' ? passwordFault(given) : newPasswordFault(given);
      return key && { key, values };
    }
    case 'reg':
      return new RegExp(rule.pattern.source, rule.pattern.flags.replace(/[gy]/g, '')).test(given) ? undefined : { key: 'forms.pattern', values };
    case 'name': {
      if (rule.pattern.test(given)) return undefined;
      // A blank that is none of ours cannot be seen where it is named.
      const sign = [...given].find((one) => !rule.signs.test(one) && !/\s/.test(one));
      return sign === undefined ? { key: 'forms.pattern', values } : { key: 'forms.name_sign', values: { ...values, sign } };
    }
    case 'minmax':
      return length >= rule.min && length <= rule.max ? undefined : { key: 'forms.length_between', values: { ...values, min: rule.min, max: rule.max } };
    case 'min':
      return length >= rule.min ? undefined : { key: 'forms.length_min', values: { ...values, min: rule.min } };
    case 'max':
      return length <= rule.max ? undefined : { key: 'forms.length_max', values: { ...values, max: rule.max } };
    default:
      return shapes[rule.kind].test(given) ? undefined : { key: shapeMessages[rule.kind], values };
  }
}

/** The first complaint of several rules, in their order. */
export function checkAll(field: string, text: string, rules: readonly Rule[]): Complaint | undefined {
  for (const rule of rules) {
    const complaint = check(field, text, rule);
    if (complaint) return complaint;
  }
  return undefined;
}

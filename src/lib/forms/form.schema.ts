/** What a form is: fields as data, from which HTML, React, the server's check and a contract's input are made. Browser-safe. */
import type { ApiErrorName } from '#lib/api/envelope.ts';
import type { FilePurpose, KeptFile } from './files.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Rule } from '#lib/validation/validators.ts';

/** Words of the catalogues, with what fills them; or those that staff wrote. */
export type Words = MessageKey | { readonly key: MessageKey; readonly values: Readonly<Record<string, string>> } | { readonly given: string };

/** The words as a page says them. @example said(translator('en-us'), { given: 'Your college' }) // 'Your college' */
export function said(t: (key: MessageKey, values?: Readonly<Record<string, string>>) => string, words: Words): string {
  if (typeof words === 'string') return t(words);
  return 'given' in words ? words.given : t(words.key, words.values);
}

/** What holds while another field, one that stands earlier in the form, has one of these values, none of them, or any value. */
export type Condition =
  | { readonly field: string; readonly is: string | readonly string[] }
  | { readonly field: string; readonly isNot: readonly string[] }
  | { readonly field: string; readonly given: true };

type Common = {
  /** What the value is called on the wire; unique in the form. An order prefix (`3_email`) is not told to people (R5.49). */
  readonly name: string;
  readonly label: Words;
  readonly hint?: Words;
  /** What browsers may fill in: a token of HTML's autocomplete attribute. */
  readonly autocomplete?: string;
  /** Always, or while the condition holds. What is not required is said to be optional. */
  readonly required?: true | Condition;
  /** Besides those that the kind of field brings along. */
  readonly rules?: readonly Rule[];
  /** The field is part of the form only while this holds; its value is dropped otherwise. */
  readonly when?: Condition;
};

/** One of the values a field may have, with its words. */
export type Choice = { readonly value: string; readonly label: Words /** What is worth knowing before it is chosen. */; readonly note?: Words };

/** A choice whose words are data, such as the name of a room. */
export type GivenChoice = { readonly value: string; readonly label: string };

/** Lengths are in UTF-16 units, as HTML's maxlength counts. */
export type Field =
  | (Common & { readonly kind: 'text'; readonly maxLength: number; readonly inputmode?: 'text' | 'numeric' | 'search' | 'url' })
  | (Common & { readonly kind: 'textarea'; readonly maxLength: number; readonly rows?: number })
  | (Common & { readonly kind: 'email' })
  /** A number without dial code, and beside it the country (two letters) whose code goes before it. */
  | (Common & {
      readonly kind: 'phone';
      readonly country: string /** Blanks and signs between digits are dropped everywhere; `with-code`: a number may bring its own dial code. */;
      readonly spaced?: 'with-code';
    })
  /** A whole number in digits. */
  | (Common & { readonly kind: 'number'; readonly maxLength: number })
  /** `given`: the page brings the choices along; values are then bounded by length and rules alone. */
  | (Common & {
      readonly kind: 'select' /** What no choice is called; "please choose" otherwise. */;
      readonly none?: MessageKey;
      readonly choices: readonly Choice[] | { readonly given: true; readonly maxLength: number };
    })
  | (Common & { readonly kind: 'radio'; readonly choices: readonly Choice[] })
  /** Ticked is `yes`. */
  | (Common & { readonly kind: 'checkbox' })
  /** YYYY-MM-DD. */
  | (Common & { readonly kind: 'date' })
  /** `fresh`: one that is to be set, which has to be stronger than those that were once allowed. It is never shown again. `long`: of staff, whose call says what is wrong with it. */
  | (Common & { readonly kind: 'password'; readonly fresh: boolean; readonly long?: boolean })
  /** Digits that were sent to somebody. */
  | (Common & { readonly kind: 'code'; readonly length: number })
  /** Names a file that was taken before; only forms of pages have it. Its definition has `fileMessages` among its answers. */
  | (Common & { readonly kind: 'file'; readonly purpose: FilePurpose /** Less than the purpose allows, in the same unit. */; readonly megabytes?: number })
  /** Part of the page's question, not of the reader's answer. */
  | (Pick<Common, 'name' | 'label' | 'required' | 'rules'> & { readonly kind: 'hidden'; readonly maxLength: number });

/** What somebody agrees to. Its value is the version of the wording, so that it is known what was agreed to. */
export type Consent = {
  readonly id: string;
  /** Changes whenever the wording does; letters, digits, dots and dashes. */
  readonly version: string;
  readonly text: Words;
  readonly required?: true | Condition;
  readonly when?: Condition;
  /** How it is said that it was not agreed to, in place of the usual words. Stands among the form's answers too. */
  readonly missing?: MessageKey;
};

/**
 * What a form ends, refunds, declines, erases or pays, which nobody can take back.
 * `when`: while this holds; always without it. No page presets what it asks of, or, without it, any choice of the form.
 * `asks`: `step` has what was filled in shown once more, with sum, person and home, before it is sent; `page` says that the form's page is that
 * question already: it says what comes of it, and nothing else is done there.
 */
export type Ending = { readonly when?: Condition; readonly asks: 'step' | 'page' };

export type FormDefinition = {
  /** In kebab-case; begins the ids of the form's elements. */
  readonly id: string;
  readonly fields: readonly Field[];
  readonly consents?: readonly Consent[];
  /** What the button does. */
  readonly submit: MessageKey;
  readonly ends?: Ending;
  /** What the call alone can find wrong with a field, besides what every form says. */
  readonly answers?: readonly MessageKey[];
};

type FieldNames<F> = F extends { readonly kind: 'phone'; readonly name: infer N; readonly country: infer C }
  ? N | C
  : F extends { readonly name: infer N }
    ? N
    : never;
type ConsentNames<D> = D extends { readonly consents: readonly (infer C)[] }
  ? C extends { readonly id: infer I extends string }
    ? `consent_${I}`
    : never
  : never;

/** The names of a form's values. */
export type NamesOf<D extends FormDefinition> = Extract<FieldNames<D['fields'][number]> | ConsentNames<D>, string>;

/** The values of a form that has no problems. What was not given is an empty text. */
export type FormValues<D extends FormDefinition = FormDefinition> = Readonly<Record<NamesOf<D>, string>>;

/** Texts as they were sent. */
export type GivenValues = Readonly<Record<string, string | undefined>>;

/** Something about one value that the reader has to change. `values` fill the message's places. */
export type FieldProblem = { readonly field: string; readonly message: MessageKey; readonly values?: Readonly<Record<string, string | number>> };

/** What a form says, whoever checks it. */
export type CheckedForm<D extends FormDefinition = FormDefinition> =
  | { readonly ok: true; readonly values: FormValues<D> }
  | { readonly ok: false; readonly problems: readonly FieldProblem[]; readonly values: Readonly<Record<string, string>> };

/** What somebody sent to a private page that answers with the form once more. `failed`: what else than the values was in the way. */
export type Submitted = {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly FieldProblem[];
  readonly failed: ApiErrorName | undefined;
  /** The number beside the error, where one error has several (R8.11). */
  readonly inner?: number;
  /** Whether it ends something and was not sent yet: the page asks first. */
  readonly isAsked?: boolean;
  /** Seconds until it may be sent again, where that is what was in the way. */
  readonly wait?: number;
  /** Whether it was kept over a sign-in and has not been sent yet. */
  readonly isKept?: boolean;
  /** Files that were taken and need not be chosen again, by field. */
  readonly files?: Readonly<Record<string, KeptFile>>;
  /** Set where the call asked for a captcha: what who has no script sends along in its place. */
  readonly captcha?:
    | { readonly call: string; readonly ticket: string /** The ticket is not enough: without script the form cannot be sent. */; readonly solvedOnly: boolean }
    | undefined;
};

/** Declares a form; its names and choices become part of its type. */
export function formDefinition<const D extends FormDefinition>(definition: D): D {
  return definition;
}

/** The same fields, of which the radio buttons offer these values alone: what can be chosen now. */
export const offering = (fields: readonly Field[], values: readonly string[]): readonly Field[] =>
  fields.map((field) => (field.kind === 'radio' ? { ...field, choices: field.choices.filter(({ value }) => values.includes(value)) } : field));

/** The name of a consent's value. */
export const consentName = (consent: Pick<Consent, 'id'>): string => `consent_${consent.id}`;

/** What a ticked box sends. */
export const ticked = 'yes';

/** The longest address that mail can be sent to. */
export const emailLength = 254;

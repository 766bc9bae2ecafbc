/** What the script of a question decides: its steps, its draft and what waits for a connection. Pure, browser-safe. */
import { plainNumber } from '#lib/validation/pasted.rules.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import { consentName } from '#lib/forms/form.schema.ts';
import type { FieldProblem, FormValues, GivenValues } from '#lib/forms/form.schema.ts';
import { clientIdPattern } from '#lib/ids/patterns.ts';
import { askedFlags } from './asking-opens.rules.ts';
import { askForm } from './enquiries.schema.ts';

/** Milliseconds for which the words at a box that has to be ticked stand out (R5.35, R9.13); they stay until it is. */
export const agreeTip = 2_000;
/** Milliseconds in which a second click is the first one (R9.22). */
export const sendDebounce = 350;
/** Milliseconds after which a draft is forgotten and an enquiry that waits is no longer sent by itself: as long as the server knows its name. */
export const draftAge = 86_400_000;
/** Milliseconds after which an enquiry that was never sent is forgotten. */
const waitingAge = 7 * draftAge;
/** Enquiries that wait at once, and homes whose questions are drafts at once. */
export const most = { waiting: 3, drafts: 5 } as const;

/** A number as it may be typed: full width, and with signs between. @example plainMobile('７７００ 900-123') // '7700900123' */
export const plainMobile = (typed: string): string => plainNumber(typed);

export type AskStep =
  | { readonly kind: 'mend'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'send'; readonly values: FormValues<typeof askForm> };

const consents: ReadonlySet<string> = new Set(askForm.consents.map(consentName));

/** Whether a part of the form is a box of something to agree to. */
export const isConsent = (name: string): boolean => consents.has(name);

/** What sending comes to (R4.075): all that lacks at once, the fields first and then what has to be agreed to, or it is sent. */
export function nextAskStep(given: GivenValues): AskStep {
  const checked = checkForm(askForm, { ...given, mobile: plainMobile(given['mobile'] ?? '') });
  return checked.ok ? { kind: 'send', values: checked.values } : { kind: 'mend', problems: checked.problems };
}

/** What is wrong with a field that is left (R5.36). An empty one is not yet missing, unless its reader was told so when they sent it. */
export function leftProblem(field: string, given: GivenValues, wasTold = false): FieldProblem | undefined {
  const values = { ...given, mobile: plainMobile(given['mobile'] ?? '') };
  const checked = !wasTold && (given[field] ?? '').trim() === '' ? undefined : checkForm(askForm, values);
  return checked && !checked.ok ? checked.problems.find((one) => one.field === field) : undefined;
}

type Texts = Readonly<Record<string, string>>;

/** What was written and not sent. `whose`: number of who was signed in, empty for nobody. `about`: questions by home, '' for none, the latest last. */
export type AskDraft = { readonly at: number; readonly whose: string; readonly person: Texts; readonly about: Readonly<Record<string, Texts>> };

const personal = ['firstname', 'lastname', 'reach', 'email', 'mobile', 'country_code'] as const;
const ofHome = ['location', 'content'] as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Texts of these fields, each no longer than its field takes. */
function textsIn(given: unknown, names: readonly string[]): Texts {
  if (!isRecord(given)) return {};
  const lengths = new Map(partsOf(askForm).map(({ name, maxLength }) => [name, maxLength]));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, lengths.get(name) ?? 0)]] : [];
    }),
  );
}

/** A draft as it is kept, whatever somebody made of it. Undefined where there is none, or it is a day old. */
export function readDraft(text: string | null, now: number): AskDraft | undefined {
  const kept = parsed(text);
  if (!isRecord(kept) || typeof kept['at'] !== 'number' || !(kept['at'] <= now && now - kept['at'] < draftAge)) return undefined;
  const about = isRecord(kept['about']) ? Object.entries(kept['about']).slice(-most.drafts) : [];
  return {
    at: kept['at'],
    whose: typeof kept['whose'] === 'string' ? kept['whose'].slice(0, 10) : '',
    person: textsIn(kept['person'], personal),
    about: Object.fromEntries(about.map(([home, texts]) => [home.slice(0, 11), textsIn(texts, ofHome)])),
  };
}

/** Whether a draft may be shown to who is signed in now: who signs in takes theirs along, and nobody finds another's. */
export const isDraftOf = (draft: AskDraft, whose: string): boolean => draft.whose === '' || draft.whose === whose;

/** A draft with what the form holds now. */
export function withDraft(before: AskDraft | undefined, given: GivenValues, whose: string, now: number): AskDraft {
  const home = given['house_id'] ?? '';
  const kept = before && isDraftOf(before, whose) ? before : undefined;
  // In the order of writing; ids are texts that objects would put in an order of their own, so they get a letter.
  const { [`h${home}`]: _, ...others } = kept?.about ?? {};
  const about = Object.entries({ ...others, [`h${home}`]: textsIn(given, ofHome) }).slice(-most.drafts);
  return { at: now, whose, person: textsIn(given, personal), about: Object.fromEntries(about) };
}

/** What of a draft belongs into the form about a home, `''` for none. */
export const draftFor = ({ person, about }: AskDraft, home: string): Texts => ({ ...person, ...about[`h${home}`] });

/** An enquiry that waits for a connection. `unsent`: the server did not take it, or it is too old; its writer has to look at it. */
export type WaitingAsk = {
  /** The name of its write, under which it is taken once. */
  readonly id: string;
  readonly at: number;
  readonly whose: string;
  /** Address of its form. */
  readonly form: string;
  readonly values: Texts;
  readonly unsent: boolean;
};

/** What waits, whatever somebody made of it; the oldest first. */
export function readWaiting(text: string | null, now: number): readonly WaitingAsk[] {
  const kept = parsed(text);
  if (!Array.isArray(kept)) return [];
  const names = partsOf(askForm).map(({ name }) => name);
  return kept.slice(0, most.waiting).flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { id, at, whose, form, values, unsent } = one;
    if (typeof id !== 'string' || !clientIdPattern.test(id) || typeof at !== 'number' || !(at <= now && now - at < waitingAge)) return [];
    const isPath = typeof form === 'string' && /^\/(?![/\\])[^\s\\]{0,999}$/.test(form);
    return [
      {
        id,
        at,
        whose: typeof whose === 'string' ? whose.slice(0, 10) : '',
        form: isPath ? form : '/intent/askform',
        values: textsIn(values, names),
        unsent: unsent === true || now - at >= draftAge,
      },
    ];
  });
}

/** What is sent of one: what was not agreed to is said to be empty, because a client that leaves it out has asked for it by itself. */
export const wholeValues = ({ values }: Pick<WaitingAsk, 'values'>): Texts =>
  Object.fromEntries(partsOf(askForm).map(({ name }) => [name, values[name] ?? '']));

/** The flag of a question that was sent: about a home, or another. */
export const askedFlagOf = (values: GivenValues): string => ((values['house_id'] ?? '') === '' ? askedFlags.list : askedFlags.detail);

/** What the page of a form shows, and what those of staff do. */
import { refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import type { FormDefinition, Submitted } from '#lib/forms/form.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CustomAnswerId, CustomFormId, StaffId } from '#lib/ids/ids.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { AnsweringService } from './answering.service.ts';
import { noText, standOf } from './custom-forms.rules.ts';
import { customSlug } from './custom-forms.schema.ts';
import type { CustomAnswer, CustomForm, CustomPart, CustomText, ListedAnswer } from './custom-forms.schema.ts';
import { createSteppingLoader } from './custom-steps.loader.ts';
import type { Stepped, SteppingParts } from './custom-steps.loader.ts';
import type { MakingService } from './making.service.ts';

/** `over`: also where there never was such a form, which nobody is told apart. */
export type OpenedForm =
  | { readonly kind: 'over' }
  | { readonly kind: 'ahead'; readonly language: Locale; readonly text: CustomText; readonly opensOn: string }
  | {
      readonly kind: 'open';
      readonly language: Locale;
      readonly text: CustomText;
      readonly closesOn: string | undefined;
      readonly definition: FormDefinition;
      /** Set once it was taken. */
      readonly sent: { readonly reference: string; readonly keptUntil: Date } | undefined;
      /** Set where it is gone through step by step: `definition` is then that of the step. */
      readonly stepped: Stepped | undefined;
      /** What was just sent, as far as it concerns what is shown. */
      readonly submitted: Submitted | undefined;
    };

export type ShownAnswers = {
  readonly asked: { readonly state: 'new' | 'settled'; readonly form: string; readonly language: Locale | '' };
  readonly forms: readonly CustomForm[];
  readonly rows: readonly ListedAnswer[];
  readonly next: number | undefined;
};

/** On a page. */
const pageLength = 30;

export type CustomFormsLoader = ReturnType<typeof createCustomFormsLoader>;

type Parts = SteppingParts & {
  readonly answering: AnsweringService;
  readonly making: MakingService;
};

export function createCustomFormsLoader({ answering, filling, making, uploads }: Parts) {
  const stepping = createSteppingLoader({ filling, uploads });
  const may = (visitor: Visitor | undefined, access: Access): StaffId | undefined =>
    visitor?.staff && refusalOf(access, visitor.staff.standing) === undefined ? asId<StaffId>(visitor.staff.staffId) : undefined;

  return {
    /** @param wanted the step that is asked for, as the address has it. */
    async open(
      slug: string | undefined,
      { query, locale, now }: Pick<Reader, 'query' | 'locale' | 'now'>,
      visitor?: Visitor,
      wanted?: string,
    ): Promise<OpenedForm> {
      const form = slug !== undefined && customSlug.test(slug) ? await answering.bySlug(slug) : undefined;
      const shown = form && answering.shownIn(form, locale);
      const stand = form && standOf(form, now);
      if (!form || !shown || stand === 'draft') return { kind: 'over' };
      const { language, definition, steps } = shown;
      const text = form.texts[language] ?? noText;
      const reference = query.get('sent') ?? '';
      const keptUntil = referencePattern.test(reference) ? await answering.keptUntil(form.id, reference) : undefined;
      const sent = keptUntil && { reference, keptUntil };
      // Who sent it on its last day still reads that it came.
      if (stand === 'over' && !sent) return { kind: 'over' };
      if (stand === 'ahead') return { kind: 'ahead', language, text, opensOn: form.opensOn ?? '' };
      const submitted = visitor?.submitted;
      const common = { kind: 'open', language, text, closesOn: form.closesOn, sent } as const;
      if (sent || steps.length < 2) return { ...common, definition, stepped: undefined, submitted };
      return { ...common, ...(await stepping.shown({ form, language, definition, steps }, visitor, wanted, now)) };
    },

    async forms(visitor: Visitor | undefined): Promise<readonly CustomForm[] | undefined> {
      return may(visitor, 'staff-forms') === undefined ? undefined : making.forms();
    },

    /** A form for who makes it; `new` for one that is to be. */
    async form(visitor: Visitor | undefined, id: string | undefined): Promise<CustomForm | 'new' | undefined> {
      if (may(visitor, 'staff-forms') === undefined) return undefined;
      if (id === 'new') return 'new';
      const formId = parseId<CustomFormId>(id);
      return formId && making.form(formId);
    },

    async field(
      visitor: Visitor | undefined,
      { form: id, field: name }: Readonly<Record<string, string>>,
    ): Promise<{ readonly form: CustomForm; readonly field: CustomPart | undefined } | undefined> {
      const formId = parseId<CustomFormId>(id);
      const form = may(visitor, 'staff-forms') === undefined || formId === undefined ? undefined : await making.form(formId);
      const field = form?.fields.find((one) => one.name === name);
      return form && (field || name === 'new') ? { form, field } : undefined;
    },

    async answers(visitor: Visitor | undefined, query: URLSearchParams): Promise<ShownAnswers | undefined> {
      if (may(visitor, 'staff-desk') === undefined) return undefined;
      const forms = await making.forms();
      const form = forms.find(({ id }) => String(id) === query.get('form'));
      const state = query.get('state') === 'settled' ? 'settled' : 'new';
      const language = locales.find((one) => one === query.get('language')) ?? '';
      const filter = {
        settled: state === 'settled',
        formId: form?.id,
        locale: language || undefined,
        before: parseId<CustomAnswerId>(query.get('before')),
      };
      const rows = await answering.list(filter, pageLength + 1);
      const shown = rows.slice(0, pageLength);
      const asked = { state, form: form ? String(form.id) : '', language } as const;
      return { asked, forms, rows: shown, next: rows.length > pageLength ? shown.at(-1)?.id : undefined };
    },

    async answer(visitor: Visitor | undefined, id: string | undefined): Promise<CustomAnswer | undefined> {
      const [me, answerId] = [may(visitor, 'staff-desk'), parseId<CustomAnswerId>(id)];
      return me === undefined || answerId === undefined ? undefined : answering.see(answerId, me);
    },
  };
}

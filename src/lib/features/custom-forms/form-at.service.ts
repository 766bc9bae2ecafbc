/** The forms of pages whose fields staff made: the door reads bodies and files by those fields. */
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { AnsweringService } from './answering.service.ts';
import { customFormPages } from './custom-forms.rules.ts';

/** Gives the form of a page as it is at its address: with the fields that staff made where they made any, else as it is. */
export type FormAt = (form: FormPage, params: Readonly<Record<string, string>>, locale: Locale) => Promise<FormPage>;

/** @see FormAt */
export const formAtOf =
  (answering: Pick<AnsweringService, 'bySlug' | 'shownIn'>): FormAt =>
  async (form, params, locale) => {
    const isStep = form === customFormPages['custom-step'];
    if (!isStep && form !== customFormPages['custom-answer']) return form;
    const made = await answering.bySlug(params['id'] ?? '');
    const shown = made && answering.shownIn(made, locale);
    if (!shown) return form;
    const { definition, steps } = shown;
    if (!isStep) return { ...form, definition };
    const step = steps.find(({ number }) => String(number) === params['step']);
    const names = step?.names ?? [];
    return { ...form, definition: { ...definition, fields: definition.fields.filter(({ name }) => names.includes(name)), consents: [] } };
  };

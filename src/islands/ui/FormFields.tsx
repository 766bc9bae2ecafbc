/** The fields of a definition, as the blocks of a page have them: nobody writes them out a second time. */
import { useEffect, useRef } from 'react';
import type { FocusEvent, ReactElement } from 'react';
import { isOptional, shownIn } from '#lib/forms/form-parts.rules.ts';
import { idsOf, inputAttributes, labelsOf } from '#lib/forms/form-fields.rules.ts';
import { consentName, said, ticked } from '#lib/forms/form.schema.ts';
import type { Field, GivenChoice } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { Choices } from './Choices.tsx';
import { CodeField } from './CodeField.tsx';
import { DateField } from './DateField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { Select } from './Select.tsx';
import { TextField } from './TextField.tsx';
import { Tick } from './Tick.tsx';
import type { UiT } from './ui.schema.ts';
import type { FormHandle } from './use-form.ts';

type FormFieldsProps = {
  readonly form: FormHandle<unknown>;
  readonly t: UiT;
  readonly locale: Locale;
  /** Choices that are data, by field. */
  readonly choices?: Readonly<Record<string, readonly GivenChoice[]>>;
};

const noChoices: NonNullable<FormFieldsProps['choices']> = {};

type OneProps = FormFieldsProps & { readonly field: Field };

function OneField({ form, field, t, locale, choices = noChoices }: OneProps): ReactElement | null {
  // Files are posted by pages: no island has a form with one.
  if (field.kind === 'hidden' || field.kind === 'file') return null;
  const { name } = field;
  const own = {
    id: idsOf(form.definition, name).input,
    name,
    label: said(t, field.label),
    hint: field.hint && said(t, field.hint),
    value: form.values[name] ?? '',
    problem: form.problemOf(name),
    required: field.required === true,
    isOptional: isOptional(field, form.values),
    t,
    onChange: (value: string) => form.change(name, value),
    onLeave: ({ relatedTarget }: FocusEvent) => {
      // Who turns to the button is told everything by it; a problem that appears would move it away from under the finger.
      if (!(relatedTarget instanceof HTMLButtonElement)) form.leave(name);
    },
  };
  switch (field.kind) {
    case 'radio':
      return <Choices {...own} choices={field.choices.map(({ value, label }) => ({ value, label: said(t, label) }))} />;
    case 'select': {
      const offered = 'given' in field.choices ? (choices[name] ?? []) : field.choices.map(({ value, label }) => ({ value, label: said(t, label) }));
      return <Select {...own} choices={offered} none={field.none && t(field.none)} />;
    }
    case 'checkbox':
      return <Tick {...own} means={ticked} />;
    case 'date':
      return <DateField {...own} />;
    case 'code':
      return <CodeField {...own} length={field.length} />;
    case 'phone':
      return (
        <PhoneField
          {...own}
          field={field}
          locale={locale}
          country={form.values[field.country] ?? ''}
          countryId={idsOf(form.definition, field.country).input}
          countryProblem={form.problemOf(field.country)}
          onCountry={(iso2) => form.change(field.country, iso2)}
        />
      );
    default:
      return <TextField {...own} attributes={inputAttributes(field)} {...(field.kind === 'textarea' ? { rows: field.rows ?? 5 } : {})} />;
  }
}

/** What is to mend, as links to the fields; it takes the focus each time the form is refused. */
function Problems({ form, t }: Pick<FormFieldsProps, 'form' | 't'>): ReactElement | null {
  const { definition, problems, failure, phase, refusals } = form;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);
  const labels = labelsOf(definition);
  const label = (field: string): string => {
    const key = labels.get(field);
    return key ? said(t, key) : field;
  };
  if (phase !== 'refused' || (problems.length === 0 && failure === undefined)) return null;
  return (
    <div className="problems" role="alert" tabIndex={-1} ref={box}>
      {problems.length === 0 ? (
        <p>
          {t('forms.failed')} {failure}
        </p>
      ) : (
        <>
          <h2>{t('forms.problems', { count: problems.length })}</h2>
          <ul>
            {problems.map(({ field, message, values }) => (
              <li key={field}>
                <a href={`#${idsOf(definition, field).input}`}>{t('forms.problem_of', { field: label(field), problem: t(message, values) })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** A whole form: problems, fields, consents and the button. */
export function FormFields({ form, t, ...more }: FormFieldsProps): ReactElement {
  const { definition, values, phase } = form;
  const busy = phase === 'busy';
  const shown = shownIn(definition, values);
  return (
    <>
      <Problems form={form} t={t} />
      <form className="form" noValidate onSubmit={form.submit}>
        {definition.fields.some(({ required }) => required !== true) && <p className="muted small">{t('islands.all_needed')}</p>}
        {definition.fields
          .filter(({ name }) => shown.has(name))
          .map((field) => (
            <OneField key={field.name} form={form} field={field} t={t} {...more} />
          ))}
        {(definition.consents ?? [])
          .filter((consent) => shown.has(consentName(consent)))
          .map((consent) => {
            const name = consentName(consent);
            return (
              <Tick
                key={name}
                id={idsOf(definition, name).input}
                name={name}
                label={said(t, consent.text)}
                means={consent.version}
                value={values[name] ?? ''}
                problem={form.problemOf(name)}
                required={consent.required === true}
                isOptional={consent.required === undefined}
                t={t}
                onChange={(value) => form.change(name, value)}
              />
            );
          })}
        <p>
          {/* Not disabled: that would take the focus away from who pressed it. */}
          <button className="button" type="submit" aria-disabled={busy || undefined}>
            {busy ? t('forms.sending') : t(definition.submit)}
          </button>
        </p>
      </form>
    </>
  );
}

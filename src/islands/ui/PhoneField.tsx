/** A number and the country whose code goes before it. A number pasted with its code finds its country. */
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { countryForPhones } from '#islands/browser/whereabouts.ts';
import { dialChoices } from '#lib/forms/dial-choices.ts';
import type { DialChoice } from '#lib/forms/dial-choices.ts';
import { inputAttributes } from '#lib/forms/form-fields.rules.ts';
import type { Field, FieldProblem } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import { pastedPhone } from './phone.rules.ts';
import { inReact } from './TextField.tsx';
import type { FieldProps } from './ui.schema.ts';

type PhoneFieldProps = FieldProps & {
  readonly field: Extract<Field, { kind: 'phone' }>;
  readonly locale: Locale;
  /** Two letters; the language's usual one when empty. */
  readonly country: string;
  readonly countryId: string;
  readonly countryProblem?: FieldProblem | undefined;
  readonly onCountry: (iso2: string) => void;
};

const option = ({ iso2, words }: DialChoice): ReactElement => (
  <option key={iso2} value={iso2}>
    {words}
  </option>
);

export function PhoneField({ field, locale, country, countryId, countryProblem, onCountry, ...own }: PhoneFieldProps): ReactElement {
  const { label, name, value, required, t, onChange, onLeave } = own;
  const { first, usual, others } = dialChoices(locale);
  const { 'aria-describedby': described, ...tied } = tiedTo(own);
  const untouched = useRef(true);
  useEffect(() => {
    untouched.current = !country && value === '';
  });
  return (
    <FieldFrame {...own} isGroup>
      {countryProblem && (
        <p className="problem" id={`${countryId}-problem`}>
          {t(countryProblem.message, countryProblem.values)}
        </p>
      )}
      <div className="phone">
        <select
          {...tiedTo({ id: countryId, problem: countryProblem })}
          name={field.country}
          aria-label={t('forms.country_code')}
          autoComplete="country"
          value={country || first}
          onChange={(event) => onCountry(event.target.value)}
        >
          {usual.map(option)}
          <hr />
          {others.map(option)}
        </select>
        <input
          {...inReact(inputAttributes(field))}
          {...tied}
          aria-describedby={described}
          aria-label={label}
          name={name}
          value={value}
          required={required}
          onFocus={() => {
            // Until the reader has chosen a country or typed, theirs is chosen for them.
            if (!country && value === '')
              void countryForPhones().then((iso2) => {
                if (iso2 && untouched.current) onCountry(iso2);
              });
          }}
          onChange={(event) => {
            // The country that is shown is the one that is meant.
            if (!country) onCountry(first);
            onChange(event.target.value);
          }}
          onPaste={(event) => {
            const pasted = pastedPhone(event.clipboardData.getData('text'), country || first);
            if (!pasted) return;
            event.preventDefault();
            onCountry(pasted.iso2);
            onChange(pasted.number);
          }}
          onBlur={onLeave}
        />
      </div>
    </FieldFrame>
  );
}

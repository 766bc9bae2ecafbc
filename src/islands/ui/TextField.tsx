/** One line of text, or several. */
import type { ChangeEvent, ReactElement } from 'react';
import type { InputAttributes } from '#lib/forms/form-fields.rules.ts';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type TextFieldProps = FieldProps & { readonly attributes: InputAttributes /** More than one line. */; readonly rows?: number };

/** HTML's names of attributes as React has them. */
export function inReact({ inputmode, autocomplete, maxlength, autocapitalize, spellcheck, type }: InputAttributes) {
  return { type, inputMode: inputmode, autoComplete: autocomplete, maxLength: maxlength, autoCapitalize: autocapitalize, spellCheck: spellcheck };
}

export function TextField({ attributes, rows, ...field }: TextFieldProps): ReactElement {
  const { name, value, required, onChange, onLeave } = field;
  const { type, ...shared } = inReact(attributes);
  const given = {
    ...shared,
    ...tiedTo(field),
    name,
    value,
    required,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    onBlur: onLeave,
  };
  return <FieldFrame {...field}>{rows === undefined ? <input {...given} type={type} /> : <textarea {...given} rows={rows} />}</FieldFrame>;
}

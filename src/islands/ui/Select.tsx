/** One of several, in the browser's own list. */
import type { ReactElement } from 'react';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type SelectProps = FieldProps & { readonly choices: readonly GivenChoice[] /** What no choice is called. */; readonly none?: string | undefined };

export function Select({ choices, none, ...field }: SelectProps): ReactElement {
  const { name, value, required, t, onChange, onLeave } = field;
  return (
    <FieldFrame {...field}>
      <select {...tiedTo(field)} name={name} value={value} required={required} onChange={(event) => onChange(event.target.value)} onBlur={onLeave}>
        <option value="">{none ?? t('islands.nothing_chosen')}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** A day, chosen in the browser's own way. The value is YYYY-MM-DD whatever the reader sees. */
import type { ReactElement } from 'react';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type DateFieldProps = FieldProps & { /** First and last day that can be chosen. */ readonly min?: string; readonly max?: string };

export function DateField({ min, max, ...field }: DateFieldProps): ReactElement {
  const { name, value, required, onChange, onLeave } = field;
  return (
    <FieldFrame {...field}>
      <input
        {...tiedTo(field)}
        type="date"
        name={name}
        value={value}
        required={required}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    </FieldFrame>
  );
}

/**
 * A code that was sent to somebody: one input behind boxes, so that phones fill it in, a paste puts all digits, and
 * screen readers find one field. Told when it is complete.
 */
import type { CSSProperties, ReactElement } from 'react';
import { plainSigns } from '#lib/validation/pasted.rules.ts';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type CodeFieldProps = FieldProps & { readonly length: number; readonly onComplete?: (code: string) => void };

/** @example digitsOf('Your code: 123 456', 6) // '123456' */
export function digitsOf(text: string, length: number): string {
  return plainSigns(text).replaceAll(/\D/g, '').slice(0, length);
}

export function CodeField({ length, onComplete, ...field }: CodeFieldProps): ReactElement {
  const { name, value, required, hint, t, onChange, onLeave } = field;
  const words = { ...field, hint: hint ?? t('islands.code_hint', { length }) };
  const put = (text: string): void => {
    const digits = digitsOf(text, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  return (
    <FieldFrame {...words}>
      <div className="code" style={{ '--length': length } as CSSProperties}>
        <input
          {...tiedTo(words)}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d*"
          name={name}
          value={value}
          required={required}
          // A paste may bring blanks and words along; what is kept has the length of the code.
          onChange={(event) => put(event.target.value)}
          onBlur={onLeave}
        />
      </div>
    </FieldFrame>
  );
}

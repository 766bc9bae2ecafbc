/** One of several, all in sight. A link to the problem leads to the first. */
import type { ReactElement } from 'react';
import type { GivenChoice } from '#lib/forms/form.schema.ts';
import { FieldFrame, tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type ChoicesProps = FieldProps & { readonly choices: readonly GivenChoice[] };

export function Choices({ choices, ...field }: ChoicesProps): ReactElement {
  const { name, value, required, onChange } = field;
  const { id, ...tied } = tiedTo(field);
  return (
    <FieldFrame {...field} isGroup>
      <div className="choices">
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              {...tied}
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required={required}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** One box to tick, with its words beside it. Unticked, its value is an empty text. */
import type { ReactElement } from 'react';
import '#layouts/forms.css';
import { tiedTo } from './FieldFrame.tsx';
import type { FieldProps } from './ui.schema.ts';

type TickProps = FieldProps & { /** The value when it is ticked. */ readonly means: string };

export function Tick({ means, ...field }: TickProps): ReactElement {
  const { id, name, label, hint, value, problem, required, isOptional, t, onChange } = field;
  return (
    <div className="field">
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {t(problem.message, problem.values)}
        </p>
      )}
      <label className="choice">
        <input
          {...tiedTo(field)}
          type="checkbox"
          name={name}
          value={means}
          checked={value === means}
          required={required}
          onChange={(event) => onChange(event.target.checked ? means : '')}
        />
        <span>
          {label}
          {isOptional && <span className="optional">{t('forms.optional')}</span>}
        </span>
      </label>
    </div>
  );
}

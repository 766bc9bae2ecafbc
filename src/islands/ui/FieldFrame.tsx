/** Label above, hint and problem before the input: the frame of every field. */
import type { ReactElement, ReactNode } from 'react';
import '#layouts/forms.css';
import type { FieldProps, UiT } from './ui.schema.ts';

type FrameProps = Pick<FieldProps, 'id' | 'label' | 'hint' | 'problem' | 'isOptional' | 't'> & { readonly isGroup?: boolean; readonly children: ReactNode };

/** The attributes that tie an input to its hint and problem. */
export function tiedTo({ id, hint, problem }: Pick<FieldProps, 'id' | 'hint' | 'problem'>) {
  const described = [...(problem ? [`${id}-problem`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  return { id, 'aria-invalid': problem ? (true as const) : undefined, 'aria-describedby': described || undefined };
}

function Words({ label, isOptional, t }: { readonly label: string; readonly isOptional: boolean | undefined; readonly t: UiT }): ReactElement {
  return (
    <>
      {label}
      {isOptional && <span className="optional">{t('forms.optional')}</span>}
    </>
  );
}

export function FieldFrame({ id, label, hint, problem, isOptional, isGroup, t, children }: FrameProps): ReactElement {
  const words = <Words label={label} isOptional={isOptional} t={t} />;
  const inside = (
    <>
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
      {children}
    </>
  );
  if (!isGroup)
    return (
      <div className="field">
        <label htmlFor={id}>{words}</label>
        {inside}
      </div>
    );
  return (
    <fieldset className="field">
      <legend>{words}</legend>
      {inside}
    </fieldset>
  );
}

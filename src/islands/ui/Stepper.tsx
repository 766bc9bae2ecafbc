/** Where somebody is in a form of several steps. Steps that are done lead back to themselves. */
import type { ReactElement } from 'react';
import './ui.css';
import type { UiT } from './ui.schema.ts';

type StepperProps = {
  readonly steps: readonly { readonly name: string; readonly label: string }[];
  readonly current: string;
  readonly t: UiT;
  readonly onStep: (name: string) => void;
};

export function Stepper({ steps, current, t, onStep }: StepperProps): ReactElement {
  const at = steps.findIndex(({ name }) => name === current);
  return (
    <nav className="stepper" aria-label={t('islands.step_of', { step: at + 1, count: steps.length })}>
      <ol>
        {steps.map(({ name, label }, index) => (
          <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at ? '' : undefined}>
            {index < at ? (
              <button type="button" onClick={() => onStep(name)}>
                {label}
              </button>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

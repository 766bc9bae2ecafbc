/** What the parts of the kit are given. */
import type { FocusEvent } from 'react';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import type { MessageKey, MessageValues } from '#lib/i18n/t.ts';

/** Words of the areas that the island has loaded. */
export type UiT = (key: MessageKey, values?: MessageValues) => string;

/** What every field has: words, value, and what happens to it. `id` is unique on the page. */
export type FieldProps = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly problem?: FieldProblem | undefined;
  readonly required?: boolean;
  /** Said beside the label. */
  readonly isOptional?: boolean;
  readonly t: UiT;
  readonly onChange: (value: string) => void;
  readonly onLeave?: (event: FocusEvent) => void;
};

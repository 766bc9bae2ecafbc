/** Another room, other days or another way to pay for an application that was not sent yet. Browser-safe. */
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import { bookForm, code } from './application-forms.schema.ts';

const id = { kind: 'hidden', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] } as const;
const day = { kind: 'hidden', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: /^\d{4}-\d{2}-\d{2}$/ }] } as const;

/**
 * What was looked at, and is taken. `price`: what the page showed; `before`: what the application was for then; `leaves`: the page said that it
 * leaves its group. Without the first two nothing is compared.
 */
export const changeForm = formDefinition({
  id: 'order-change',
  fields: [
    code,
    { ...id, name: 'unit_id', label: 'orders.unit' },
    { ...id, name: 'tenancy_id', label: 'orders.lease' },
    { ...day, name: 'move_in', label: 'orders.move_in' },
    { ...day, name: 'move_out', label: 'orders.move_out' },
    {
      kind: 'hidden',
      name: 'plan',
      label: 'orders.plan_short',
      required: true,
      maxLength: 20,
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${paymentPlans.join('|')})$`) }],
    },
    { kind: 'hidden', name: 'price', label: 'orders.price', maxLength: 40 },
    { kind: 'hidden', name: 'before', label: 'orders.your_application', maxLength: 60 },
    { kind: 'hidden', name: 'leaves', label: 'groups.group', maxLength: 3 },
  ],
  submit: 'orders.change_take',
  answers: [
    'orders.not_let',
    'orders.outside_lease',
    'orders.plan_not_there',
    'orders.price_changed_now',
    'orders.choice_changed',
    'orders.other_draft',
    'orders.leaves_group',
  ],
});

/** What the page is asked to show: days and a way to pay of a lease. It is sent nowhere: the page is opened with it. */
export const changeDaysForm = formDefinition({
  id: 'change-days',
  fields: bookForm.fields.filter(({ name }) => name === 'move_in' || name === 'move_out' || name === 'plan'),
  submit: 'orders.change_show',
});

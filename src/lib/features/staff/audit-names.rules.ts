/** Things of the audit log: what they are, where they are looked at, and by whom. Browser-safe. */
import { refusalOf } from '#lib/access.ts';
import type { StaffRole } from '#lib/access.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

export const namedKinds = [
  'staff',
  'person',
  'house',
  'order',
  'payment',
  'refund',
  'supplier',
  'enquiry',
  'review',
  'coupon',
  'rent',
  'viewing',
  'form',
  'answer',
  'resume',
  'feedback',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** What each kind is called, with `{{id}}` for its number. */
export const kindLabels: Readonly<Record<NamedKind, MessageKey>> = {
  staff: 'staff.kind_staff',
  person: 'staff.kind_person',
  house: 'staff.kind_house',
  order: 'staff.kind_order',
  payment: 'staff.kind_payment',
  refund: 'staff.kind_refund',
  supplier: 'staff.kind_supplier',
  enquiry: 'staff.kind_enquiry',
  review: 'staff.kind_review',
  coupon: 'staff.kind_coupon',
  rent: 'staff.kind_rent',
  viewing: 'staff.kind_viewing',
  form: 'staff.kind_form',
  answer: 'staff.kind_answer',
  resume: 'staff.kind_resume',
  feedback: 'staff.kind_feedback',
};

/** Pages of things: the route, its parameter, and whether that is the code instead of the number. */
const pages: Readonly<Partial<Record<NamedKind, { readonly route: RouteName; readonly parameter: string; readonly isCode?: true }>>> = {
  person: { route: 'staff_person', parameter: 'person' },
  house: { route: 'staff_home', parameter: 'house' },
  order: { route: 'staff_order', parameter: 'order', isCode: true },
  payment: { route: 'staff_payment', parameter: 'payment', isCode: true },
  refund: { route: 'staff_refund', parameter: 'refund' },
  supplier: { route: 'staff_supplier', parameter: 'supplier' },
  enquiry: { route: 'staff_thread', parameter: 'thread' },
  review: { route: 'staff_review', parameter: 'review', isCode: true },
  rent: { route: 'staff_rent', parameter: 'rent', isCode: true },
  viewing: { route: 'staff_viewing', parameter: 'viewing', isCode: true },
  answer: { route: 'staff_answer', parameter: 'answer' },
  resume: { route: 'staff_resume', parameter: 'resume' },
  feedback: { route: 'staff_feedback_entry', parameter: 'entry' },
};

/** @example readSubject('order:12') // { kind: 'order', id: 12 } */
export function readSubject(subject: string): { readonly kind: NamedKind; readonly id: number } | undefined {
  const [name = '', number = ''] = subject.split(':');
  const kind = namedKinds.find((one) => one === name);
  return kind && /^[1-9]\d{0,9}$/.test(number) ? { kind, id: Number(number) } : undefined;
}

/** Where a thing is looked at; undefined where it has no page, or not for this role. @param called its code, where it is known */
export function pageOfSubject(subject: string, called: string | undefined, standing: StaffRole, paths: Paths): string | undefined {
  const read = readSubject(subject);
  const page = read && pages[read.kind];
  if (!read || !page || refusalOf(routeOf(page.route).access, standing) !== undefined) return undefined;
  const value = page.isCode ? called : String(read.id);
  return value === undefined ? undefined : paths.ofPage({ name: page.route, params: { [page.parameter]: value } });
}

/** Whether a role may read how people are called: those who look after people. */
export const seesNames = (kind: NamedKind, standing: StaffRole): boolean => kind !== 'person' || refusalOf('staff-people', standing) === undefined;

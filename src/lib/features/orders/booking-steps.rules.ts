/** The steps of a booking by name: which are done, which is now, which come later. Pure, browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import { partPath } from './order-pages.rules.ts';

export const bookingSteps = ['choose', 'person', 'details', 'review', 'sign', 'pay'] as const;
export type BookingStep = (typeof bookingSteps)[number];

export const bookingStepLabels = {
  choose: 'orders.step_choose',
  person: 'orders.step_person',
  details: 'orders.step_details',
  review: 'orders.step_review',
  sign: 'orders.step_sign',
  pay: 'orders.step_pay',
} as const satisfies Record<BookingStep, MessageKey>;

export type ShownStep = { readonly step: BookingStep; readonly state: 'done' | 'now' | 'later'; readonly href: string | undefined };

/** Done steps of what was not sent lead back to what was said. @param code of the order; undefined before there is one. @param isSent what was sent is read and changed no more */
export function stepsOf(paths: Paths, now: BookingStep, code: string | undefined, isSent: boolean): readonly ShownStep[] {
  const at = bookingSteps.indexOf(now);
  const hrefOf = (step: BookingStep): string | undefined => {
    if (code === undefined || isSent) return undefined;
    switch (step) {
      case 'choose':
        return paths.to('order_change', { code });
      case 'person':
      case 'details':
      case 'review':
        return partPath(paths, code, step);
      case 'sign':
      case 'pay':
        return undefined;
    }
  };
  return bookingSteps.map((step, place) => ({
    step,
    state: place < at ? 'done' : place === at ? 'now' : 'later',
    href: place < at ? hrefOf(step) : undefined,
  }));
}

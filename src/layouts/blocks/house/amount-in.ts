/** An amount that stands out in its words: "<strong>£11,628</strong> in total", in the order of the language. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';

type AmountKey = Extract<MessageKey, 'house.total_short' | 'house.box_visa' | 'house.box_deposit' | 'listings.from_week' | 'listings.from_month'>;

export function amountIn(t: T, key: AmountKey, amount: string): Html {
  const [before = '', after = ''] = t(key, { amount: '\n' }).split('\n');
  return html`${before}<strong>${amount}</strong>${after}`;
}

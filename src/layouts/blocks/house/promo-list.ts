/** Running promos with their last day. Its styles are promo-list.css. */
import { formatDate } from '#lib/dates/dates.ts';
import type { Promo } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { HouseWords } from './house-words.ts';

export function promoList({ t, intl }: Pick<HouseWords, 't' | 'intl'>, promos: readonly Promo[]): Html | undefined {
  if (promos.length === 0) return undefined;
  const items = promos.map(
    ({ kind, amount, endsOn }) =>
      html`<li><strong>${t('house.promo', { kind: coded(t, 'promo_kind', kind), amount: formatMoney(amount, intl) })}</strong><span class="muted">${t(
        'house.promo_until',
        { date: formatDate(endsOn, intl) },
      )}</span></li>`,
  );
  return html`<ul role="list" class="promos">${items}</ul>`;
}

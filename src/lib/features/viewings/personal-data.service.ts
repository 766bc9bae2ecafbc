/** What is kept of a person's video viewings, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { ViewingsService } from './viewings.service.ts';

export function viewingsSource(viewings: Pick<ViewingsService, 'ofUser'>): PersonalSource {
  return {
    name: 'viewings',
    async read(userId) {
      const all = await viewings.ofUser(userId);
      const items: readonly PersonalItem[] = all.map(({ code, slot, amount, note, madeAt, result }) => [
        { label: 'viewings.code', value: code },
        { label: 'mydata.given', value: madeAt.toISOString() },
        { label: 'viewings.slot', value: slot.startsAt.toISOString() },
        { label: 'viewings.price', value: formatMoney(amount, 'en-GB') },
        { label: 'viewings.note', value: note },
        ...(result ? ([{ label: 'viewings.notes', value: `${result.notes} ${result.recording}`.trim() }] as const) : []),
      ]);
      const data = all.map(({ code, houseId, slot, state, amount, locale, note, madeAt, paidAt, result }) => ({
        code,
        house_id: houseId,
        starts_at: slot.startsAt,
        state,
        amount: String(amount.minor),
        currency: amount.currency,
        locale,
        note,
        made_at: madeAt,
        paid_at: paidAt ?? null,
        result: result ?? null,
      }));
      return { title: 'viewings.title', items, data: { booked: data } };
    },
  };
}

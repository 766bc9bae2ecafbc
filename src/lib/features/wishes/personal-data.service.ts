/** What is kept of what somebody looks for, for themselves. */
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { WishesService } from './wishes.service.ts';

export function wishesSource(wishes: Pick<WishesService, 'of'>): PersonalSource {
  return {
    name: 'wishes',
    async read(userId) {
      const card = await wishes.of(userId);
      if (!card) return { title: 'wishes.title', items: [], data: { card: [] } };
      const { place, moveIn, weeks, rent, types, updatedAt } = card;
      return {
        title: 'wishes.title',
        items: [
          [
            { label: 'wishes.place', value: place.names['en-us'] },
            { label: 'wishes.move_in', value: moveIn ?? '' },
            { label: 'wishes.weeks', value: String(weeks ?? '') },
            { label: 'wishes.rent', value: String(rent ?? '') },
            { label: 'wishes.types', value: types.join(', ') },
          ],
        ],
        data: { card: [{ place: place.names['en-us'], move_in: moveIn, weeks, rent_a_week: rent, types, updated_at: updatedAt }] },
      };
    },
  };
}

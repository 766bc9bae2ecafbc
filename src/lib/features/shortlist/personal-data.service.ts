/** What the shortlist keeps of a person, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { ShortlistService } from './shortlist.service.ts';

export function shortlistSource(shortlist: Pick<ShortlistService, 'everythingOf' | 'namesOf'>): PersonalSource {
  return {
    name: 'shortlist',
    async read(userId) {
      const everything = await shortlist.everythingOf(userId);
      const names = await shortlist.namesOf(everything.favourites.map(({ houseId }) => houseId));
      const items = everything.favourites.map(
        ({ houseId, keptAt, note, rentThen }): PersonalItem => [
          { label: 'mydata.home', value: `${names.get(houseId) ?? ''} (${houseId})`.trim() },
          { label: 'mydata.kept', value: keptAt.toISOString() },
          ...(rentThen ? [{ label: 'mydata.rent_then' as const, value: `${rentThen.minor} ${rentThen.currency}` }] : []),
          ...(note ? [{ label: 'mydata.note' as const, value: note }] : []),
        ],
      );
      return { title: 'mydata.saved_homes', items, data: everything };
    },
  };
}

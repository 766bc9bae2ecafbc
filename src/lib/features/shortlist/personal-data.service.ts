/** What the shortlist keeps of a person, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

const mark = (isSo: boolean): string => (isSo ? '✓' : '–');

export function shortlistSource(shortlist: Pick<ShortlistService, 'everythingOf' | 'namesOf'>, shared: Pick<SharedListsService, 'everyOf'>): PersonalSource {
  return {
    name: 'shortlist',
    async read(userId) {
      const [{ favourites, removed }, lists] = await Promise.all([shortlist.everythingOf(userId), shared.everyOf(userId)]);
      const names = await shortlist.namesOf([...favourites, ...removed].map(({ houseId }) => houseId));
      const items: readonly PersonalItem[] = [
        ...favourites.map(
          ({ houseId, keptAt, note, rentThen }): PersonalItem => [
            { label: 'mydata.home', value: `${names.get(houseId) ?? ''} (${houseId})`.trim() },
            { label: 'mydata.kept', value: keptAt.toISOString() },
            ...(rentThen ? [{ label: 'mydata.rent_then' as const, value: `${rentThen.minor} ${rentThen.currency}` }] : []),
            ...(note ? [{ label: 'mydata.note' as const, value: note }] : []),
          ],
        ),
        ...removed.map(
          ({ houseId, removedAt, note }): PersonalItem => [
            { label: 'mydata.home', value: `${names.get(houseId) ?? ''} (${houseId})`.trim() },
            { label: 'mydata.taken_off', value: removedAt.toISOString() },
            ...(note ? [{ label: 'mydata.note' as const, value: note }] : []),
          ],
        ),
        ...lists.map(
          ({ name, withNotes, withName, madeAt, expiresAt }): PersonalItem => [
            { label: 'mydata.shared_list', value: name },
            { label: 'mydata.made', value: madeAt.toISOString() },
            { label: 'mydata.until', value: expiresAt.toISOString() },
            { label: 'mydata.shows_notes', value: mark(withNotes) },
            { label: 'mydata.shows_name', value: mark(withName) },
          ],
        ),
      ];
      // An amount is a whole number of any size, which JSON has not.
      const kept = favourites.map(({ rentThen, ...one }) => ({ ...one, rentThen: rentThen && { ...rentThen, minor: String(rentThen.minor) } }));
      return { title: 'mydata.saved_homes', items, data: { favourites: kept, removed, sharedLists: lists } };
    },
  };
}

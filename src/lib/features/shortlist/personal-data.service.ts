/** What the shortlist keeps of a person, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ComparisonsService } from './comparisons.service.ts';
import type { NoticesService } from './notices.service.ts';
import { readAsked, refText } from './saved-searches.rules.ts';
import type { StoredSearch } from './saved-searches.schema.ts';
import type { SavedSearchesService } from './saved-searches.service.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

const mark = (isSo: boolean): string => (isSo ? '✓' : '–');

type Parts = {
  readonly shortlist: Pick<ShortlistService, 'everythingOf' | 'namesOf'>;
  readonly shared: Pick<SharedListsService, 'everyOf'>;
  readonly comparisons: Pick<ComparisonsService, 'of'>;
  readonly searches: Pick<SavedSearchesService, 'everyOf'>;
  readonly notices: Pick<NoticesService, 'settingsOf' | 'awaitedOf'>;
  readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById' | 'placeById'>;
};

export function shortlistSource({ shortlist, shared, comparisons, searches, notices, geo }: Parts): PersonalSource {
  /** What is kept of a search is an address; people know it by its place. */
  const placeOf = ({ ref, ask }: StoredSearch): string => `${readAsked(geo, ref, '')?.place.names['en-us'] ?? refText(ref)} ${ask}`.trim();

  return {
    name: 'shortlist',
    async read(userId) {
      const [{ favourites, removed }, lists, saved, settings, awaited, compared] = await Promise.all([
        shortlist.everythingOf(userId),
        shared.everyOf(userId),
        searches.everyOf(userId),
        notices.settingsOf(userId),
        notices.awaitedOf(userId),
        comparisons.of(userId),
      ]);
      const names = await shortlist.namesOf([...favourites, ...removed, ...awaited].map(({ houseId }) => houseId));
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
          ({ shows, name, withNotes, withName, madeAt, expiresAt }): PersonalItem => [
            { label: shows === 'card' ? 'mydata.shared_card' : 'mydata.shared_list', value: name },
            { label: 'mydata.made', value: madeAt.toISOString() },
            { label: 'mydata.until', value: expiresAt.toISOString() },
            { label: 'mydata.shows_notes', value: mark(withNotes) },
            { label: 'mydata.shows_name', value: mark(withName) },
          ],
        ),
        ...saved.map(
          (search): PersonalItem => [
            { label: 'mydata.search', value: placeOf(search) },
            { label: 'mydata.pace', value: search.pace },
            { label: 'mydata.made', value: search.createdAt.toISOString() },
            { label: 'mydata.looked', value: search.lookedAt.toISOString() },
          ],
        ),
        ...awaited.map(
          ({ houseId, askedAt }): PersonalItem => [
            { label: 'mydata.awaited', value: `${names.get(houseId) ?? ''} (${houseId})`.trim() },
            { label: 'mydata.since', value: askedAt.toISOString() },
          ],
        ),
        ...compared.map(
          ({ houseId, unitId, name }): PersonalItem => [{ label: 'mydata.compared', value: `${name} (${[houseId, unitId].filter(Boolean).join('-')})` }],
        ),
        [
          { label: 'mydata.mails', value: [settings.asked, settings.priceDrops, settings.backInStock, settings.priceRises, settings.ends].map(mark).join(' ') },
          ...(settings.mailedOn === undefined ? [] : [{ label: 'mydata.mailed' as const, value: settings.mailedOn }]),
        ],
      ];
      // An amount is a whole number of any size, which JSON has not.
      const kept = favourites.map(({ rentThen, ...one }) => ({ ...one, rentThen: rentThen && { ...rentThen, minor: String(rentThen.minor) } }));
      return {
        title: 'mydata.saved_homes',
        items,
        data: { favourites: kept, removed, sharedLists: lists, savedSearches: saved, awaitedHomes: awaited, compared, mails: settings },
      };
    },
  };
}

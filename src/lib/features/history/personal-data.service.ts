/** What is kept of what somebody looked at and searched for, for themselves. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { titleOf } from '#lib/features/search/search.words.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import type { HistoryService } from './history.service.ts';

type Parts = { readonly history: Pick<HistoryService, 'of' | 'settingsOf' | 'namesOf'>; readonly search: Pick<SearchService, 'found'> };

export function historySource({ history, search }: Parts): PersonalSource {
  return {
    name: 'history',
    async read(userId) {
      const [{ isOn, entries }, { forgottenAt }] = await Promise.all([history.of(userId), history.settingsOf(userId)]);
      const names = await history.namesOf(entries.flatMap(({ kind, id }) => (kind === 'seen' ? [id] : [])));
      const named = entries.map(({ kind, id, at }) => {
        const found = kind === 'seen' ? undefined : search.found(kind, id);
        const name = kind === 'seen' ? (names.get(id) ?? '') : found ? titleOf(found.entry, 'en-us') : '';
        return { kind, id, name, at };
      });
      return {
        title: 'history.title',
        items: [
          [{ label: 'history.switch', value: isOn ? '✓' : '–' }],
          ...named.map(
            ({ kind, id, name, at }): PersonalItem => [
              { label: kind === 'seen' ? 'history.homes' : 'history.searches', value: `${name} (${kind} ${id})`.trim() },
              { label: 'mydata.looked', value: at.toISOString() },
            ],
          ),
        ],
        data: { entries: named, settings: [{ is_on: isOn, forgotten_at: forgottenAt ?? null }] },
      };
    },
  };
}

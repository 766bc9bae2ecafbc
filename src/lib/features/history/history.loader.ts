/** What the page of the history shows. */
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import { shownEntry } from '#lib/features/search/search.words.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import type { ShowCards } from '#lib/features/shortlist/notices.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { HistoryService } from './history.service.ts';
import type { HistoryKind } from './history.schema.ts';

export type ShownEntry = {
  readonly kind: HistoryKind;
  readonly id: number;
  readonly name: string;
  /** Undefined where it leads nowhere any more. */
  readonly href: string | undefined;
  readonly at: Date;
  /** Of a home that is offered. */
  readonly card: HouseCardFacts | undefined;
};

export type ShownHistory = { readonly isOn: boolean; readonly homes: readonly ShownEntry[]; readonly searches: readonly ShownEntry[] };

export type HistoryLoader = ReturnType<typeof createHistoryLoader>;

type Parts = { readonly history: Pick<HistoryService, 'of' | 'namesOf'>; readonly search: Pick<SearchService, 'found'>; readonly showCards: ShowCards };

export function createHistoryLoader({ history, search, showCards }: Parts) {
  return {
    /** Of whoever is signed in; undefined when nobody is. */
    async history(reader: Reader, visitor: Visitor | undefined): Promise<ShownHistory | undefined> {
      if (!visitor?.session) return undefined;
      const { isOn, entries } = await history.of(asId<UserId>(visitor.session.userId));
      const seen = entries.filter(({ kind }) => kind === 'seen');
      const cards = new Map(
        (
          await showCards(
            seen.map(({ id }) => asId<HouseId>(id)),
            reader,
          )
        ).map((card) => [Number(card.id), card]),
      );
      const names = await history.namesOf(seen.map(({ id }) => id).filter((id) => !cards.has(id)));
      return {
        isOn,
        homes: seen.map(({ kind, id, at }) => {
          const card = cards.get(id);
          return { kind, id, at, card, name: card?.name ?? names.get(id) ?? '', href: card?.href };
        }),
        searches: entries.flatMap(({ kind, id, at }) => {
          const found = kind === 'seen' ? undefined : search.found(kind, id);
          if (!found) return [];
          const { title, url } = shownEntry(found.entry, reader.locale, reader.paths, '');
          return [{ kind, id, at, card: undefined, name: title, href: url }];
        }),
      };
    },
  };
}

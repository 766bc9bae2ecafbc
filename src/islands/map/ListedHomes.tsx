/** One page of the homes in view, and the way to the others. */
import { memo } from 'react';
import type { ReactElement } from 'react';
import type { MapLists } from '#lib/features/map/map.contract.ts';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';
import { HouseRows } from './HouseRows.tsx';
import { Pager } from './Pager.tsx';
import { useHearts } from './use-hearts.ts';

type ListedHomesProps = {
  readonly lists: MapLists;
  readonly words: MapWords;
  readonly lit: number | undefined;
  /** Whether the map stands in its place: then it stays as it was until somebody looks at it. */
  readonly isBehind: boolean;
  readonly onPage: (page: number) => void;
};

function Listed({ lists, words, lit, onPage }: ListedHomesProps): ReactElement {
  useHearts(lists.items.map(({ house_id: id }) => id).join(' '));
  return (
    <>
      {lists.items.length === 0 && <p className="muted">{words.none}</p>}
      <HouseRows cards={lists.items} words={words} lit={lit} />
      <Pager words={words} paginate={lists.paginate} onPage={onPage} />
    </>
  );
}

/** A page of homes costs more than all markers: it is drawn again only when something in it is another, and in sight. */
export const ListedHomes = memo(
  Listed,
  (last, next) => next.isBehind || (last.lists === next.lists && last.words === next.words && last.lit === next.lit && last.onPage === next.onPage),
);

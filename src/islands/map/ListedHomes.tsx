/** One page of the homes in view, and the way to the others. */
import { memo, useRef } from 'react';
import type { ReactElement } from 'react';
import type { MapLists } from '#lib/features/map/map.contract.ts';
import type { MapWords } from '#lib/features/map/map-words.rules.ts';
import { HouseRows } from './HouseRows.tsx';
import { Pager } from './Pager.tsx';
import { useHearts } from './use-hearts.ts';
import { useWholeList } from './use-whole-list.ts';

/** Rows drawn with an answer: as many as a window shows beside the map, and the next. */
const drawnAtOnce = 6;

type ListedHomesProps = {
  readonly lists: MapLists;
  readonly words: MapWords;
  readonly lit: number | undefined;
  /** Whether the map stands in its place: then it stays as it was until somebody looks at it. */
  readonly isBehind: boolean;
  readonly onPage: (page: number) => void;
};

function Listed({ lists, words, lit, isBehind, onPage }: ListedHomesProps): ReactElement {
  const { items } = lists;
  const list = useRef<HTMLUListElement>(null);
  const due = useWholeList(list, drawnAtOnce, items, isBehind) ? items.length : drawnAtOnce;
  useHearts(
    items
      .slice(0, due)
      .map(({ house_id: id }) => id)
      .join(' '),
  );
  return (
    <>
      {items.length === 0 && <p className="muted">{words.none}</p>}
      <HouseRows cards={items} words={words} lit={lit} due={due} list={list} />
      <Pager words={words} paginate={lists.paginate} onPage={onPage} />
    </>
  );
}

/** A page of homes costs more than all markers: it is drawn again only when something in it is another, and in sight. */
export const ListedHomes = memo(
  Listed,
  (last, next) =>
    next.isBehind || (!last.isBehind && last.lists === next.lists && last.words === next.words && last.lit === next.lit && last.onPage === next.onPage),
);

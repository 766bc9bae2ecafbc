/** The homes of a list, one below the other. What is not drawn yet has its place. */
import { useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import type { MapCard } from '#lib/features/map/map.contract.ts';
import { HouseRow } from './HouseRow.tsx';
import type { HouseRowProps } from './HouseRow.tsx';

/** Rows whose pictures are loaded at once: as many as are in sight. */
const inSight = 3;

type HouseRowsProps = {
  readonly cards: readonly MapCard[];
  readonly words: HouseRowProps['words'];
  readonly lit?: number | undefined;
  /** How many of them are drawn; all of them in the page itself. */
  readonly due?: number;
  readonly list?: RefObject<HTMLUListElement | null>;
};

/** A row that was drawn stays so, wherever in the list its home comes to stand. */
function RowInTime({ isDue, ...row }: HouseRowProps & { readonly isDue: boolean }): ReactElement | null {
  const [isDrawn, setDrawn] = useState(isDue);
  if (isDue && !isDrawn) setDrawn(true);
  return isDrawn ? <HouseRow {...row} /> : null;
}

export function HouseRows({ cards, words, lit, due = cards.length, list }: HouseRowsProps): ReactElement {
  return (
    <ul ref={list}>
      {cards.map((card, index) => (
        <li key={card.house_id}>
          <RowInTime card={card} words={words} lit={lit === card.house_id} eager={index < inSight} isDue={index < due} />
        </li>
      ))}
    </ul>
  );
}

/** The homes of a list, one below the other. */
import type { ReactElement } from 'react';
import type { MapCard } from '#lib/features/map/map.contract.ts';
import { HouseRow } from './HouseRow.tsx';
import type { HouseRowProps } from './HouseRow.tsx';

/** Rows whose pictures are loaded at once: as many as are in sight. */
const inSight = 3;

type HouseRowsProps = { readonly cards: readonly MapCard[]; readonly words: HouseRowProps['words']; readonly lit?: number | undefined };

/** Names of places in the list. */
const places = Array.from({ length: 100 }, (_, index) => `row ${index}`);

/** Rows are known by their place: a view of other homes writes other words into them, and who is at the third row stays there. */
export function HouseRows({ cards, words, lit }: HouseRowsProps): ReactElement {
  return (
    <ul>
      {cards.map((card, index) => (
        <li key={places[index]}>
          <HouseRow card={card} words={words} lit={lit === card.house_id} eager={index < inSight} />
        </li>
      ))}
    </ul>
  );
}

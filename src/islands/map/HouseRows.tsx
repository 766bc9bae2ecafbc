/** The homes of a list, one below the other. */
import type { ReactElement } from 'react';
import type { MapCard } from '#lib/features/map/map.contract.ts';
import { HouseRow } from './HouseRow.tsx';
import type { HouseRowProps } from './HouseRow.tsx';

/** Rows whose pictures are loaded at once: as many as are in sight. */
const inSight = 3;

type HouseRowsProps = { readonly cards: readonly MapCard[]; readonly words: HouseRowProps['words']; readonly lit?: number | undefined };

export function HouseRows({ cards, words, lit }: HouseRowsProps): ReactElement {
  return (
    <ul>
      {cards.map((card, index) => (
        <li key={card.house_id}>
          <HouseRow card={card} words={words} lit={lit === card.house_id} eager={index < inSight} />
        </li>
      ))}
    </ul>
  );
}

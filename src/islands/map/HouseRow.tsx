/** A home beside the map. The list of the page without script is made of these, too. */
import { memo } from 'react';
import type { ReactElement } from 'react';
import type { MapCard } from '#lib/features/map/map.contract.ts';
import { Compare } from './Compare.tsx';
import { Heart } from './Heart.tsx';

export type HouseRowProps = {
  readonly card: MapCard;
  readonly words: { readonly save: string; readonly compare: string; readonly compareName: string };
  readonly lit?: boolean;
  readonly eager?: boolean;
};

function Row({ card, words, lit = false, eager = false }: HouseRowProps): ReactElement {
  const [sky, wall] = card.colours;
  return (
    <article className="map-home" data-home={card.house_id} data-lit={lit ? '' : undefined}>
      <picture style={{ background: `linear-gradient(${sky} 55%, ${wall})` }}>
        {card.picture_dark && <source type="image/avif" srcSet={card.picture_dark} media="(prefers-color-scheme: dark)" />}
        {card.picture_avif && <source type="image/avif" srcSet={card.picture_avif} />}
        <img src={card.picture} alt={card.alt} width="112" height="112" loading={eager ? 'eager' : 'lazy'} decoding="async" />
      </picture>
      <Heart id={card.house_id} name={card.title} words={words} />
      <div>
        <h3>
          <a href={card.url} lang={card.title_lang}>
            {card.title}
          </a>
        </h3>
        <p className="map-home-rent">
          <strong className={card.bookable ? undefined : 'full'}>{card.rent}</strong>
          {card.about && <span className="muted small"> {card.about}</span>}
        </p>
        {card.rent_below && <p className="small muted">{card.rent_below}</p>}
        {card.total && <p className="small">{card.total}</p>}
        {card.journey && <p className="small muted">{card.journey}</p>}
        <p className="small muted">{card.types}</p>
        <p className="map-home-proof small">
          <span className={card.stale ? 'care' : 'good'}>{card.confirmed}</span>
          <span className={card.checked ? 'good' : 'muted'}>{card.checks}</span>
        </p>
      </div>
      <Compare id={card.house_id} name={card.title} words={words} />
    </article>
  );
}

/** Drawn again only with another home, not each time the map moves. */
export const HouseRow = memo(Row);

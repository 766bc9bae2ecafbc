/** The homes of the view as a row of cards over a phone's map: the one that comes to rest is chosen on the map, and the one chosen there comes. */
import { memo, useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { MapCard } from '#lib/features/map/map.contract.ts';

/** Cards drawn with an answer: those in sight and the next. */
const drawnAtOnce = 3;
/** Milliseconds without a movement after which a row has come to rest, where browsers do not say it. */
const rest = 140;

type MapCarouselProps = {
  readonly cards: readonly MapCard[];
  readonly label: string;
  readonly chosen: number | undefined;
  /** @param covered pixels of the map below the row's upper edge. */
  readonly onSettle: (card: MapCard, covered: number) => void;
};

function Card({ card, isChosen }: { readonly card: MapCard; readonly isChosen: boolean }): ReactElement {
  const [sky, wall] = card.colours;
  return (
    <article data-lit={isChosen ? '' : undefined}>
      <picture style={{ background: `linear-gradient(${sky} 55%, ${wall})` }}>
        {card.picture_dark && <source type="image/avif" srcSet={card.picture_dark} media="(prefers-color-scheme: dark)" />}
        {card.picture_avif && <source type="image/avif" srcSet={card.picture_avif} />}
        <img src={card.picture} alt="" width="132" height="132" decoding="async" />
      </picture>
      <div>
        <h2>
          <a href={card.url} lang={card.title_lang}>
            {card.title}
          </a>
        </h2>
        {card.journey && <p className="muted">{card.journey}</p>}
        <p>
          <strong className={card.bookable ? undefined : 'full'}>{card.rent}</strong>
        </p>
        {card.total && <p>{card.total}</p>}
      </div>
    </article>
  );
}
const DrawnCard = memo(Card);

/** The card whose start is nearest to that of the row. */
function nearestOf(row: HTMLElement): number {
  const away = [...row.children].map((child) => (child instanceof HTMLElement ? Math.abs(child.offsetLeft - row.scrollLeft - paddingOf(row)) : Infinity));
  return away.indexOf(Math.min(...away));
}
const paddingOf = (row: HTMLElement): number => Number.parseFloat(getComputedStyle(row).paddingInlineStart) || 0;

export function MapCarousel({ cards, label, chosen, onSettle }: MapCarouselProps): ReactElement {
  const row = useRef<HTMLUListElement>(null);
  const [touched, setTouched] = useState<object>();
  const isByHand = useRef(false);
  const shown = useRef<readonly MapCard[]>(undefined);
  const place = cards.findIndex(({ house_id }) => house_id === chosen);

  useEffect(() => {
    const element = row.current;
    const child = element?.children[Math.max(0, place)];
    if (!element || !(child instanceof HTMLElement)) return;
    const isOther = shown.current !== cards;
    shown.current = cards;
    // What somebody moves stays where they have it.
    if (isByHand.current || (place < 0 && !isOther)) return;
    const calm = isOther || matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: child.offsetLeft - paddingOf(element), behavior: calm ? 'instant' : 'smooth' });
  }, [cards, place]);

  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const settle = (index: number): void => {
      const card = cards[index];
      isByHand.current = false;
      const map = element.closest('.explorer-map');
      if (card && map) onSettle(card, map.getBoundingClientRect().bottom - element.getBoundingClientRect().top);
    };
    const draw = (): void => setTouched(cards);
    const grip = (): void => {
      isByHand.current = true;
      draw();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = (): void => {
      clearTimeout(timer);
      if (isByHand.current) timer = setTimeout(() => settle(nearestOf(element)), rest);
    };
    const focused = ({ target }: Event): void => {
      draw();
      const at = target instanceof Element ? [...element.children].findIndex((child) => child.contains(target)) : -1;
      if (at >= 0 && target instanceof Element && target.matches(':focus-visible')) settle(at);
    };
    for (const sign of ['touchstart', 'wheel'] as const) element.addEventListener(sign, grip, { passive: true });
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('focusin', focused);
    return () => {
      clearTimeout(timer);
      for (const sign of ['touchstart', 'wheel'] as const) element.removeEventListener(sign, grip);
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('focusin', focused);
    };
  }, [cards, onSettle]);

  const due = touched === cards ? cards.length : Math.max(drawnAtOnce, place + 2);
  return (
    <ul className="map-row" aria-label={label} ref={row}>
      {cards.map((card, index) => (
        <li key={card.house_id}>{index < due && <DrawnCard card={card} isChosen={card.house_id === chosen} />}</li>
      ))}
    </ul>
  );
}

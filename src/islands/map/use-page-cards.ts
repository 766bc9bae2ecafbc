/** The cards of the page's own list beside which a map stands: the homes pointed at on the map are marked there. */
import { useEffect } from 'react';

const cardOf = (id: number): HTMLElement | null | undefined => document.querySelector(`.homes [data-keep][data-home="${id}"]`)?.closest<HTMLElement>('.card');

/** Brings a home's card into sight, where the page has it. */
export function showCard(id: number): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  cardOf(id)?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
}

/** Marks the cards of these homes. */
export function usePageCards(isBeside: boolean, ...ids: readonly (number | undefined)[]): void {
  const wanted = ids.join();
  useEffect(() => {
    if (!isBeside) return undefined;
    const cards = wanted.split(',').flatMap((id) => (id && cardOf(Number(id))) || []);
    for (const card of cards) card.dataset['lit'] = '';
    return () => {
      for (const card of cards) delete card.dataset['lit'];
    };
  }, [isBeside, wanted]);
}

/** What is kept on this device, for islands. */
import { useStore } from '@nanostores/react';
import { $compared, $favourites, toggleCompared, toggleFavourite } from './kept.ts';
import { isCompared } from './kept.rules.ts';
import type { ComparedHome } from './kept.rules.ts';

/** Whether a home is kept, and how to keep it or no longer. */
export function useFavourite(id: number): { readonly isKept: boolean; readonly toggle: () => void } {
  const isKept = useStore($favourites).some((home) => home.id === id);
  return { isKept, toggle: () => toggleFavourite(id) };
}

/** Whether a home or a unit of it is compared; `toggle` gives false when four are compared already. */
export function useCompared(home: Omit<ComparedHome, 'at'>): { readonly isKept: boolean; readonly toggle: () => boolean } {
  return { isKept: isCompared(useStore($compared), home), toggle: () => toggleCompared(home) };
}

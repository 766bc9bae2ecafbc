/** Keeps a home from the map's list: a button of the page (`data-keep`), which `src/scripts/page.ts` acts on; its state is that of the device store. */
import { useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { fill } from '#islands/browser/fill.ts';
import { $favourites } from '#islands/browser/kept.ts';
import { Sign } from './Sign.tsx';

type HeartProps = { readonly id: number; readonly name: string; readonly words: { readonly save: string } };

export function Heart({ id, name, words }: HeartProps): ReactElement {
  const isKept = useSyncExternalStore(
    (told) => $favourites.listen(told),
    () => $favourites.get().some((home) => home.id === id),
    // The page is the same for everyone.
    () => false,
  );
  return (
    <button type="button" className="heart over" data-keep="favourite" data-home={id} aria-pressed={isKept} aria-label={fill(words.save, { name })}>
      <Sign of="heart" />
    </button>
  );
}

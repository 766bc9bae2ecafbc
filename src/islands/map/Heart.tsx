/**
 * Keeps a home from the map's list: a button of the page (`data-keep`), which `src/scripts/page.ts` acts on and `kept-homes.ts`
 * marks. An island that imported the device store would part the script of every page in two.
 */
import type { ReactElement } from 'react';
import { fill } from '#islands/browser/fill.ts';
import { Sign } from './Sign.tsx';

type HeartProps = { readonly id: number; readonly name: string; readonly words: { readonly save: string } };

export function Heart({ id, name, words }: HeartProps): ReactElement {
  return (
    <button type="button" className="heart over" data-keep="favourite" data-home={id} aria-pressed="false" aria-label={fill(words.save, { name })}>
      <Sign of="heart" />
    </button>
  );
}

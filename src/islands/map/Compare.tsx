/**
 * Puts a home of the map beside others, as on the cards of lists: a button of the page's form of the comparison (`compareForm`), which
 * leads there without script. With it `src/scripts/page.ts` acts on it, `kept-homes.ts` marks it and fills the tray. Its styles are keep.css.
 */
import type { ReactElement } from 'react';
import { fill } from '#islands/browser/fill.ts';

type CompareProps = { readonly id: number; readonly name: string; readonly words: { readonly compare: string; readonly compareName: string } };

export function Compare({ id, name, words }: CompareProps): ReactElement {
  const label = fill(words.compareName, { name });
  return (
    <button className="keep" form="compare" name="ids" value={id} data-keep="compared" data-name={name} aria-pressed="false" aria-label={label}>
      {words.compare}
    </button>
  );
}

/** A text in another language than the page's, with its translation by a machine for who asks (R7.177). */
import { useReducer } from 'react';
import type { ReactElement } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';
import { askTranslation } from './ask-translation.ts';
import { nextTranslation } from './translate.rules.ts';

export type TranslatableProps = {
  /** What the text is called, such as `house-12`. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  /** The language it is in. */
  readonly lang: string;
  readonly locale: Locale;
  readonly words: { readonly ask: string; readonly busy: string; readonly note: string; readonly back: string; readonly failed: string };
};

export function Translatable({ name, paragraphs, lang, locale, words }: TranslatableProps): ReactElement {
  const [state, tell] = useReducer(nextTranslation, { kind: 'original' });
  const isShown = state.kind === 'translated' && state.isShown;
  const press = (): void => {
    if (state.kind === 'asking') return;
    tell({ kind: 'pressed' });
    if (state.kind === 'translated') return;
    askTranslation(name, paragraphs, locale).then(
      (translated) => tell({ kind: 'answered', paragraphs: translated }),
      () => tell({ kind: 'refused' }),
    );
  };
  const shown = isShown ? state.paragraphs : paragraphs;
  return (
    <>
      <p className="text" lang={isShown ? undefined : lang}>
        {shown.join('\n\n')}
      </p>
      <div className="offer" data-screen>
        <button type="button" className="button quiet" aria-disabled={state.kind === 'asking'} onClick={press}>
          {isShown ? words.back : words.ask}
        </button>
        <small role="status">{isShown ? words.note : state.kind === 'asking' ? words.busy : state.kind === 'failed' ? words.failed : ''}</small>
      </div>
    </>
  );
}

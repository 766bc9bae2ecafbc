/** A text and its translation, as states. Pure. */

export type TranslationState =
  | { readonly kind: 'original' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed' }
  /** `isShown`: the reader may look at the original again without asking twice. */
  | { readonly kind: 'translated'; readonly paragraphs: readonly string[]; readonly isShown: boolean };
export type TranslationEvent =
  | { readonly kind: 'pressed' }
  | { readonly kind: 'answered'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'refused' };

/** @example nextTranslation({ kind: 'original' }, { kind: 'pressed' }) // { kind: 'asking' } */
export function nextTranslation(state: TranslationState, event: TranslationEvent): TranslationState {
  switch (event.kind) {
    case 'pressed':
      return state.kind === 'translated' ? { ...state, isShown: !state.isShown } : { kind: 'asking' };
    case 'answered':
      return { kind: 'translated', paragraphs: event.paragraphs, isShown: true };
    case 'refused':
      return { kind: 'failed' };
  }
}

/**
 * Paragraphs put together to pieces of at most `most` characters, so that a long text takes few calls. A paragraph longer
 * than that is cut.
 * @example piecesOf(['one', 'two', 'three'], 8) // ['one\n\ntwo', 'three']
 */
export function piecesOf(paragraphs: readonly string[], most: number): readonly string[] {
  const pieces: string[] = [];
  for (const paragraph of paragraphs) {
    for (let at = 0; at < paragraph.length; at += most) {
      const part = paragraph.slice(at, at + most);
      const last = pieces.at(-1);
      if (at === 0 && last !== undefined && last.length + 2 + part.length <= most) pieces[pieces.length - 1] = `${last}\n\n${part}`;
      else pieces.push(part);
    }
  }
  return pieces;
}

/** The paragraphs of what came back. */
export function paragraphsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
}

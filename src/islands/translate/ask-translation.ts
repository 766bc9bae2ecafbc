/** Asks for the translation of a text, piece by piece. */
import { api } from '#islands/browser/api.ts';
import type { Wire } from '#lib/api/contract.ts';
import type { translateContract } from '#lib/features/translate/translate.contract.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { paragraphsOf, piecesOf } from './translate.rules.ts';

/** What the call takes at most (`translateLength` of its contract, whose schemas browsers do without). */
const longestPiece = 5_000;
const wire = { method: 'POST', path: '/_api/translate' } as const satisfies Wire;

/**
 * @param name what this text is called, such as `house-12`.
 * @throws when the call fails, or nobody could translate it.
 */
export async function askTranslation(name: string, paragraphs: readonly string[], locale: Locale): Promise<readonly string[]> {
  const translated: string[] = [];
  for (const [index, text] of piecesOf(paragraphs, longestPiece).entries()) {
    const answer = await api().call<typeof translateContract>(
      wire,
      { from_lang: 'auto', to_lang: locale, original_hash: `${name}-${index}`, text },
      { clientToastHide: true },
    );
    if (!answer.text) throw new Error('not translated');
    translated.push(...paragraphsOf(answer.text));
  }
  return translated;
}

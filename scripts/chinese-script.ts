/** Tells Simplified from Traditional characters, by the OpenCC dictionaries. */
import hongKongVariants from 'opencc-js/dict/HKVariants';
import simplifiedCharacters from 'opencc-js/dict/STCharacters';
import simplifiedPhrases from 'opencc-js/dict/STPhrases';
import traditionalCharacters from 'opencc-js/dict/TSCharacters';
import traditionalPhrases from 'opencc-js/dict/TSPhrases';
import taiwanVariants from 'opencc-js/dict/TWVariants';

type Script = 'simplified' | 'traditional';

function entries(dictionary: string): [string, string][] {
  return dictionary.split('|').map((entry) => {
    const [from = '', to = ''] = entry.split(' ');
    return [from, to];
  });
}

/**
 * Characters that one script writes and the other never does. What occurs in any phrase of the other script
 * (后 in 皇后) belongs to both, as does what Taiwan or Hong Kong prefers (床 for 牀).
 */
function onlyIn(characters: string, ...phrases: string[]): ReadonlySet<string> {
  const foreign = new Set(
    entries(characters)
      .filter(([from, to]) => from !== to)
      .map(([from]) => from),
  );
  for (const dictionary of [characters, ...phrases]) for (const [, to] of entries(dictionary)) for (const character of to) foreign.delete(character);
  return foreign;
}

const foreignTo: Readonly<Record<Script, ReadonlySet<string>>> = {
  traditional: onlyIn(simplifiedCharacters, simplifiedPhrases, taiwanVariants, hongKongVariants),
  simplified: onlyIn(traditionalCharacters, traditionalPhrases),
};

/** The characters of `text` that do not belong to `script`, each once. */
export function foreignCharacters(text: string, script: Script): string[] {
  return [...new Set(text)].filter((character) => foreignTo[script].has(character));
}

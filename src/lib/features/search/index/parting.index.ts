/** Parts Chinese that is written without a space into names that are known: 伦敦布鲁姆斯伯里. */
import { isHan } from '#lib/search-text/text.ts';

/** Whether a text is a name, or the beginning of one. */
export type Knows = (text: string) => 'whole' | 'begun' | undefined;

/** Names looked for inside a run of Chinese are no longer than this, in characters. */
const longestName = 40;
/** Questions to the index in all that one typed text may cost: people's texts cost a few dozen. */
export const partingBudget = 4_000;

type Parted = {
  readonly parts: readonly string[];
  /** Every part is more than a character and known. */
  readonly isSound: boolean;
};

/**
 * Makes the parting of one typed text. Each ending of a word is parted once, however many ways lead to it, and each
 * question is asked once; when the budget is spent, what is left stays whole.
 */
export function createParting(knows: Knows, budget = partingBudget): (word: string) => readonly string[] {
  const answers = new Map<string, ReturnType<Knows>>();
  const endings = new Map<string, Parted>();

  function known(text: string): ReturnType<Knows> {
    if (answers.has(text)) return answers.get(text);
    const answer = answers.size < budget ? knows(text) : undefined;
    if (answers.size < budget) answers.set(text, answer);
    return answer;
  }

  const parted = (...parts: readonly string[]): Parted => ({ parts, isSound: parts.every((part) => part.length > 1 && known(part) !== undefined) });

  function part(word: string): Parted {
    if (word.length < 3 || known(word)) return parted(word);
    const longest = Math.min(word.length - 1, longestName);
    for (let at = longest; at >= 2; at--) {
      if (known(word.slice(0, at)) !== 'whole') continue;
      const rest = ending(word.slice(at));
      if (rest.isSound) return { parts: [word.slice(0, at), ...rest.parts], isSound: true };
    }
    for (let at = Math.min(word.length - 2, longestName); at >= 2 && word.length - at <= longestName; at--) {
      const [before, after] = [word.slice(0, at), word.slice(at)];
      if (known(before) && known(after)) return { parts: [before, after], isSound: true };
    }
    // A known name with something behind it that nobody knows: the name is what there is to go by.
    for (let at = longest; at >= 2; at--) if (known(word.slice(0, at)) === 'whole') return parted(word.slice(0, at), word.slice(at));
    return parted(word);
  }

  function ending(word: string): Parted {
    const found = endings.get(word) ?? part(word);
    endings.set(word, found);
    return found;
  }

  return (word) => (isHan(word) ? ending(word).parts : [word]);
}

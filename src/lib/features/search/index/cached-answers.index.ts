/** Keeps answers until the index changes: many readers begin with the same letters. */
import { LRUCache } from 'lru-cache';
import type { SearchIndex } from '#lib/ports/search-index/search-index.ts';
import type { SearchHit } from '#lib/search-text/documents.ts';

/** Texts whose suggestions are kept. A longer one is hardly typed twice. */
const mostKept = 4_000;
const longestKept = 24;

export function cachedAnswers(index: SearchIndex): SearchIndex {
  const kept = new LRUCache<string, Promise<readonly SearchHit[]>>({ max: mostKept });
  const changing = async (change: Promise<void>): Promise<void> => {
    try {
      await change;
    } finally {
      kept.clear();
    }
  };
  return {
    ...index,
    put: (documents) => changing(index.put(documents)),
    remove: (keys) => changing(index.remove(keys)),
    count: (homes) => changing(index.count(homes)),
    complete: () => changing(index.complete()),
    suggest(text, perGroup) {
      if (text.length > longestKept) return index.suggest(text, perGroup);
      const key = `${perGroup} ${text}`;
      const known = kept.get(key);
      if (known) return known;
      const answer = index.suggest(text, perGroup);
      kept.set(key, answer);
      answer.catch(() => kept.delete(key));
      return answer;
    },
  };
}

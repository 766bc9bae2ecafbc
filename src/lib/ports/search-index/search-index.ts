/** What finds things by the words people type: documents in, ranked keys out. */
import type { SearchGroup, SearchDocument, SearchHit } from '#lib/search-text/documents.ts';

export type SearchPage = { readonly hits: readonly SearchHit[]; readonly total: number };

/** An index in another process, which outlives this one. Counts come to it as documents. */
export type RemoteIndex = Omit<SearchIndex, 'count' | 'complete'> & {
  /** Keys of all it holds. */
  keys(): Promise<readonly string[]>;
};

export type SearchIndex = {
  /** Adds documents, or replaces those with the same key. Found as soon as the promise is kept. */
  put(documents: readonly SearchDocument[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Sets the number of homes of documents known. */
  count(homes: ReadonlyMap<string, number>): Promise<void>;
  /** All there is has been given. What an index kept elsewhere holds beyond that is of another time, and goes. */
  complete(): Promise<void>;
  /** The best of every group for what has been typed so far, at most `perGroup` each, best first. */
  suggest(text: string, perGroup: number): Promise<readonly SearchHit[]>;
  /** One page of all that is found, of one group or of all. */
  search(text: string, group: SearchGroup | undefined, offset: number, limit: number): Promise<SearchPage>;
};

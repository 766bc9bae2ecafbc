/**
 * What was read from the database, kept until a change is announced that names what it depends on. Pages of five
 * locales, and a home's own pages, ask for the same rows: they are read once.
 */

export type Remembering = {
  /** Milliseconds after which an answer is read anew: some depend on the clock. */
  readonly freshFor: number;
  /** Bound on the weights of all answers together. */
  readonly bound: number;
  readonly now?: () => number;
};

type Kept = { readonly answer: Promise<unknown>; readonly tags: readonly string[]; readonly readAt: number; weight: number };

export class ChangeMemory {
  readonly #options: Remembering;
  /** Insertion order is use order: the first is the least recently used. */
  readonly #kept = new Map<string, Kept>();
  readonly #keysByTag = new Map<string, Set<string>>();
  #weight = 0;

  constructor(options: Remembering) {
    this.#options = options;
  }

  get size(): { answers: number; weight: number } {
    return { answers: this.#kept.size, weight: this.#weight };
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  /**
   * The answer under `key`, read if need be, at most once at a time. One that is invalidated while it is read still goes
   * to those who asked before, and to nobody after. Failures are not kept.
   * @param weigh about how many bytes an answer takes.
   */
  recall<T>(key: string, tags: readonly string[], read: () => Promise<T>, weigh: (answer: T) => number): Promise<T> {
    const known = this.#kept.get(key);
    if (known && this.#now() - known.readAt < this.#options.freshFor) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.answer as Promise<T>;
    }
    if (known) this.#drop(key, known);
    const answer = read();
    const entry: Kept = { answer, tags, readAt: this.#now(), weight: 0 };
    this.#kept.set(key, entry);
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      keys.add(key);
      this.#keysByTag.set(tag, keys);
    }
    answer.then(
      (value) => {
        if (this.#kept.get(key) !== entry) return;
        entry.weight = weigh(value);
        this.#weight += entry.weight;
        for (const [oldest, one] of this.#kept) {
          if (this.#weight <= this.#options.bound) break;
          this.#drop(oldest, one);
        }
      },
      () => {
        if (this.#kept.get(key) === entry) this.#drop(key, entry);
      },
    );
    return answer;
  }

  #drop(key: string, entry: Kept): void {
    this.#kept.delete(key);
    this.#weight -= entry.weight;
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  /** Forgets every answer with one of the tags; `*` forgets all. */
  forget(tags: readonly string[]): void {
    for (const tag of tags) {
      for (const key of tag === '*' ? [...this.#kept.keys()] : [...(this.#keysByTag.get(tag) ?? [])]) {
        const entry = this.#kept.get(key);
        if (entry) this.#drop(key, entry);
      }
    }
  }
}

/**
 * What was read from the database, kept until a change is announced that names what it depends on. Pages of five
 * locales, and a home's own pages, ask for the same rows: they are read once.
 */
import { LRUCache } from 'lru-cache';
import { TagIndex } from './tag-index.ts';

export type TagCacheOptions = {
  /** Milliseconds after which an answer is read anew: some depend on the clock. */
  readonly freshFor: number;
  /** Bound on the weights of all answers together; 0 keeps none, and still reads at most once at a time. */
  readonly bound: number;
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number;
};

type Answer = { readonly promise: Promise<unknown>; readonly readAt: number };

export class TagCache {
  readonly #options: TagCacheOptions;
  readonly #kept: LRUCache<string, Answer>;
  /** Being read: their weight is not known yet. A key is either here or kept. */
  readonly #underWay = new Map<string, Answer>();
  readonly #tags = new TagIndex();

  constructor(options: TagCacheOptions) {
    this.#options = options;
    this.#kept = new LRUCache({ maxSize: Math.max(1, options.bound), dispose: (_answer, key) => this.#tags.drop(key) });
  }

  /** Answers that are kept, and their weights together. */
  get size(): { answers: number; weight: number } {
    return { answers: this.#kept.size, weight: this.#kept.calculatedSize };
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }

  /**
   * The answer under `key`, read if need be, at most once at a time. One that is invalidated while it is read still goes
   * to those who asked before, and to nobody after. Failures are not kept.
   * @param tags what the answer depends on.
   * @param weigh about how many bytes an answer takes.
   */
  get<T>(key: string, tags: readonly string[], read: () => Promise<T>, weigh: (answer: T) => number): Promise<T> {
    const known = this.#underWay.get(key) ?? this.#kept.get(key);
    if (known && this.#now() - known.readAt < this.#options.freshFor) return known.promise as Promise<T>;
    this.#drop(key);
    const promise = read();
    const answer: Answer = { promise, readAt: this.#now() };
    this.#underWay.set(key, answer);
    this.#tags.add(key, tags);
    promise.then(
      (value) => this.#settle(key, answer, weigh(value)),
      () => this.#settle(key, answer, undefined),
    );
    return promise;
  }

  /** Keeps what has been read, unless it failed, is too heavy, or was invalidated meanwhile. */
  #settle(key: string, answer: Answer, weight: number | undefined): void {
    if (this.#underWay.get(key) !== answer) return;
    this.#underWay.delete(key);
    if (weight === undefined || weight > this.#options.bound) this.#tags.drop(key);
    else this.#kept.set(key, answer, { size: Math.max(1, Math.ceil(weight)) });
  }

  #drop(key: string): void {
    this.#underWay.delete(key);
    this.#kept.delete(key);
    this.#tags.drop(key);
  }

  /** Throws out every answer with one of the tags; `*` throws out all. */
  invalidate(tags: readonly string[]): void {
    for (const key of this.#tags.keysOf(tags)) this.#drop(key);
  }
}

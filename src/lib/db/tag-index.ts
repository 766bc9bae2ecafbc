/** Which keys of a cache depend on what: tags of announced changes lead to the keys that must go. */
export class TagIndex {
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #tagsByKey = new Map<string, readonly string[]>();

  /** From now on the key carries these tags, and no others. */
  add(key: string, tags: readonly string[]): void {
    this.drop(key);
    this.#tagsByKey.set(key, tags);
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      keys.add(key);
      this.#keysByTag.set(tag, keys);
    }
  }

  /** The key is no longer found by any tag. One that was never added is no fault. */
  drop(key: string): void {
    for (const tag of this.#tagsByKey.get(key) ?? []) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
    this.#tagsByKey.delete(key);
  }

  /** The keys that carry one of the tags, each once; `*` stands for all keys. A copy: keys may be dropped while it is walked. */
  keysOf(tags: readonly string[]): Set<string> {
    return new Set(tags.includes('*') ? this.#tagsByKey.keys() : tags.flatMap((tag) => [...(this.#keysByTag.get(tag) ?? [])]));
  }
}

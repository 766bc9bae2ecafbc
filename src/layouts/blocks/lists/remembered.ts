/** HTML of parts that many pages share, kept by everything it depends on, so that it is written once. */

/** Characters kept for a site; a card has about 3,000. */
const bound = 24 * 1_048_576;

class HtmlMemory {
  /** Insertion order is use order: the first is the least recently used. */
  readonly #kept = new Map<string, string>();
  #size = 0;

  get(key: string): string | undefined {
    const html = this.#kept.get(key);
    if (html === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, html);
    return html;
  }

  set(key: string, html: string): void {
    if (this.#kept.has(key)) return;
    this.#kept.set(key, html);
    this.#size += key.length + html.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= bound) break;
      this.#kept.delete(oldest);
      this.#size -= oldest.length + length;
    }
  }
}

/** One for each site served by this process: addresses in the HTML are the site's. */
const memories = new WeakMap<object, HtmlMemory>();

export function htmlMemory(site: object): HtmlMemory {
  const memory = memories.get(site) ?? new HtmlMemory();
  memories.set(site, memory);
  return memory;
}

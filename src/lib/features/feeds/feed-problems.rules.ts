/** What is wrong with one house, as far as anybody reads it. */
import type { Problem, Severity } from './feed.schema.ts';

/** Of one house so many refusals are named, and so many other remarks; a file that is all wrong would otherwise fill the disk. */
const mostNamed = 50;
/** Longest value that is repeated, in characters. */
const longestValue = 500;

export class Problems {
  readonly #named: Problem[] = [];
  readonly #counts: Record<Severity, number> = { refused: 0, dropped: 0, mended: 0, noticed: 0 };
  #unnamed: Problem | undefined;

  constructor(given: readonly Problem[] = []) {
    for (const one of given) this.add(one.severity, () => one);
  }

  /** How many refusals there are, named or not. */
  get refused(): number {
    return this.#counts.refused;
  }

  get #all(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** @param tell says what is wrong; not asked when enough is named already, for the line of a value takes time to find. */
  add(severity: Severity, tell: () => Omit<Problem, 'severity'>): void {
    const before = severity === 'refused' ? this.#counts.refused : this.#all - this.#counts.refused;
    this.#counts[severity]++;
    if (before < mostNamed) {
      const told = tell();
      this.#named.push({ ...told, severity, value: told.value.slice(0, longestValue) });
    } else this.#unnamed ??= { ...(this.#named.at(-1) as Problem), severity, field: '', value: '' };
  }

  /** Those that are named, and one that counts the others. */
  list(): readonly Problem[] {
    const more = this.#all - this.#named.length;
    return this.#unnamed ? [...this.#named, { ...this.#unnamed, reason: `and ${more} more remarks about this house` }] : this.#named;
  }
}

/** Machine translation of what people wrote, cached for a while so that a service is asked once. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayMs } from '#lib/dates/dates.ts';
import type { Translated, TranslateLanguage, Translator } from '#lib/ports/translate/translate.ts';

/** Bound of the answers kept, in characters of text. */
const mostKept = 4_000_000;

export type TranslateService = ReturnType<typeof createTranslateService>;

/** @param translators asked in this order until one can do it. */
export function createTranslateService(translators: readonly Translator[]) {
  const known = new LRUCache<string, Translated>({ maxSize: mostKept, sizeCalculation: ({ text }) => text.length + 100, ttl: 30 * dayMs });
  return {
    /**
     * Undefined when nobody can (R8.34).
     * @param originalHash the client's name for the text. Never trusted alone: the text is part of the key, so that nobody
     *   can put other words under a name.
     */
    async translate(originalHash: string, text: string, to: TranslateLanguage): Promise<Translated | undefined> {
      const key = createHash('sha256')
        .update(JSON.stringify([originalHash, to, text]))
        .digest('base64url');
      const kept = known.get(key);
      if (kept) return kept;
      for (const translator of translators) {
        const translated = await translator.translate(text, to).catch(() => undefined);
        if (!translated) continue;
        known.set(key, translated);
        return translated;
      }
      return undefined;
    },
  };
}

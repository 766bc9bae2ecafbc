/** Translation by a LibreTranslate server (POST /translate), with its own or an operator's key. */
import * as z from 'zod/mini';
import { createOutside, jsonOf } from '../outside.ts';
import type { TranslateLanguage, Translator } from './translate.ts';

const answerSchema = z.object({ translatedText: z.string() });

/** The service's codes. It has one Traditional Chinese, for Taiwan and Hong Kong alike. */
const codes: Readonly<Record<TranslateLanguage, string>> = { 'zh-Hans': 'zh', 'zh-Hant-TW': 'zt', 'zh-Hant-HK': 'zt', en: 'en', vi: 'vi' };
/** Milliseconds until the service is given up. */
const within = 8_000;

/** @param base where the server is, such as `https://translate.example.org`. */
export function libreTranslator(base: string, key: string | undefined, options: { readonly within?: number; readonly now?: () => number } = {}): Translator {
  const outside = createOutside({ within: options.within ?? within, ...(options.now ? { now: options.now } : {}) });
  const address = `${base.replace(/\/$/, '')}/translate`;
  return {
    async translate(text, to) {
      const answer = await outside.ask(address, {
        method: 'POST',
        json: { q: text, source: 'auto', target: codes[to], format: 'text', ...(key ? { api_key: key } : {}) },
      });
      if (!answer.ok || answer.status !== 200) return undefined;
      const read = answerSchema.safeParse(jsonOf(answer.bytes));
      return read.success ? { text: read.data.translatedText, by: 'service' } : undefined;
    },
  };
}

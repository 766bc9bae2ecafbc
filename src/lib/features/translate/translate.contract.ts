/** Translation of a text a reader asks for. */
import { contract } from '#lib/api/contract.ts';
import * as z from 'zod/mini';

/** Languages to translate into, by our locales and by language alone. */
export const translateTargets = ['zh-cn', 'en-us', 'zh-hk', 'zh-tw', 'vi-vn', 'zh', 'en', 'vi'] as const;

/** Longest text translated, in characters. */
export const translateLength = 5_000;

export const translateContract = contract({
  name: 'translate',
  summary: 'Translates what somebody wrote. What cannot be translated gives an empty object.',
  method: 'POST',
  path: '/_api/translate',
  input: z.object({
    from_lang: z._default(z.literal('auto'), 'auto'),
    to_lang: z.enum(translateTargets),
    original_hash: z.string().check(z.minLength(1), z.maxLength(128), z.describe('The client’s name for the text')),
    text: z.string().check(z.minLength(1), z.maxLength(translateLength)),
  }),
  output: z.object({ original_hash: z.optional(z.string()), text: z.optional(z.string()), by: z.optional(z.enum(['script', 'service'])) }),
  access: 'public',
  limit: 'outside',
  fulfils: ['R7.177', 'R8.34'],
});

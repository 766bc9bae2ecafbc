/** Translation of what people wrote. */
import type { Translator } from '#lib/ports/translate/translate.ts';
import { translateCalls } from './translate.api.ts';
import { createTranslateService } from './translate.service.ts';

/** @param translators asked in this order until one can do it. */
export function createTranslate(translators: readonly Translator[]) {
  const service = createTranslateService(translators);
  return { service, calls: translateCalls(service) };
}

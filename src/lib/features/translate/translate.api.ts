/** Binds the translation call. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { TranslateLanguage } from '#lib/ports/translate/translate.ts';
import { translateContract } from './translate.contract.ts';
import type { translateTargets } from './translate.contract.ts';
import type { TranslateService } from './translate.service.ts';

const languageOf: Readonly<Record<(typeof translateTargets)[number], TranslateLanguage>> = {
  'zh-cn': 'zh-Hans',
  zh: 'zh-Hans',
  'zh-tw': 'zh-Hant-TW',
  'zh-hk': 'zh-Hant-HK',
  'en-us': 'en',
  en: 'en',
  'vi-vn': 'vi',
  vi: 'vi',
};

export function translateCalls(translate: TranslateService): readonly BoundCall[] {
  return [
    bind(translateContract, async ({ original_hash, text, to_lang }) => {
      const translated = await translate.translate(original_hash, text, languageOf[to_lang]);
      return { ok: true, data: translated ? { original_hash, text: translated.text, by: translated.by } : {} };
    }),
  ];
}

import { expect, test } from 'vitest';
import { catalogues } from '#lib/i18n/catalogues.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';
import { defaultLocale, languageCodes, localeFacts, locales } from '#lib/i18n/locales.ts';
import { currencyCodes } from '#lib/money/currencies.ts';

test('[R9.44] [R3.17] five interface languages, Simplified Chinese first', () => {
  expect(locales).toEqual(['zh-cn', 'en-us', 'zh-hk', 'zh-tw', 'vi-vn']);
  expect(defaultLocale).toBe('zh-cn');
});

test('[R9.33] [R1.16] the language map holds 16 locales; Korean, Japanese and Thai are in it and are no interface languages', () => {
  expect(Object.keys(languageCodes)).toHaveLength(16);
  for (const code of ['ko-kr', 'ja-jp', 'th-th']) {
    expect(Object.keys(languageCodes)).toContain(code);
    expect(locales).not.toContain(code);
  }
});

test('[R9.45] the interface is translated in en, vi, zh-CN and zh-TW; Hong Kong overrides words of zh-TW', () => {
  const keysOf = (language: keyof typeof catalogues): string[] =>
    Object.entries(catalogues[language]).flatMap(([area, messages]) => Object.keys(messages).map((key) => `${area}.${key.replace(/_(one|other)$/, '')}`));
  const english = new Set(keysOf('en'));
  for (const language of ['vi', 'zh-CN', 'zh-TW'] as const) expect(new Set(keysOf(language)), language).toEqual(english);
  expect(localeFacts['zh-hk'].catalogues).toEqual(['zh-TW', 'zh-HK']);
  for (const key of keysOf('zh-HK')) expect(english, key).toContain(key);
});

test('currencies have the names that people there write', () => {
  expect(currencyName('GBP', 'en-us')).toBe('Pound Sterling');
  expect(currencyName('GBP', 'zh-cn')).toBe('英镑');
  expect(currencyName('CHF', 'vi-vn')).toBe('Franc Thụy Sĩ');
  expect(currencyName('NZD', 'zh-hk')).toBe('新西蘭元');
  for (const locale of locales) for (const code of currencyCodes) expect(currencyName(code, locale), `${code} in ${locale}`).not.toBe(code);
});

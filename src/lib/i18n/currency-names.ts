/** What currencies are called. Where the platform's own names are not what people there write, ours stand. */
import { memoBy } from '#lib/memo.ts';
import { displayNames } from './formats.ts';
import { localeFacts } from './locales.ts';
import type { Locale } from './locales.ts';

const ours: Partial<Record<Locale, Readonly<Record<string, string>>>> = {
  'en-us': { GBP: 'Pound Sterling' },
  'vi-vn': {
    AUD: 'Đô la Úc',
    BRL: 'Real Brazil',
    CHF: 'Franc Thụy Sĩ',
    PHP: 'Peso Philippines',
    THB: 'Baht Thái Lan',
    TRY: 'Lira Thổ Nhĩ Kỳ',
    TWD: 'Đô la Đài Loan',
  },
  // The platform names these as Taiwan does, or as nobody does.
  'zh-hk': { AED: '阿聯酋迪拉姆', KRW: '韓圜', NZD: '新西蘭元', OMR: '阿曼里亞爾' },
};

/** @param code ISO 4217. @example currencyName('THB', 'vi-vn') // 'Baht Thái Lan' */
export const currencyName = /* @__PURE__ */ memoBy(
  (code: string, locale: Locale): string => ours[locale]?.[code] ?? displayNames(localeFacts[locale].lang, 'currency').of(code) ?? code,
);

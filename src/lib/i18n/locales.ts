/**
 * The five interface languages (R1.13, R9.44) and everything that differs between them.
 * zh-cn is the default and has no path prefix (R1.14).
 */
export const locales = ['zh-cn', 'en-us', 'zh-hk', 'zh-tw', 'vi-vn'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'zh-cn';

type LocaleFacts = {
  /** First path segment; empty for the default locale. */
  readonly prefix: '' | 'en' | 'hk' | 'tw' | 'vn';
  /** `lang` attribute of the document. */
  readonly lang: string;
  readonly hreflang: string;
  /** Open Graph locale. */
  readonly og: string;
  /** BCP 47 tag for Intl. */
  readonly intl: string;
  /** The language's own name, as a switcher shows it. */
  readonly selfName: string;
  /** UI catalogues merged in order, later ones override (R9.45). */
  readonly catalogues: readonly ('en' | 'vi' | 'zh-CN' | 'zh-TW' | 'zh-HK')[];
  /** Dial code offered first (R9.09). */
  readonly dialCode: string;
};

export const localeFacts = {
  'zh-cn': { prefix: '', lang: 'zh-CN', hreflang: 'zh-CN', og: 'zh_CN', intl: 'zh-CN', selfName: '简体中文', catalogues: ['zh-CN'], dialCode: '86' },
  'en-us': { prefix: 'en', lang: 'en', hreflang: 'en', og: 'en_US', intl: 'en-GB', selfName: 'English', catalogues: ['en'], dialCode: '1' },
  'zh-hk': {
    prefix: 'hk',
    lang: 'zh-Hant-HK',
    hreflang: 'zh-HK',
    og: 'zh_HK',
    intl: 'zh-HK',
    selfName: '繁體中文（香港）',
    catalogues: ['zh-TW', 'zh-HK'],
    dialCode: '86',
  },
  'zh-tw': {
    prefix: 'tw',
    lang: 'zh-Hant-TW',
    hreflang: 'zh-TW',
    og: 'zh_TW',
    intl: 'zh-TW',
    selfName: '繁體中文（台灣）',
    catalogues: ['zh-TW'],
    dialCode: '86',
  },
  'vi-vn': { prefix: 'vn', lang: 'vi', hreflang: 'vi', og: 'vi_VN', intl: 'vi-VN', selfName: 'Tiếng Việt', catalogues: ['vi'], dialCode: '86' },
} as const satisfies Record<Locale, LocaleFacts>;

const localeByPrefix = new Map<string, Locale>(
  locales.filter((locale) => localeFacts[locale].prefix !== '').map((locale) => [localeFacts[locale].prefix, locale]),
);

/** The locale of a path's first segment, if that segment is one of the known prefixes. */
export function localeOfPrefix(segment: string | undefined): Locale | undefined {
  return segment === undefined ? undefined : localeByPrefix.get(segment);
}

/** Whether the reader's script is Chinese. */
export function isChinese(locale: Locale): boolean {
  return locale.startsWith('zh');
}

/**
 * The language-code map of the specification: 16 locales (R9.33), of which five are interface
 * languages; ko-kr, ja-jp and th-th are among the others (R1.16). Values are the codes sent to services.
 */
export const languageCodes = {
  'zh-cn': 'zh',
  'en-us': 'en',
  'zh-hk': 'zh',
  'zh-tw': 'zh',
  'vi-vn': 'en',
  'ko-kr': 'ko',
  'ja-jp': 'ja',
  'th-th': 'th',
  'fr-fr': 'fr',
  'de-de': 'de',
  'es-es': 'es',
  'it-it': 'it',
  'pt-pt': 'pt',
  'ru-ru': 'ru',
  'id-id': 'id',
  'ms-my': 'ms',
} as const;

/** Words into another language. */
export const translateLanguages = ['zh-Hans', 'zh-Hant-TW', 'zh-Hant-HK', 'en', 'vi'] as const;
export type TranslateLanguage = (typeof translateLanguages)[number];

export type Translated = {
  readonly text: string;
  /** `script`: only the script of Chinese was changed; `service`: translated by a machine. */
  readonly by: 'script' | 'service';
};

export type Translator = {
  /** Undefined when it cannot be done. */
  translate(text: string, to: TranslateLanguage): Promise<Translated | undefined>;
};

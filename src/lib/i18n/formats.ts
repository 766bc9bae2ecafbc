/** Intl formatters, made once: making one costs more than a hundred uses of it. Browser-safe. */

const made = new Map<string, unknown>();

function once<Format>(key: string, make: () => Format): Format {
  let format = made.get(key) as Format | undefined;
  if (!format) {
    format = make();
    made.set(key, format);
  }
  return format;
}

/** @param intl BCP 47 tag. */
export function numberFormat(intl: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return once(`number ${intl} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(intl, options));
}

/** A number and its unit with a space before a Chinese character. @example spaced('25分钟') // '25 分钟' */
export function spaced(text: string): string {
  return text.replaceAll(/(?<=\d)(?=\p{Script=Han})/gu, ' ');
}

/** @param intl BCP 47 tag. */
export function dateTimeFormat(intl: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(`date ${intl} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(intl, options));
}

/** A list joined as the language does: "A, B and C". @param intl BCP 47 tag. */
export function listFormat(intl: string): Intl.ListFormat {
  return once(`list ${intl}`, () => new Intl.ListFormat(intl, { type: 'conjunction' }));
}

/** Names of languages, currencies or regions. @param lang BCP 47 tag. */
export function displayNames(lang: string, type: 'language' | 'currency' | 'region'): Intl.DisplayNames {
  return once(`names ${lang} ${type}`, () => new Intl.DisplayNames([lang], { type }));
}

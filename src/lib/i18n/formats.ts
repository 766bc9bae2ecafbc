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

/** What is parted from Chinese characters by a space: letters and figures, with a sign of money before them or none. */
const isPlain = (text: string): boolean => /^[£€$]?[\p{Script=Latin}\d]/u.test(text);
const isHan = (text: string): boolean => /^\p{Script=Han}/u.test(text);
const between = (before: string, after: string): string => ((isHan(before) && isPlain(after)) || (isPlain(before) && isHan(after)) ? ' ' : '');

/**
 * A list joined as the language does: "A, B and C", in Chinese with a space between its word and what is Latin or a figure.
 * @param intl BCP 47 tag.
 */
export function listFormat(intl: string, type: 'conjunction' | 'disjunction' = 'conjunction'): { readonly format: (list: Iterable<string>) => string } {
  return once(`list ${intl} ${type}`, () => {
    const list = new Intl.ListFormat(intl, { type });
    if (!intl.startsWith('zh')) return { format: (all: Iterable<string>) => list.format(all) };
    // What is listed stays as it is.
    return {
      format: (all: Iterable<string>) => {
        const parts = list.formatToParts(all);
        return parts.reduce(
          (text, { type: kind, value }, at) =>
            kind === 'element' ? text + value : text + between(text.slice(-1), value) + value + between(value.slice(-1), parts[at + 1]?.value ?? ''),
          '',
        );
      },
    };
  });
}

/** Names of languages, currencies or regions. @param lang BCP 47 tag. */
export function displayNames(lang: string, type: 'language' | 'currency' | 'region'): Intl.DisplayNames {
  return once(`names ${lang} ${type}`, () => new Intl.DisplayNames([lang], { type }));
}

/**
 * HTML written by functions, for what stands on a page many times: a card of a list costs a tenth of what its component
 * did. Everything put into a template is escaped here, in text and in quoted attributes alike, unless it is `Html` itself.
 */

/** Markup that is safe to show as it is. Made by `html` alone. */
export class Html {
  readonly text: string;
  private constructor(text: string) {
    this.text = text;
  }
  /** @internal of `html` and of drawings that consist of constants. */
  static of(text: string): Html {
    return new Html(text);
  }
  toString(): string {
    return this.text;
  }
}

/** What a template takes: nothing is written for what is absent. */
export type Written = Html | string | number | false | undefined | null | readonly Written[];

const special = /[&<>"']/;
const everySpecial = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The text with every sign that means something in HTML written as an entity. @example escaped('a < b') // 'a &lt; b' */
export function escaped(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (sign) => entities[sign] ?? sign) : text;
}

function written(value: Written): string {
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Html) return value.text;
  if (typeof value === 'number') return String(value);
  if (!value) return '';
  let text = '';
  for (const one of value) text += written(one);
  return text;
}

/**
 * A template of markup. Values stand in text or within quotes of an attribute, never as names of elements or attributes.
 * @example html`<b>${'a < b'}</b>${html`<i>c</i>`}`.text // '<b>a &lt; b</b><i>c</i>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Written[]): Html {
  let text = strings[0] ?? '';
  for (let at = 0; at < values.length; at++) text += written(values[at]) + (strings[at + 1] ?? '');
  return Html.of(text);
}

/** A text as CSS writes it, for `content` of generated boxes. @example cssString("it's") // "'it\\27 s'" */
export function cssString(text: string): string {
  return `'${text.replaceAll(/['\\\n<>]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `)}'`;
}

/**
 * HTML written by functions, for what stands on a page many times: a card of a list costs a tenth of what its component
 * did. Everything put into a template is escaped here, in text and in quoted attributes alike, unless it is `Html` itself.
 */

import { endsParagraph, more, place, withoutIdleEnds, withoutIdleQuotes, word, wordy, wordyMore } from './html-short.ts';

const paragraphEnd = '</p>';

/** Markup that is safe to show as it is. Made by `html` alone. A paragraph at its end is closed by what follows, where HTML allows that. */
export class Html {
  private body = '';
  private isEmpty = true;
  /** Whether it begins with what ends a paragraph before it. */
  private endsParagraph = false;
  private isInParagraph = false;

  /** @internal of `html` and of drawings that consist of constants. */
  static of(text: string): Html {
    const made = new Html();
    made.add(text, false, false);
    return made;
  }

  /** @internal @param ends whether the text begins with what ends a paragraph. @param within whether it ends in one, whose end it leaves out. */
  add(text: string, ends: boolean, within: boolean): void {
    if (this.isEmpty) this.endsParagraph = ends;
    else if (this.isInParagraph && !ends) this.body += paragraphEnd;
    this.isEmpty = false;
    this.body += text;
    this.isInParagraph = within;
  }

  /** @internal */
  addValue(value: Written): void {
    if (typeof value === 'string') {
      if (value !== '') this.add(escaped(value), false, false);
    } else if (typeof value === 'number') this.add(String(value), false, false);
    else if (value instanceof Html) {
      if (!value.isEmpty) this.add(value.body, value.endsParagraph, value.isInParagraph);
    } else if (value) for (const one of value) this.addValue(one);
  }

  get text(): string {
    return this.isInParagraph ? this.body + paragraphEnd : this.body;
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

/** What a template says between two values: see `Html.add`. */
type Said = { readonly text: string; readonly ends: boolean; readonly within: boolean };
/** How a value stands: `none` needs no care, in text, and where the quotes stand in the template itself; others have quotes where they need them. */
type Hole = 'none' | 'word' | 'more';
/** A template as it is written each time. */
type Template = { readonly said: readonly Said[]; readonly holes: readonly Hole[] };

const templates = new WeakMap<TemplateStringsArray, Template>();
const holeOf: Readonly<Record<string, Hole>> = { [place]: 'none', '\u0002': 'word', '\u0003': 'more' };
const bare = { word: new RegExp(`^${word}$`), more: new RegExp(`^${more}$`) } as const;
const wholeWord = new RegExp(` (${wordy})="${place}"(?=[ >${place}])`, 'g');
const wholeMore = new RegExp(` (${wordyMore})="${place}"(?=[ >${place}])`, 'g');

/** Makes a template short, once: what it says itself, and the values that need no quotes. @throws {TypeError} where a slash would join a value. */
function readTemplate(strings: TemplateStringsArray): Template {
  const given = strings.join(place);
  if (given.includes(`${place}/>`)) throw new TypeError(`attributes stand right before "/>": ${strings.join('…')}`);
  // Attributes alone stand within a tag, before others or its end.
  const end = /[<>]/.test(given) ? '' : ' ';
  const markup = (given + end).replaceAll(wholeWord, ' $1=\u0002').replaceAll(wholeMore, ' $1=\u0003');
  const short = withoutIdleQuotes(withoutIdleEnds(markup));
  // oxlint-disable-next-line no-control-regex
  const parts = short.slice(0, short.length - end.length).split(/([\u0001-\u0003])/);
  return {
    said: strings.map((string, at) => {
      const text = parts[at * 2] ?? '';
      const within = text.endsWith(paragraphEnd);
      return { text: within ? text.slice(0, -paragraphEnd.length) : text, ends: endsParagraph.test(string), within };
    }),
    holes: parts.filter((_, at) => at % 2 === 1).map((sign) => holeOf[sign] ?? 'none'),
  };
}

/** The value with the quotes that it needs. */
function quoted(value: Written, hole: 'word' | 'more'): string {
  const whole = new Html();
  whole.addValue(value);
  return bare[hole].test(whole.text) ? whole.text : `"${whole.text}"`;
}

/**
 * A template of markup. Values stand in text or within quotes of an attribute, never as names of elements or attributes.
 * It is written short: without end tags and quotes that HTML does without (docs/decisions/0110).
 * @example html`<b>${'a < b'}</b>${html`<i>c</i>`}`.text // '<b>a &lt; b</b><i>c</i>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Written[]): Html {
  let template = templates.get(strings);
  if (!template) {
    template = readTemplate(strings);
    templates.set(strings, template);
  }
  const { said, holes } = template;
  const made = new Html();
  for (let at = 0; at < said.length; at++) {
    const { text = '', ends = false, within = false } = said[at] ?? {};
    if (text !== '' || ends || within) made.add(text, ends, within);
    const hole = holes[at];
    if (hole === 'none') made.addValue(values[at]);
    else if (hole) made.add(quoted(values[at], hole), false, false);
  }
  return made;
}

/** A text as CSS writes it, for `content` of generated boxes. @example cssString("it's") // "'it\\27 s'" */
export function cssString(text: string): string {
  return `'${text.replaceAll(/['\\\n<>]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16) ?? ''} `)}'`;
}

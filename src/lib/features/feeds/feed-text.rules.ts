/** Cleaning of text from suppliers. */
import { Parser } from 'htmlparser2';

/** What feeds write when they mean nothing. */
const nothing = new Set(['null', 'NULL', 'Null', 'undefined', 'None', '\\N', '-', 'N/A', 'n/a']);

/**
 * A value without what can be stored or shown nowhere: control characters, halves of characters, invisible marks.
 * Empty when the feed says "null" in one of its ways.
 * @example tidy(' NULL ') // ''
 */
export function tidy(value: string): string {
  const text = value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return nothing.has(text) ? '' : text.normalize('NFC');
}

/** Elements that HTML lets end by themselves, or that hold nothing. */
const endsItself = new Set('area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track wbr'.split(' '));
/** What is never text, however it is written. */
const neverText = new Set('applet embed iframe math noscript object script style svg template textarea'.split(' '));
const elements = new Set([
  ...endsItself,
  ...neverText,
  ...(
    'a abbr address article aside audio b bdi bdo big blockquote body button canvas caption center cite code colgroup data datalist del details dfn dialog ' +
    'dir div dl em fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup html i ins kbd label legend main map ' +
    'mark marquee menu meter nav nobr ol optgroup output picture pre progress q rp rt ruby s samp section select small span strike strong sub summary sup ' +
    'table time title tt u ul var video'
  ).split(' '),
]);

/**
 * What stands in angle brackets and is no HTML becomes entities, so that it is read as text: `<Studio>`, `< 3 km`. An element that has
 * to be closed, has no attributes and is closed nowhere is no HTML either: `Block <B>`.
 */
function withoutFalseTags(text: string): string {
  const closed = new Set(Array.from(text.matchAll(/<\/([a-z][a-z\d]*)\s*>/gi), ([, name = '']) => name.toLowerCase()));
  const isTag = (name: string, rest: string, isClosing: boolean): boolean => {
    if (!elements.has(name)) return false;
    if (isClosing || neverText.has(name) || /^\s*\/?$/.test(rest)) return isClosing || neverText.has(name) || endsItself.has(name) || closed.has(name);
    return /^\s[^=]*=/.test(rest);
  };
  return text.replace(/<(?:(\/?)([a-z][a-z\d]*)\b([^<>]*)>|!--)?/gi, (found, slash: string | undefined, name: string | undefined, rest = '') =>
    found === '<!--' || (name !== undefined && isTag(name.toLowerCase(), rest as string, slash === '/')) ? found : found.replace('<', '&lt;'),
  );
}

/**
 * Plain text of what may be HTML: paragraphs, headings and breaks become line breaks, list entries bullets; scripts,
 * styles and every tag go. Text without markup comes back as it is.
 * @example plainText('<p>Bright &amp; calm</p><script>x()</script>') // 'Bright & calm'
 * @example plainText('<Studio> at <b>£6500</b>') // '<Studio> at £6500'
 */
export function plainText(value: string): string {
  const text = tidy(value).replaceAll('\r\n', '\n');
  const isMarkup = /<[a-z!/][^<>]*>|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/i.test(text);
  const plain = isMarkup ? stripMarkup(withoutFalseTags(text)) : text;
  return plain
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whose text is none of the page's. */
const hiding = new Set(['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object']);
const paragraphs = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'section', 'article', 'blockquote']);
/** What stands for an element where it begins, and where it ends. */
const beginning: Readonly<Record<string, string>> = { br: '\n', li: '\n• ' };
const ending = (name: string): string => (paragraphs.has(name) ? '\n\n' : name === 'li' || name === 'tr' ? '\n' : '');

/** The text of what is HTML; takes time that grows with the text, whatever it is. */
function stripMarkup(text: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (hiding.has(name)) hidden++;
      else if (hidden === 0) parts.push(beginning[name] ?? '');
    },
    onclosetag(name) {
      if (hiding.has(name)) hidden = Math.max(0, hidden - 1);
      else if (hidden === 0) parts.push(ending(name));
    },
    ontext(piece) {
      if (hidden === 0) parts.push(piece);
    },
  });
  // Breaks of the source are spaces of the page.
  parser.end(text.replaceAll('\n', ' '));
  return parts.join('');
}

/** One line of plain text. */
export function plainLine(value: string): string {
  return plainText(value).replace(/\s+/g, ' ');
}

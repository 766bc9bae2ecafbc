/** Cleaning of text from suppliers. */
import sanitizeHtml from 'sanitize-html';

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

const decoded: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/**
 * Plain text of what may be HTML: paragraphs, headings and breaks become line breaks, list entries bullets; scripts,
 * styles and every tag go. Text without markup comes back as it is.
 * @example plainText('<p>Bright &amp; calm</p><script>x()</script>') // 'Bright & calm'
 */
export function plainText(value: string): string {
  const text = tidy(value).replaceAll('\r\n', '\n');
  const isMarkup = /<[a-z!/][^>]*>|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/i.test(text);
  const plain = isMarkup ? stripMarkup(text) : text;
  return plain
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function stripMarkup(text: string): string {
  const broken = text
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n• ')
    .replace(/<\/(?:p|div|h[1-6]|ul|ol|table|section|article|blockquote)>/gi, '\n\n')
    .replace(/<\/(?:li|tr)>/gi, '\n');
  const stripped = sanitizeHtml(broken, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object'],
  });
  return stripped.replace(/&(?:amp|lt|gt|quot);/g, (entity) => decoded[entity] ?? entity);
}

/** One line of plain text. */
export function plainLine(value: string): string {
  return plainText(value).replace(/\s+/g, ' ');
}

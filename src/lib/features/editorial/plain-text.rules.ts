/** What editors wrote as plain text, for programs. Pure. */

export type Section = { readonly heading: string; readonly text: string };

/** @example plainLine('- **Rent** is [explained](/helps/1)') // 'Rent is explained' */
export function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .trim();
}

/**
 * The sections of a text of ours: Markdown with headings, paragraphs, entries, links and bold words, and nothing else.
 * @param fill puts the operator's particulars in place of `{brand}` and the others.
 */
export function sectionsOf(markdown: string, fill: (text: string) => string): readonly Section[] {
  return markdown
    .trim()
    .split(/^(?=#{2,3} )/m)
    .map((part) => {
      const [first = '', ...rest] = part.split(/\r?\n/);
      const isHeaded = /^#{2,3} /.test(first);
      const lines = (isHeaded ? rest : [first, ...rest]).map((line) => plainLine(fill(line))).filter((line) => line !== '');
      return { heading: isHeaded ? plainLine(fill(first.replace(/^#+ /, ''))) : '', text: lines.join('\n') };
    })
    .filter(({ heading, text }) => heading !== '' || text !== '');
}

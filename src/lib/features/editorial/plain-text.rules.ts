/** What editors wrote as plain text, for programs. Pure. */

export type Section = { readonly heading: string; readonly text: string };

/** The line between the head of a table and its rows. */
const ruleOfTable = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/**
 * @example plainLine('- **Rent** is [explained](/helps/1)') // 'Rent is explained'
 * @example plainLine('![A desk by the window](/pictures/desk.webp)') // 'A desk by the window'
 * @example plainLine('| Ontario | one month |') // 'Ontario · one month'
 */
export function plainLine(line: string): string {
  if (ruleOfTable.test(line)) return '';
  const cells = /^\|(.*)\|\s*$/
    .exec(line)?.[1]
    ?.split('|')
    .map((cell) => cell.trim());
  return (cells?.join(' · ') ?? line)
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .trim();
}

/**
 * The sections of a text of ours: Markdown with headings, paragraphs, entries, tables, links and bold words, and nothing else.
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

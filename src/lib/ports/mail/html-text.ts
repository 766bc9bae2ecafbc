/** The words of a mail's HTML, line by line as a reader sees them. What it quotes gets `>` in front, as in mails of plain text. */
import { Parser } from 'htmlparser2';

/** Elements that stand on lines of their own. */
const blocks = new Set(['address', 'article', 'blockquote', 'center', 'dd', 'div', 'dl', 'dt', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header']);
for (const name of ['hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tbody', 'td', 'th', 'tr', 'ul']) blocks.add(name);
/** Elements of which nothing is said. */
const silent = new Set(['head', 'script', 'style', 'template', 'title', 'noscript']);
/** Elements within elements that are read: looking for what an end belongs to costs as much as there is around it. No mail of a person comes near. */
const deepestElement = 400;
/** Quotes within quotes that are told apart. */
const deepest = 20;

/**
 * @example htmlText('<div>Yes&nbsp;please</div><blockquote>Is it quiet?</blockquote>') // 'Yes please\n> Is it quiet?'
 */
export function htmlText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let quoted = 0;
  let hidden = 0;
  const end = (): void => {
    const said = line.replaceAll(/[ \t\n\r\f\u00a0]+/g, ' ').trim();
    line = '';
    if (said !== '') lines.push(`${'> '.repeat(Math.min(quoted, deepest))}${said}`);
    else if (lines.at(-1) !== '') lines.push('');
  };
  const parser = new Parser({
    onopentagname(name) {
      depth += 1;
      if (depth > deepestElement) parser.pause();
      if (silent.has(name)) hidden += 1;
      if (name === 'br' || (blocks.has(name) && line.trim() !== '')) end();
      if (name === 'blockquote') quoted += 1;
    },
    ontext(text) {
      if (hidden === 0) line += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (silent.has(name)) hidden -= 1;
      if (blocks.has(name) && line.trim() !== '') end();
      // A paragraph has room below.
      if (name === 'p' && lines.at(-1) !== '') lines.push('');
      if (name === 'blockquote') quoted -= 1;
    },
  });
  parser.end(html);
  if (line.trim() !== '') end();
  return lines.join('\n').trim();
}

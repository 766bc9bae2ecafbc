/**
 * A rendered page as a file that no server of ours stands behind: what needs one is left out, so that nothing on it
 * pretends to work. Links to what is not written lose their address, forms are hidden, and each drawing is one file, as
 * such, instead of a choice of sizes that somebody would have to make. Styles and the script of islands are the same on
 * thousands of pages: they are files, of which there are a few, instead of a fifth of each page.
 */
import { createHash } from 'node:crypto';

export type FilePage = {
  readonly html: string;
  /** Paths of the pictures that it shows. */
  readonly pictures: ReadonlySet<string>;
  /** Files that many pages name, by their paths, which change with what they hold. */
  readonly shared: ReadonlyMap<string, string>;
};

/** Of a drawing's address what comes before size and format. */
const drawing = String.raw`(/pictures/[\w./-]+?)(?:-\d+)?\.(?:avif|webp|svg)`;
const sources = /<source [^>]*srcset="\/pictures\/[^"]*"[^>]*>\s?/g;
const preloads = /<link [^>]*(?:imagesrcset|href)="\/pictures\/[^"]*"[^>]*>/g;
const choices = / (?:srcset|sizes)="[^"]*"(?=[^>]*src="\/pictures\/)|(?<=src="\/pictures\/[^>]*) (?:srcset|sizes)="[^"]*"/g;
const drawings = new RegExp(`((?:src|href)=")${drawing}"`, 'g');
const photographs = /(?<=["\s])\/photos\/[\w-]+\.(?:avif|webp|jpe?g|png)(?=["\s])/g;
const links = /<a ([^>]*?)href="(\/[^"]*)"/g;
/** Styles and scripts that a page writes itself. */
const written = /<(style|script)>([\s\S]*?)<\/\1>/g;
/** Characters from which what is written in a page becomes a file: for less a request costs more than it saves. */
const leastShared = 3_000;
const forms = /<form(?=\s[^>]*\b(?:action|method)=)(?![^>]*\shidden\b)/g;

/** Paths of this site that a page links to, without queries, each once. */
export function linksOf(html: string): string[] {
  return [...new Set([...html.matchAll(links)].map(([, , address = '']) => address.split(/[?#]/)[0] ?? ''))];
}

function sharedPath(kind: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `/_assets/shared.${digest}.${kind === 'style' ? 'css' : 'js'}`;
}

/**
 * @param isWritten whether a path, without query, is there as a file.
 */
export function asFile(html: string, isWritten: (path: string) => boolean): FilePage {
  const pictures = new Set<string>();
  const shared = new Map<string, string>();
  const text = html
    .replace(sources, '')
    .replace(preloads, '')
    .replace(choices, '')
    .replace(drawings, (_, before: string, name: string) => {
      pictures.add(`${name}.svg`);
      return `${before}${name}.svg"`;
    })
    .replace(links, (whole, before: string, address: string) => {
      const [path = ''] = address.split(/[?#]/);
      return path.startsWith('/pictures/') || path.startsWith('/photos/') || isWritten(path) ? whole : `<a ${before}aria-disabled="true"`;
    })
    .replace(forms, '<form hidden')
    .replace(written, (whole, kind: string, content: string) => {
      if (content.length < leastShared) return whole;
      const path = sharedPath(kind, content);
      shared.set(path, content);
      return kind === 'style' ? `<link rel="stylesheet" href="${path}">` : `<script src="${path}"></script>`;
    });
  for (const [path] of text.matchAll(photographs)) pictures.add(path);
  return { html: text, pictures, shared };
}

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

/** What a page names files by, and what asks a server: read in one pass, for an export reads every page. */
const parts = /<(source|link|img|a|form)\b[^>]*>|<(style|script)>[\s\S]*?<\/\2>/g;
/** Of a drawing's address what comes before size and format. */
const drawing = /((?:src|href)=")(\/pictures\/[\w./-]+?)(?:-\d+)?\.(?:avif|webp|svg)"/;
const choice = / (?:srcset|sizes)="[^"]*"/g;
const photographs = /(?<![\w.-])\/photos\/[\w-]+\.(?:avif|webp|jpe?g|png)/g;
const links = /<a ([^>]*?)href="(\/[^"]*)"/g;
const link = /^<a ([^>]*?)href="(\/[^"]*)"/;
/** A form that asks a server, and is not hidden already. */
const form = /^<form(?=\s[^>]*\b(?:action|method)=)(?![^>]*\shidden\b)/;
/** Characters from which what is written in a page becomes a file: for less a request costs more than it saves. */
const leastShared = 3_000;

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
  const withDrawing = (tag: string): string =>
    tag.replace(drawing, (_, before: string, name: string) => {
      pictures.add(`${name}.svg`);
      return `${before}${name}.svg"`;
    });
  const asPart: Readonly<Record<string, (tag: string) => string>> = {
    source: (tag) => (tag.includes('srcset="/pictures/') ? '' : tag),
    link: (tag) => (/(?:imagesrcset|href)="\/pictures\//.test(tag) ? '' : tag),
    img: (tag) => (tag.includes('src="/pictures/') ? withDrawing(tag.replace(choice, '')) : tag),
    a(tag) {
      const [path = ''] = link.exec(tag)?.[2]?.split(/[?#]/) ?? [];
      if (path.startsWith('/pictures/')) return withDrawing(tag);
      return path === '' || path.startsWith('/photos/') || isWritten(path) ? tag : tag.replace(link, '<a $1aria-disabled="true"');
    },
    form: (tag) => tag.replace(form, '<form hidden'),
  };
  const asWritten = (whole: string, kind: string): string => {
    const content = whole.slice(kind.length + 2, -kind.length - 3);
    if (content.length < leastShared) return whole;
    const path = sharedPath(kind, content);
    shared.set(path, content);
    return kind === 'style' ? `<link rel="stylesheet" href="${path}">` : `<script src="${path}"></script>`;
  };
  const text = html.replace(parts, (whole, tag: string | undefined, written: string) => (tag ? (asPart[tag]?.(whole) ?? whole) : asWritten(whole, written)));
  for (const [path] of text.matchAll(photographs)) pictures.add(path);
  return { html: text, pictures, shared };
}

/**
 * A rendered page as a file that no server of ours stands behind: what needs one is left out, so that nothing on it
 * pretends to work. Links to what is not written lose their address, forms are hidden, and each drawing is one file, as
 * such, instead of a choice of sizes that somebody would have to make. Styles and the script of islands are the same on
 * thousands of pages: they are files, of which there are a few, instead of a fifth of each page.
 */
import { createHash } from 'node:crypto';
import { memo } from '#lib/memo.ts';
import { PageText } from '#lib/page-text.ts';
import type { KeptHtml } from '#lib/page-text.ts';

export type FilePage = {
  /** Paths of this site that the page links to, without queries, each once. */
  readonly links: ReadonlySet<string>;
  /** The path of its list's next page. */
  readonly next: string | undefined;
  /** Paths of the pictures that it shows. */
  readonly pictures: ReadonlySet<string>;
  /** Files that many pages name, by their paths, which change with what they hold. */
  readonly shared: ReadonlyMap<string, string>;
  /** What the file holds. @param isWritten whether one of the `links` is there as a file. */
  write(isWritten: (path: string) => boolean): PageText;
};

/** What a page names files by, and what asks a server: read in one pass, for an export reads every page. */
const parts = /<(source|link|img|a|form)\b[^>]*>|<(style|script)>[\s\S]*?<\/\2>/g;
/** Of a drawing's address what comes before size and format. Photographs of our own have no drawing and keep their sizes. */
const drawing = /((?:src|href)=")(\/pictures\/\d+\/(?!photo_)[\w./-]+?)(?:-\d+)?\.(?:avif|webp|svg)"/;
const drawnSource = /(?:imagesrcset|srcset|href)="\/pictures\/\d+\/(?!photo_)/;
const choice = / (?:srcset|sizes)="[^"]*"/g;
const photographs = /(?<![\w.-])(?:\/photos|\/pictures\/\d+(?=\/photo_))\/[\w-]+\.(?:avif|webp|jpe?g|png)/g;
const link = /^<a ([^>]*?)href="(\/[^"]*)"/;
const nextPage = /^<link rel="next" href="([^"]+)"/;
/** A form that asks a server, and is not hidden already. */
const form = /^<form(?=\s[^>]*\b(?:action|method)=)(?![^>]*\shidden\b)/;
/** Characters from which what is written in a page becomes a file: for less a request costs more than it saves. */
const leastShared = 3_000;

const withoutQuery = (address: string): string => /^[^?#]*/.exec(address)?.[0] ?? '';

/** Its text is known again sooner than digested; there are a few for each kind of page. */
const digestOf = memo((text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12), 200);

const sharedPath = (kind: string, text: string): string => `/_assets/shared.${digestOf(text)}.${kind === 'style' ? 'css' : 'js'}`;

/** What stands from `start` to `end` of a page, and what its file has there; a link keeps its address if its `path` is written. */
type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly path?: string };

/** A part of a page as it was read. */
type Part = Omit<FilePage, 'write'> & { readonly html: string; readonly edits: readonly Edit[] };

function readPart(html: string): Part {
  const [links, pictures, shared, edits] = [new Set<string>(), new Set<string>(), new Map<string, string>(), [] as Edit[]];
  let next: string | undefined;

  const withDrawing = (tag: string): string =>
    tag.replace(drawing, (_, before: string, name: string) => {
      pictures.add(`${name}.svg`);
      return `${before}${name}.svg"`;
    });
  /** What the file has in place of the tag. */
  function asTag(kind: string, tag: string): string {
    switch (kind) {
      case 'source':
        return drawnSource.test(tag) ? '' : tag;
      case 'link':
        next ??= nextPage.exec(tag)?.[1];
        return drawnSource.test(tag) ? '' : tag;
      case 'img':
        return drawing.test(tag) ? withDrawing(tag.replaceAll(choice, '')) : tag;
      default:
        return tag.replace(form, '<form hidden');
    }
  }
  function readLink(tag: string, start: number, end: number): void {
    const path = withoutQuery(link.exec(tag)?.[2] ?? '');
    if (path === '') return;
    if (path.startsWith('/pictures/')) edits.push({ start, end, text: withDrawing(tag) });
    else if (!path.startsWith('/photos/')) {
      links.add(path);
      edits.push({ start, end, text: tag, path });
    }
  }
  /** Names what is written in a page as a file of its own. */
  function share(kind: string, whole: string): string {
    const content = whole.slice(kind.length + 2, -kind.length - 3);
    if (content.length < leastShared) return whole;
    const path = sharedPath(kind, content);
    shared.set(path, content);
    return kind === 'style' ? `<link rel="stylesheet" href="${path}">` : `<script src="${path}"></script>`;
  }

  for (const { 0: whole, 1: tag, 2: written = '', index: start } of html.matchAll(parts)) {
    const end = start + whole.length;
    if (tag === 'a') readLink(whole, start, end);
    else {
      const text = tag ? asTag(tag, whole) : share(written, whole);
      if (text !== whole) edits.push({ start, end, text });
    }
  }
  // Most pages have none, which is found out sooner than where they would stand.
  if (html.includes('/photos/') || html.includes('/photo_')) for (const [path] of html.matchAll(photographs)) pictures.add(path);

  return { html, links, next, pictures, shared, edits };
}

/** Adds to `texts` what the file has of a part. */
function writePart({ html, edits }: Part, isWritten: (path: string) => boolean, texts: string[]): void {
  let read = 0;
  for (const { start, end, text, path } of edits) {
    if (path !== undefined && isWritten(path)) continue;
    texts.push(html.slice(read, start), path === undefined ? text : text.replace(link, '<a $1aria-disabled="true"'));
    read = end;
  }
  texts.push(html.slice(read));
}

/** Parts that stand in several pages, as they were read; undefined of what was met once, as most of a home. */
const known = new WeakMap<KeptHtml, Part | undefined>();

function readKept(kept: KeptHtml): Part {
  const part = known.get(kept) ?? readPart(kept.text);
  known.set(kept, known.has(kept) ? part : undefined);
  return part;
}

/** Reads a rendered page for what its file has otherwise: each of its pieces by itself, because none begins or ends within an element. */
export function readFilePage({ pieces }: PageText): FilePage {
  const read = pieces.map((piece) => (typeof piece === 'string' ? readPart(piece) : readKept(piece)));
  const all = <Value>(of: (part: Part) => Iterable<Value>): Iterable<Value> => read.flatMap((part) => [...of(part)]);
  return {
    links: new Set(all(({ links }) => links)),
    next: read.find(({ next }) => next !== undefined)?.next,
    pictures: new Set(all(({ pictures }) => pictures)),
    shared: new Map(all(({ shared }) => shared)),
    write(isWritten) {
      const texts: string[] = [];
      for (const part of read) writePart(part, isWritten, texts);
      return new PageText(texts);
    },
  };
}

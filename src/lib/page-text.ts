/**
 * A page's markup in pieces. What is kept and stands in many pages is put in its place when the page goes out, as the bytes that are
 * sent: four fifths of a list's hundred thousand characters would otherwise be joined, searched and encoded at each render.
 */
import { randomBytes } from 'node:crypto';

const island = '<astro-island';

/** Markup that is kept. Not changed by anything after it was made. */
export class KeptHtml {
  /** Characters of it. */
  readonly length: number;
  /** An island is looked for in the page's own text, with the lines that wake the first one. */
  readonly hasIsland: boolean;
  #text: string | undefined;
  #bytes: Buffer | undefined;

  constructor(text: string) {
    this.#text = text;
    this.length = text.length;
    this.hasIsland = text.includes(island);
  }

  get text(): string {
    return this.#text ?? this.#bytes?.toString() ?? '';
  }

  /** In UTF-8. From then on they are what is kept: Chinese text takes half of the memory. */
  get bytes(): Buffer {
    if (!this.#bytes) {
      // In memory of their own: a part of the pool that short buffers share keeps all of it, which is 64 kB.
      this.#bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(this.text));
      this.#bytes.write(this.text);
      this.#text = undefined;
    }
    return this.#bytes;
  }
}

/** Where a render collects what is put into its page afterwards; nothing is where it is written as text. */
type Collects = { readonly kept?: KeptHtml[] } | undefined;
/** What a component has of its page. */
type Locals = { readonly outcome?: Collects };

/** What a mark begins with, which nobody who writes texts can guess. */
const markStart = `<!--${randomBytes(9).toString('base64url')}:`;
const markEnd = '-->';

/** What to write where `kept` stands: a mark where the page is put together afterwards, or its text. */
export function placed(kept: KeptHtml, { outcome }: Locals): string {
  if (!outcome?.kept || kept.hasIsland) return kept.text;
  return `${markStart}${outcome.kept.push(kept) - 1}${markEnd}`;
}

/** Text and what stands as marks in it, in turns: the first and the last are text. */
function turnsOf(html: string, kept: readonly KeptHtml[]): { readonly texts: readonly string[]; readonly marked: readonly KeptHtml[] } {
  const [first = '', ...others] = html.split(markStart);
  const texts = [first];
  const marked: KeptHtml[] = [];
  for (const other of others) {
    const end = other.indexOf(markEnd);
    const found = kept[Number(other.slice(0, end))];
    if (found) marked.push(found);
    texts.push(other.slice(end + markEnd.length));
  }
  return { texts, marked };
}

/** The markup with the text of all that stands in it as a mark: for what is kept itself, and what does not go out in pieces. */
export function withoutMarks(html: string, { outcome }: Locals): string {
  if (!outcome?.kept || !html.includes(markStart)) return html;
  const { texts, marked } = turnsOf(html, outcome.kept);
  return texts.map((text, at) => text + (marked[at]?.text ?? '')).join('');
}

export class PageText {
  /** Its markup in order. What is kept begins and ends between elements. */
  readonly pieces: readonly (string | KeptHtml)[];
  #hasIsland: boolean | undefined;

  constructor(pieces: readonly (string | KeptHtml)[]) {
    this.pieces = pieces;
  }

  /** The page with what was kept in its places. @param change makes something else of the text around it, of which it is given all pieces in their order. */
  static of(html: string, kept: readonly KeptHtml[] = [], change: (texts: readonly string[]) => readonly string[] = (texts) => texts): PageText {
    if (kept.length === 0) return new PageText(change([html]));
    const { texts, marked } = turnsOf(html, kept);
    const pieces: (string | KeptHtml)[] = [];
    for (const [at, text] of change(texts).entries()) {
      pieces.push(text);
      const next = marked[at];
      if (next) pieces.push(next);
    }
    return new PageText(pieces);
  }

  get hasIsland(): boolean {
    return (this.#hasIsland ??= this.pieces.some((piece) => (typeof piece === 'string' ? piece.includes(island) : piece.hasIsland)));
  }

  get text(): string {
    return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
  }

  includes(text: string): boolean {
    return this.pieces.some((piece) => (typeof piece === 'string' ? piece.includes(text) : piece.bytes.includes(text)));
  }

  /** Bytes that it takes at most. */
  get mostBytes(): number {
    // A character of UTF-16 takes three bytes at most.
    return this.pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length * 3 : piece.bytes.length), 0);
  }

  /** Writes its bytes in UTF-8. @param room for `mostBytes`. @returns how many they are. */
  write(room: Buffer): number {
    let end = 0;
    for (const piece of this.pieces) end += typeof piece === 'string' ? room.write(piece, end) : piece.bytes.copy(room, end);
    return end;
  }
}

/**
 * Paper for documents: A4, set from top to bottom, each sign in the first face that has it. The same text and the same
 * day give the same bytes.
 */
import Pdf from 'pdfkit';
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { facesFor } from './faces.ts';
import type { Weight } from './faces.ts';
import { linesOf } from './lines.rules.ts';

/** A photograph. Sizes in points of its own. */
export type PaperPicture = { readonly jpeg: Buffer; readonly width: number; readonly height: number; readonly caption: string };

/** What stands on a paper, from top to bottom. */
export type Block =
  | { readonly kind: 'title' | 'heading' | 'text' | 'small'; readonly text: string }
  /** Names and values. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  /** The last column stands at the right; strong rows are sums. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly { readonly cells: readonly string[]; readonly strong?: boolean }[] }
  /** Side by side, each with what it is called. */
  | { readonly kind: 'pictures'; readonly pictures: readonly PaperPicture[] }
  /** The same said twice: first in the reader's language, below in the other. */
  | { readonly kind: 'clause'; readonly heading: string; readonly texts: readonly string[] };

export type Paper = {
  readonly locale: Locale;
  /** Also the name of the file in readers of PDF. */
  readonly title: string;
  readonly author: string;
  /** When it was made out: the only time that is in the file. */
  readonly at: Date;
  /** Stands at the foot of every page with its number. */
  readonly foot: string;
  readonly blocks: readonly Block[];
};

const page = { width: 595.28, height: 841.89, margin: 56, foot: 40 } as const;
const inner = page.width - 2 * page.margin;
const gap = 8;
/** Of a picture. */
const tallest = 200;
const ink = '#1b2130';
const muted = '#5b6372';
const line = '#c9ced8';

const sizes = { title: 20, heading: 12.5, text: 10, small: 8.5 } as const;
const leading = 1.45;

type Style = { readonly size: number; readonly weight: Weight; readonly colour: string };
const styles = {
  title: { size: sizes.title, weight: 'strong', colour: ink },
  heading: { size: sizes.heading, weight: 'strong', colour: ink },
  text: { size: sizes.text, weight: 'plain', colour: ink },
  strong: { size: sizes.text, weight: 'strong', colour: ink },
  small: { size: sizes.small, weight: 'plain', colour: muted },
  second: { size: sizes.text - 1, weight: 'plain', colour: muted },
} as const satisfies Record<string, Style>;

/** All signs of a paper, by which its faces are chosen. */
const signsOf = ({ foot, blocks }: Paper): string =>
  JSON.stringify([foot, blocks.map((block) => (block.kind === 'pictures' ? block.pictures.map(({ caption }) => caption) : block))]);

export type Opened = { readonly name: string; readonly has: (sign: string) => boolean };

type Shape = { readonly hasGlyphForCodePoint: (point: number) => boolean };
const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && 'hasGlyphForCodePoint' in value;

/** The face that was chosen last, which pdfkit keeps and does not name in its types. */
function shapeOf(doc: PDFKit.PDFDocument): Shape {
  const kept: unknown = Reflect.get(doc, '_font');
  const shape = typeof kept === 'object' && kept !== null && 'font' in kept ? kept.font : undefined;
  if (!isShape(shape)) throw new TypeError('pdfkit keeps its face elsewhere');
  return shape;
}

export function opened(doc: PDFKit.PDFDocument, faces: readonly { readonly name: string; readonly font: Buffer }[]): readonly Opened[] {
  return faces.map(({ name, font }) => {
    doc.registerFont(name, font);
    doc.font(name);
    const shape = shapeOf(doc);
    return { name, has: (sign) => shape.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) };
  });
}

class Setter {
  private readonly doc: PDFKit.PDFDocument;
  private readonly faces: Readonly<Record<Weight, readonly Opened[]>>;
  private y: number = page.margin;
  private readonly widths = new Map<string, number>();

  constructor(doc: PDFKit.PDFDocument, faces: Readonly<Record<Weight, readonly Opened[]>>) {
    this.doc = doc;
    this.faces = faces;
  }

  /** Text in stretches of one face each. */
  private stretches(text: string, { weight }: Style): readonly { readonly face: string; readonly text: string }[] {
    const faces = this.faces[weight];
    const [first] = faces;
    const parts: { face: string; text: string }[] = [];
    for (const sign of text) {
      const last = parts.at(-1);
      const face = (faces.find(({ has }) => has(sign)) ?? first)?.name ?? '';
      if (last?.face === face) last.text += sign;
      else parts.push({ face, text: sign });
    }
    return parts;
  }

  private width(text: string, style: Style): number {
    const key = `${style.size} ${style.weight} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width = this.stretches(text, style).reduce((sum, part) => sum + this.doc.font(part.face).fontSize(style.size).widthOfString(part.text), 0);
      this.widths.set(key, width);
    }
    return width;
  }

  private put(text: string, x: number, baseline: number, style: Style): void {
    let at = x;
    for (const part of this.stretches(text, style)) {
      this.doc.font(part.face).fontSize(style.size).fillColor(style.colour).text(part.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += this.doc.widthOfString(part.text);
    }
  }

  private room(height: number): void {
    if (this.y + height <= page.height - page.margin - page.foot) return;
    this.doc.addPage();
    this.y = page.margin;
  }

  private lines(text: string, style: Style, width: number): readonly string[] {
    return linesOf(text, width, (part) => this.width(part, style));
  }

  private paragraph(text: string, style: Style, x: number = page.margin, width: number = inner): void {
    for (const one of this.lines(text, style, width)) {
      this.room(style.size * leading);
      this.put(one, x, this.y + style.size, style);
      this.y += style.size * leading;
    }
  }

  /** Cells side by side; a row stays on one page. */
  private row(cells: readonly string[], widths: readonly number[], style: Style, lastAtRight: boolean): void {
    const set = cells.map((cell, index) => this.lines(cell, style, (widths[index] ?? inner) - gap));
    const height = Math.max(...set.map(({ length }) => length)) * style.size * leading + gap / 2;
    this.room(height);
    let x: number = page.margin;
    for (const [index, lines] of set.entries()) {
      const width = widths[index] ?? inner;
      const atRight = lastAtRight && index === set.length - 1;
      for (const [number, one] of lines.entries()) {
        const left = atRight ? x + width - this.width(one, style) : x;
        this.put(one, left, this.y + style.size + number * style.size * leading, style);
      }
      x += width;
    }
    this.y += height;
  }

  private rule(): void {
    this.doc
      .moveTo(page.margin, this.y)
      .lineTo(page.width - page.margin, this.y)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
    this.y += gap / 2;
  }

  private table({ head, rows }: Extract<Block, { kind: 'table' }>): void {
    const count = head.length;
    const last = 96;
    const first = count > 2 ? inner * 0.4 : inner - last;
    const widths = head.map((_, index) => (index === count - 1 ? last : index === 0 ? first : (inner - last - first) / (count - 2)));
    this.row(head, widths, styles.small, true);
    this.rule();
    for (const { cells, strong = false } of rows) this.row(cells, widths, strong ? styles.strong : styles.text, true);
    this.y += gap;
  }

  /** Two in a row, as high as the higher of them. */
  private pictures(pictures: readonly PaperPicture[]): void {
    const width = (inner - gap) / 2;
    for (let at = 0; at < pictures.length; at += 2) {
      const row = pictures.slice(at, at + 2).map((picture) => {
        const scale = Math.min(width / picture.width, tallest / picture.height);
        return { ...picture, width: picture.width * scale, height: picture.height * scale };
      });
      const height = Math.max(...row.map((picture) => picture.height));
      this.room(height + styles.small.size * leading + gap);
      for (const [index, picture] of row.entries()) {
        const x = page.margin + index * (width + gap);
        this.doc.image(picture.jpeg, x, this.y, { width: picture.width, height: picture.height });
        this.put(picture.caption, x, this.y + height + styles.small.size + 2, styles.small);
      }
      this.y += height + styles.small.size * leading + gap;
    }
  }

  block(block: Block): void {
    switch (block.kind) {
      case 'title':
        this.paragraph(block.text, styles.title);
        this.y += gap;
        break;
      case 'heading':
        this.room(sizes.heading * leading * 4);
        this.y += gap;
        this.paragraph(block.text, styles.heading);
        this.y += gap / 2;
        break;
      case 'text':
      case 'small':
        this.paragraph(block.text, styles[block.kind]);
        this.y += gap / 2;
        break;
      case 'facts':
        for (const row of block.rows) this.row(row, [inner * 0.32, inner * 0.68], styles.text, false);
        this.y += gap / 2;
        break;
      case 'table':
        this.table(block);
        break;
      case 'pictures':
        this.pictures(block.pictures);
        break;
      case 'clause':
        this.room(sizes.text * leading * 4);
        this.paragraph(block.heading, styles.strong);
        for (const [index, text] of block.texts.entries()) this.paragraph(text, index === 0 ? styles.text : styles.second);
        this.y += gap;
        break;
    }
  }

  /** The foot of each page, when it is known how many there are. */
  feet(foot: string): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let number = start; number < start + count; number += 1) {
      this.doc.switchToPage(number);
      const pages = `${number + 1} / ${count}`;
      this.put(foot, page.margin, page.height - page.foot, styles.small);
      this.put(pages, page.width - page.margin - this.width(pages, styles.small), page.height - page.foot, styles.small);
    }
  }
}

/** A paper as the bytes of a PDF. */
export async function printPaper(paper: Paper): Promise<Buffer> {
  const { locale, title, author, at, foot, blocks } = paper;
  const doc = new Pdf({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    lang: localeFacts[locale].lang,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: at, ModDate: at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
  const signs = signsOf(paper);
  const [plain, strong] = await Promise.all([facesFor(locale, 'plain', signs), facesFor(locale, 'strong', signs)]);
  const setter = new Setter(doc, { plain: opened(doc, plain), strong: opened(doc, strong) });
  for (const block of blocks) setter.block(block);
  setter.feet(foot);
  doc.end();
  return done;
}

/**
 * Paper for documents: A4, set from top to bottom, each sign in the first face that has it. The same text and the same
 * day give the same bytes. What stands on it is tagged for who has it read aloud; heads and feet of pages are not.
 */
import Pdf from 'pdfkit';
import { brandMark } from '#lib/brand.ts';
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
  /** What must not be overlooked. */
  | { readonly kind: 'note'; readonly text: string }
  /** The one sum that the paper is about. */
  | { readonly kind: 'lead'; readonly label: string; readonly value: string }
  /** The few facts that the paper comes to, side by side; each is said again further down. */
  | { readonly kind: 'glance'; readonly parts: readonly { readonly label: string; readonly value: string }[] }
  /** Names and values. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  /** The last column stands at the right; strong rows are sums. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly { readonly cells: readonly string[]; readonly strong?: boolean }[] }
  /** Side by side, each with what it is called. */
  | { readonly kind: 'pictures'; readonly pictures: readonly PaperPicture[] }
  /** The same said twice, side by side: at the left in the reader's language. `langs` are those of the texts, as HTML names them. */
  | { readonly kind: 'clause'; readonly heading: string; readonly texts: readonly string[]; readonly langs?: readonly string[] };

export type Paper = {
  readonly locale: Locale;
  /** Also the name of the file in readers of PDF. */
  readonly title: string;
  readonly author: string;
  /** When it was made out: the only time that is in the file. */
  readonly at: Date;
  /** At the foot of every page with its number. */
  readonly foot: string;
  readonly blocks: readonly Block[];
};

const page = { width: 595.28, height: 841.89, margin: 51, top: 96, next: 66, foot: 40 } as const;
const inner = page.width - 2 * page.margin;
const bottom = page.height - page.foot - 30;
const gap = 8;
/** Between two languages side by side. */
const gutter = 22;
/** Of a picture. */
const tallest = 200;
const ink = '#1b2130';
const muted = '#5b6372';
const line = '#c9ced8';
const accent = '#0f5c6e';
const band = '#f3efe6';

const sizes = { title: 24, heading: 12.5, text: 9.5, small: 8.25 } as const;
const leading = 1.45;

type Style = { readonly size: number; readonly weight: Weight; readonly colour: string };
const styles = {
  title: { size: sizes.title, weight: 'strong', colour: ink },
  brand: { size: 13, weight: 'strong', colour: ink },
  heading: { size: sizes.heading, weight: 'strong', colour: ink },
  text: { size: sizes.text, weight: 'plain', colour: ink },
  strong: { size: sizes.text, weight: 'strong', colour: ink },
  small: { size: sizes.small, weight: 'plain', colour: muted },
  label: { size: sizes.text, weight: 'plain', colour: muted },
  second: { size: sizes.text, weight: 'plain', colour: '#3d4554' },
  lead: { size: 26, weight: 'strong', colour: accent },
  glance: { size: 12, weight: 'strong', colour: accent },
} as const satisfies Record<string, Style>;

/** All signs of a paper, by which its faces are chosen. */
const signsOf = ({ foot, title, author, blocks }: Paper): string =>
  JSON.stringify([foot, title, author, blocks.map((block) => (block.kind === 'pictures' ? block.pictures.map(({ caption }) => caption) : block))]);

/** pdfkit's types do not name what a head is the head of. */
type TagOptions = PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Row' | 'Column' };

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
  private y: number = page.top;
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
    if (this.y + height <= bottom) return;
    this.doc.continueOnNewPage();
    this.y = page.next;
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

  private rule(colour: string = line, thickness = 0.5): void {
    this.doc
      .moveTo(page.margin, this.y)
      .lineTo(page.width - page.margin, this.y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  /** Tags what is drawn. Lines and grounds are no content. */
  private tagged(type: string, draw: () => void, options: TagOptions = {}): PDFKit.PDFStructureElement {
    return this.doc.struct(type, options, [draw]);
  }

  /**
   * Cells side by side; a row stays on one page, and has a line above it.
   * @param columns each with its width, how it is set, and whether it heads the row
   */
  private row(
    cells: readonly string[],
    columns: readonly { readonly width: number; readonly style: Style; readonly heads: 'Row' | 'Column' | undefined }[],
    { lastAtRight, above = line }: { readonly lastAtRight: boolean; readonly above?: string },
  ): PDFKit.PDFStructureElement {
    const column = (index: number) => columns[index] ?? { width: inner, style: styles.text, heads: undefined };
    const set = cells.map((cell, index) => this.lines(cell, column(index).style, column(index).width - gap));
    const height = Math.max(...set.map((lines, index) => lines.length * column(index).style.size * leading)) + gap;
    let x: number = page.margin;
    const drawn = cells.map((_, index) => {
      const { width, style, heads } = column(index);
      const left = x;
      x += width;
      const draw = (): void => {
        if (index === 0) {
          this.room(height);
          this.rule(above, above === line ? 0.5 : 1);
        }
        const atRight = lastAtRight && index === set.length - 1;
        for (const [number, one] of (set[index] ?? []).entries())
          this.put(one, atRight ? left + width - this.width(one, style) : left, this.y + gap / 2 + style.size + number * style.size * leading, style);
        if (index === set.length - 1) this.y += height;
      };
      return this.tagged(heads ? 'TH' : 'TD', draw, heads ? { scope: heads } : {});
    });
    return this.doc.struct('TR', {}, drawn);
  }

  private facts({ rows }: Extract<Block, { kind: 'facts' }>): PDFKit.PDFStructureElement {
    const columns = [
      { width: inner * 0.3, style: styles.label, heads: 'Row' as const },
      { width: inner * 0.7, style: styles.text, heads: undefined },
    ];
    return this.doc.struct(
      'Table',
      {},
      rows.map((row) => this.row(row, columns, { lastAtRight: false })),
    );
  }

  private table({ head, rows }: Extract<Block, { kind: 'table' }>): PDFKit.PDFStructureElement {
    const count = head.length;
    const last = 96;
    const first = count > 2 ? inner * 0.4 : inner - last;
    const widths = head.map((_, index) => (index === count - 1 ? last : index === 0 ? first : (inner - last - first) / (count - 2)));
    const own = (style: Style, heads: 'Row' | 'Column' | undefined) =>
      widths.map((width, index) => ({ width, style, heads: heads === 'Column' || index === 0 ? heads : undefined }));
    return this.doc.struct('Table', {}, [
      this.row(head, own(styles.small, 'Column'), { lastAtRight: true, above: '#ffffff' }),
      ...rows.map(({ cells, strong = false }, at) =>
        this.row(cells, own(strong ? styles.strong : styles.text, 'Row'), {
          lastAtRight: true,
          above: at === 0 || (strong && rows[at - 1]?.strong !== true) ? ink : line,
        }),
      ),
    ]);
  }

  /** In a coloured band. */
  private banded(height: number, draw: () => void): void {
    this.room(height + gap);
    this.doc.rect(page.margin, this.y, inner, height).fill(band);
    this.doc.rect(page.margin, this.y, 3, height).fill(accent);
    const top = this.y;
    draw();
    this.y = top + height + gap;
  }

  private note(text: string): void {
    const lines = this.lines(text, styles.strong, inner - 3 * gap);
    const height = lines.length * styles.strong.size * leading + 2 * gap;
    this.banded(height, () => {
      for (const [at, one] of lines.entries())
        this.put(one, page.margin + 2 * gap, this.y + gap + styles.strong.size + at * styles.strong.size * leading, styles.strong);
    });
  }

  private lead({ label, value }: Extract<Block, { kind: 'lead' }>): void {
    this.banded(64, () => {
      this.put(label, page.margin + 2 * gap, this.y + 20, styles.label);
      this.put(value, page.margin + 2 * gap, this.y + 50, styles.lead);
    });
  }

  private glance(parts: readonly { readonly label: string; readonly value: string }[]): void {
    const width = (inner - 2 * gap) / parts.length;
    const set = parts.map(({ label, value }) => ({
      labels: this.lines(label, styles.small, width - 2 * gap),
      values: this.lines(value, styles.glance, width - 2 * gap),
    }));
    const high = (lines: readonly string[], { size }: Style): number => lines.length * size * leading;
    const labelled = Math.max(...set.map(({ labels }) => high(labels, styles.small)));
    const height = labelled + Math.max(...set.map(({ values }) => high(values, styles.glance))) + 3 * gap;
    this.banded(height, () => {
      for (const [index, { labels, values }] of set.entries()) {
        const x = page.margin + 2 * gap + index * width;
        for (const [at, one] of labels.entries()) this.put(one, x, this.y + gap + styles.small.size + at * styles.small.size * leading, styles.small);
        for (const [at, one] of values.entries())
          this.put(one, x, this.y + gap + labelled + styles.glance.size + 2 + at * styles.glance.size * leading, styles.glance);
      }
    });
  }

  /** A clause stays on one page; in two languages, its texts begin at one height. One that is longer than a page goes down the page. */
  private clause({ heading, texts, langs = [] }: Extract<Block, { kind: 'clause' }>): PDFKit.PDFStructureElement {
    const width = texts.length === 2 ? (inner - gutter) / 2 : inner;
    const heads = this.lines(heading, styles.strong, inner);
    const set = texts.map((text, index) => this.lines(text, index === 0 ? styles.text : styles.second, width));
    const headed = heads.length * styles.strong.size * leading + gap / 2;
    const height = headed + Math.max(...set.map(({ length }) => length)) * styles.text.size * leading;
    const isTooLong = height > bottom - page.next;
    const options = (index: number): TagOptions => (langs[index] === undefined ? {} : { lang: langs[index] });
    return this.doc.struct('Sect', {}, [
      this.tagged('H3', () => {
        this.room(isTooLong ? headed + 4 * styles.text.size * leading : height);
        this.paragraph(heading, styles.strong);
        this.y += gap / 2;
      }),
      ...texts.map((text, index) =>
        this.tagged(
          'P',
          () => {
            const style = index === 0 ? styles.text : styles.second;
            if (isTooLong) this.paragraph(text, style);
            else
              for (const [at, one] of (set[index] ?? []).entries())
                this.put(one, page.margin + index * (width + gutter), this.y + style.size + at * style.size * leading, style);
            if (index === texts.length - 1) this.y += (isTooLong ? 0 : height - headed) + gap * 1.5;
          },
          options(index),
        ),
      ),
    ]);
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

  /** What a block is in the file, and how it is drawn when it is put there. */
  private made(block: Block): PDFKit.PDFStructureElement {
    switch (block.kind) {
      case 'title':
        return this.tagged('H1', () => {
          this.paragraph(block.text, styles.title);
          this.y += gap;
        });
      case 'heading':
        return this.tagged('H2', () => {
          this.room(sizes.heading * leading * 4);
          this.y += gap;
          this.paragraph(block.text, styles.heading);
          this.y += gap / 2;
        });
      case 'text':
      case 'small':
        return this.tagged('P', () => {
          this.paragraph(block.text, styles[block.kind]);
          this.y += gap / 2;
        });
      case 'note':
        return this.tagged('P', () => this.note(block.text));
      case 'lead':
        return this.tagged('P', () => this.lead(block));
      case 'glance':
        return this.tagged('P', () => this.glance(block.parts));
      case 'facts':
        return this.facts(block);
      case 'table':
        return this.table(block);
      case 'pictures':
        return this.tagged('Sect', () => this.pictures(block.pictures));
      case 'clause':
        return this.clause(block);
    }
  }

  block(block: Block): void {
    this.doc.addStructure(this.made(block));
    if (block.kind === 'facts' || block.kind === 'table') this.y += gap;
  }

  /** Whose paper it is, at the head of the first page. */
  head(author: string): void {
    const top = 36;
    this.doc.markContent('Artifact', { type: 'Pagination' });
    this.doc
      .save()
      .translate(page.margin - 2, top)
      .scale(0.72);
    for (const { colour, path, width } of brandMark.shapes) {
      const { light } = brandMark.colours[colour];
      if (width === undefined) this.doc.path(path).fill(light);
      else this.doc.path(path).lineWidth(width).lineCap('round').lineJoin('round').strokeColor(light).stroke();
    }
    this.doc.restore();
    this.put(author, page.margin + 28, top + 16, styles.brand);
    this.y = top + 36;
    this.rule(ink, 1);
    this.y = page.top;
    this.doc.endMarkedContent();
  }

  /** The foot of each page, when it is known how many there are, and from the second on what it is a page of. */
  feet({ foot, title, author }: Paper): void {
    const { start, count } = this.doc.bufferedPageRange();
    const ends = (left: string, right: string, baseline: number): void => {
      this.put(left, page.margin, baseline, styles.small);
      this.put(right, page.width - page.margin - this.width(right, styles.small), baseline, styles.small);
    };
    for (let number = start; number < start + count; number += 1) {
      this.doc.switchToPage(number);
      this.doc.markContent('Artifact', { type: 'Pagination' });
      if (number > start) {
        ends(title, author, 40);
        this.y = 48;
        this.rule();
      }
      this.y = page.height - page.foot - 14;
      this.rule();
      ends(foot, `${number + 1} / ${count}`, page.height - page.foot);
      this.doc.endMarkedContent();
    }
  }
}

/** A paper as the bytes of a PDF. */
export async function printPaper(paper: Paper): Promise<Buffer> {
  const { locale, title, author, at, blocks } = paper;
  const doc = new Pdf({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    lang: localeFacts[locale].lang,
    displayTitle: true,
    tagged: true,
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
  setter.head(author);
  for (const block of blocks) setter.block(block);
  setter.feet(paper);
  doc.end();
  return done;
}

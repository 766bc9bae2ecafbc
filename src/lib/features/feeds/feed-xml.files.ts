/** Reads a feed of the form `<feed><house>…<unit>…<tenancy>…`. */
import { SaxesParser } from 'saxes';
import { BrokenFeedError, houseFields, largestHouse, listFields, tenancyFields, unitFields } from './feed.schema.ts';
import type { FeedReader, RawHouse, RawRecord } from './feed.schema.ts';
import { Problems } from './feed-problems.rules.ts';
import { textOf } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';

type Level = 'house' | 'unit' | 'tenancy';
type OpenRecord = {
  readonly level: Level;
  readonly line: number;
  readonly fields: Map<string, string>;
  readonly lines: Map<string, number>;
  readonly children: OpenRecord[];
};

type OpenField = {
  readonly name: string;
  readonly line: number;
  text: string;
  depth: number;
  /** It stands where no such element belongs: what it holds would be lost, so the house is refused. */
  isMisplaced: boolean;
};

/** What a record without fields counts, and an element in a text, in characters: about what they take of the memory. */
const recordSize = 500;
const elementSize = 60;

/** Elements that only group others. */
const wrappers = new Set(['feed', 'houses', 'units', 'tenancies']);
const parentOf: Readonly<Record<Level, Level | undefined>> = { house: undefined, unit: 'house', tenancy: 'unit' };
const fieldsOf: Readonly<Record<Level, ReadonlySet<string>>> = { house: new Set(houseFields), unit: new Set(unitFields), tenancy: new Set(tenancyFields) };
const isLevel = (name: string): name is Level => name === 'house' || name === 'unit' || name === 'tenancy';

/** Names of characters that descriptions use and XML does not know by itself. */
const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  pound: '£',
  euro: '€',
  yen: '¥',
  deg: '°',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
  ntilde: 'ñ',
  oacute: 'ó',
  aacute: 'á',
  iacute: 'í',
};

/** Takes the parser's events and puts houses together. */
class HouseBuilder {
  readonly done: RawHouse[] = [];
  /** Texts and elements begun so far. */
  heard = 0;
  #open: OpenRecord[] = [];
  #field: OpenField | undefined;
  #problems = new Problems();
  #size = 0;
  #isFeed = false;

  get isFeed(): boolean {
    return this.#isFeed;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Counts what an element, a record or a text takes of the memory that a house may have. */
  #count(size: number, line: number): void {
    this.heard++;
    this.#size += size;
    if (this.#size > largestHouse) throw new BrokenFeedError(line, 'the house does not end');
  }

  openTag(name: string, line: number): void {
    this.#count(isLevel(name) && !this.#field ? recordSize : elementSize + name.length, line);
    if (this.#field) {
      // Markup inside a text stays markup, and is cleaned with the text.
      this.#field.depth++;
      this.#field.text += `<${name}>`;
      // An element of an unknown name that has elements of its own is a record, not a text.
      if (isLevel(name) || !this.#isKnown(this.#field.name)) this.#field.isMisplaced = true;
      return;
    }
    if (!this.#isFeed) {
      if (name !== 'feed') throw new BrokenFeedError(line, `the outermost element is <${name}>; <feed> is expected`);
      this.#isFeed = true;
      return;
    }
    if (wrappers.has(name)) return;
    const parent = this.#open.at(-1);
    if (isLevel(name) && parent?.level === parentOf[name]) {
      this.#open.push({ level: name, line, fields: new Map(), lines: new Map(), children: [] });
      return;
    }
    if (!parent) throw new BrokenFeedError(line, `<${name}> stands outside a house`);
    this.#field = { name, line, text: '', depth: 0, isMisplaced: isLevel(name) };
  }

  text(text: string, line: number): void {
    this.#count(text.length, line);
    if (this.#field) this.#field.text += text;
  }

  closeTag(name: string): void {
    if (this.#field) {
      if (this.#field.depth > 0) {
        this.#field.depth--;
        this.#field.text += `</${name}>`;
        return;
      }
      this.#closeField(this.#field);
      this.#field = undefined;
      return;
    }
    if (!isLevel(name)) return;
    const record = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!record) return;
    if (parent) parent.children.push(record);
    else this.#closeHouse(record);
  }

  #isKnown(name: string): boolean {
    const level = this.#open.at(-1)?.level;
    return level !== undefined && fieldsOf[level].has(name);
  }

  /** Of the house that is open, as far as it has been read. */
  get houseRef(): string {
    return this.#open[0]?.fields.get('house_ref')?.trim() ?? '';
  }

  #closeField({ name, line, text, isMisplaced }: OpenField): void {
    const record = this.#open.at(-1);
    if (isMisplaced) {
      const reason = `<${name}> does not belong into <${record?.level ?? 'feed'}>, so what it holds would be lost`;
      this.#problems.add('refused', () => ({ line, houseRef: this.houseRef, field: name, value: '', reason }));
      return;
    }
    const before = record?.fields.get(name);
    if (before !== undefined && !listFields.has(name)) {
      this.#problems.add('refused', () => ({
        line,
        houseRef: this.houseRef,
        field: name,
        value: text,
        reason: 'is given twice',
      }));
      return;
    }
    record?.lines.set(name, line);
    record?.fields.set(name, before === undefined ? text : `${before};${text}`);
  }

  #closeHouse(house: OpenRecord): void {
    const plain = ({ line, lines, fields }: OpenRecord): RawRecord => ({ line: (field) => lines.get(field ?? '') ?? line, fields });
    this.done.push({
      ...plain(house),
      units: house.children.map((unit) => ({ ...plain(unit), tenancies: unit.children.map(plain) })),
      problems: this.#problems.list(),
    });
    this.#problems = new Problems();
    this.#size = 0;
  }
}

export async function* readXml(source: FeedSource, onRead: (bytes: number) => void): FeedReader & AsyncGenerator<RawHouse> {
  const parser = new SaxesParser();
  const builder = new HouseBuilder();
  Object.assign(parser.ENTITIES, entities);
  let failure: BrokenFeedError | undefined;
  parser.on('error', (error) => {
    throw new BrokenFeedError(parser.line, `the file is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentag', ({ name }) => builder.openTag(name, parser.line));
  parser.on('text', (text) => builder.text(text, parser.line));
  parser.on('cdata', (text) => builder.text(text, parser.line));
  parser.on('closetag', ({ name }) => builder.closeTag(name));
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof BrokenFeedError)) throw error;
      failure = new BrokenFeedError(error.line, error.message, builder.houseRef);
    }
  };
  // A comment or a tag that does not end gives no event, and the parser keeps all of it.
  let silent = 0;
  let heard = 0;
  for await (const text of textOf(source.open(onRead), source.encoding)) {
    attempt(() => {
      parser.write(text);
      silent = heard === builder.heard ? silent + text.length : 0;
      heard = builder.heard;
      if (silent > largestHouse) throw new BrokenFeedError(parser.line, 'a comment, a tag or a text does not end');
    });
    // Houses that were complete before the break are good.
    yield* builder.done.splice(0);
    if (failure) throw failure;
  }
  attempt(() => parser.close());
  yield* builder.done.splice(0);
  if (failure) throw failure;
  if (!builder.isFeed || builder.isOpen) throw new BrokenFeedError(parser.line, 'the file ends too early', builder.houseRef);
}

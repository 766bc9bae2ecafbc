/** Reads a feed that is a JSON array of houses, each with `units`, each with `tenancies`. */
import { listFields } from './feed.schema.ts';
import type { FeedReader, RawHouse, RawRecord, RawUnit } from './feed.schema.ts';
import { Problems } from './feed-problems.rules.ts';
import { textOf } from './feed-source.files.ts';
import type { FeedSource } from './feed-source.files.ts';
import { arrayElements, breaksBefore } from './json-text.rules.ts';
import type { JsonElement } from './json-text.rules.ts';

type Path = readonly (string | number)[];
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a report repeats it. One that nests is not written out further than its first levels: it may be as deep as the file. */
function shown(value: Json, depth = 0): string {
  if (typeof value === 'string' && depth === 0) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).slice(0, 100);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value) ? value.slice(0, 5) : Object.entries(value).slice(0, 5);
  if (depth === 2) return `${open}…${close}`;
  const inner = entries.map((entry) =>
    Array.isArray(value)
      ? shown(entry as Json, depth + 1)
      : `${JSON.stringify((entry as [string, Json])[0].slice(0, 50))}:${shown((entry as [string, Json])[1], depth + 1)}`,
  );
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  return `${open}${inner.join(',')}${size > 5 ? ',…' : ''}${close}`;
}

/** Collects the records of one house and what is wrong with their form. */
class HouseReader {
  readonly problems = new Problems();
  readonly #element: JsonElement;
  readonly #ref: string;

  constructor(element: JsonElement, ref: string) {
    this.#element = element;
    this.#ref = ref;
  }

  line(path: Path): number {
    return this.#element.line + breaksBefore(this.#element.text, path);
  }

  refuse(path: Path, field: string, value: Json | undefined, reason: string): void {
    this.problems.add('refused', () => ({
      line: this.line(path),
      houseRef: this.#ref,
      field,
      value: value === undefined ? '' : shown(value),
      reason,
    }));
  }

  /** The plain fields of an object. Numbers become their decimal text; lists of texts are joined as in a CSV cell. */
  record(value: { readonly [key: string]: Json }, path: Path, nested: string): RawRecord {
    const fields = new Map<string, string>();
    for (const [name, content] of Object.entries(value)) {
      if (name === nested || content === null) continue;
      if (typeof content === 'string') fields.set(name, content);
      else if (typeof content === 'number') fields.set(name, String(content));
      else if (Array.isArray(content) && listFields.has(name) && content.every((one) => typeof one === 'string')) fields.set(name, content.join(';'));
      else this.refuse([...path, name], name, content, 'a text or a number is expected');
    }
    return { line: (field) => this.line(field === undefined || !fields.has(field) ? path : [...path, field]), fields };
  }

  list(value: Json | undefined, path: Path, field: string): { readonly [key: string]: Json }[] {
    if (!Array.isArray(value)) {
      this.refuse(
        value === undefined ? path.slice(0, -1) : path,
        field,
        value,
        value === undefined ? 'is missing; an empty list is written []' : 'a list is expected',
      );
      return [];
    }
    return (value as readonly Json[]).flatMap((one, index) => {
      if (isObject(one)) return [one];
      this.refuse([...path, index], field, one, 'each entry is an object');
      return [];
    });
  }
}

function refused(element: JsonElement, value: string, reason: string): RawHouse {
  const { line } = element;
  return {
    line: () => line,
    fields: new Map(),
    units: [],
    isUnreadable: true,
    problems: [{ severity: 'refused', line, houseRef: '', field: '', value: value.slice(0, 200), reason }],
  };
}

function houseOf(element: JsonElement): RawHouse {
  let value: Json;
  try {
    value = JSON.parse(element.text) as Json;
  } catch (error) {
    return refused(element, '', `the house is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) return refused(element, element.text, 'a house is an object');
  const reader = new HouseReader(element, typeof value['house_ref'] === 'string' ? value['house_ref'] : String(value['house_ref'] ?? ''));
  const house = reader.record(value, [], 'units');
  const units = reader.list(value['units'], ['units'], 'units').map((unit, at): RawUnit => {
    const path = ['units', at];
    const tenancies = reader.list(unit['tenancies'], [...path, 'tenancies'], 'tenancies');
    return {
      ...reader.record(unit, path, 'tenancies'),
      tenancies: tenancies.map((tenancy, index) => reader.record(tenancy, [...path, 'tenancies', index], '')),
    };
  });
  return { ...house, units, problems: reader.problems.list() };
}

export async function* readJson(source: FeedSource, onRead: (bytes: number) => void): FeedReader & AsyncGenerator<RawHouse> {
  for await (const element of arrayElements(textOf(source.open(onRead), source.encoding))) yield houseOf(element);
}

/** The three formats as one: houses from a file, and a word about each field that version 1 does not have. */
import { houseFields, tenancyFields, unitFields } from './feed.schema.ts';
import type { Problem, RawHouse } from './feed.schema.ts';
import { readCsv } from './feed-csv.files.ts';
import { readJson } from './feed-json.files.ts';
import type { FeedSource } from './feed-source.files.ts';
import { readXml } from './feed-xml.files.ts';
import type { Gathering } from './house-rows.files.ts';

const knownFields = {
  house: new Set<string>([...houseFields, 'units']),
  unit: new Set<string>([...unitFields, 'tenancies']),
  tenancy: new Set<string>(tenancyFields),
};
const anyField = new Set([...knownFields.house, ...knownFields.unit, ...knownFields.tenancy]);

/** Unknown names that are told of one by one. */
const mostUnknown = 200;

/** Notes each field name that version 1 does not have, once. */
export function unknownFieldNotes(onProblem: (problem: Problem) => void): {
  names(line: (name: string) => number, names: Iterable<string>, known: ReadonlySet<string>): void;
} {
  const seen = new Set<string>();
  return {
    names(line, names, known) {
      for (const name of names) {
        if (known.has(name) || seen.has(name) || name === '' || seen.size >= mostUnknown) continue;
        seen.add(name);
        onProblem({
          severity: 'dropped',
          line: line(name),
          houseRef: '',
          field: name,
          value: '',
          reason: 'is not a field of version 1; it is left out everywhere',
        });
      }
    },
  };
}

/** The houses of a file of any format. @param onRead hears how many bytes of the file were read. */
export function readerOf(
  source: FeedSource,
  gathering: Pick<Gathering, 'mostAside' | 'store'>,
  onRead: (bytes: number) => void,
  unknown: ReturnType<typeof unknownFieldNotes>,
): AsyncIterable<RawHouse> {
  switch (source.format) {
    case 'csv':
      return readCsv(source, gathering, onRead, (names) => unknown.names(() => 1, names, anyField));
    case 'json':
      return readJson(source, onRead);
    case 'xml':
      return readXml(source, onRead);
  }
}

/** In nested formats a field has its level; names of another level are as unknown as invented ones. */
export function noteFields(house: RawHouse, unknown: ReturnType<typeof unknownFieldNotes>): void {
  unknown.names(house.line, house.fields.keys(), knownFields.house);
  for (const unit of house.units) {
    unknown.names(unit.line, unit.fields.keys(), knownFields.unit);
    for (const tenancy of unit.tenancies) unknown.names(tenancy.line, tenancy.fields.keys(), knownFields.tenancy);
  }
}

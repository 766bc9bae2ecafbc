/** Names in a PDF that make a reader do something, however they are written: spelt in hexadecimal, or in compressed objects. */
import { inflateSync } from 'node:zlib';

/** Long enough that chance does not write them into a picture: they are looked for in every byte, for an object may lie anywhere. */
const anywhere = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'GoToR',
  'GoToE',
  'RichMedia',
  'RichMediaInstance',
  'XFA',
  'Rendition',
]);
/** Too short for that: they count in objects. */
const inObjects = new Set(['AA', 'JS']);

/** Of all compressed objects together, unfolded, in bytes. */
const mostUnfolded = 64 * 1_048_576;

/** Names with `#4a` read as what it stands for. */
const spelt = (name: string): string => name.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const nameIn = /\/([^\s\0/()<>[\]{}%]{2,60})/g;

function hasName(text: string, wanted: ReadonlySet<string>): boolean {
  for (const [, name = ''] of text.matchAll(nameIn)) if (wanted.has(name) || (name.includes('#') && wanted.has(spelt(name)))) return true;
  return false;
}

/** What opens with the document may show a page of it, and do nothing else. */
function opensMore(text: string, all: string): boolean {
  for (const match of text.matchAll(/\/(Open(?:Action)|[^\s\0/()<>[\]{}%]*#[^\s\0/()<>[\]{}%]*)(?=[\s\0/(<[\d])/g)) {
    if (spelt(match[1] ?? '') !== 'OpenAction') continue;
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 400).trimStart();
    const [, number] = /^(\d+)\s+\d+\s+R\b/.exec(rest) ?? [];
    const from = number === undefined ? -1 : all.search(new RegExp(`(?:^|[\\r\\n\\s])${number}\\s+\\d+\\s+obj\\b`));
    const value =
      number === undefined
        ? rest
        : from < 0
          ? ''
          : all
              .slice(from, from + 400)
              .replace(/^[\s\S]*?\bobj\b/, '')
              .trimStart();
    if (!value.startsWith('[') && !/^<<[^>]*\/S\s*\/GoTo(?![A-Za-z#])/.test(value)) return true;
  }
  return false;
}

/** Whether something in a PDF runs, sends, opens or carries something else; undefined where its compressed objects cannot be read. */
export function isActivePdf(bytes: Buffer): boolean | undefined {
  const all = bytes.toString('latin1');
  if (hasName(all, anywhere)) return true;
  let [at, unfolded] = [0, 0];
  const objects: string[] = [];
  for (;;) {
    const begin = all.indexOf('stream', at);
    if (begin < 0) {
      objects.push(all.slice(at));
      break;
    }
    objects.push(all.slice(at, begin));
    const head = all.slice(Math.max(all.lastIndexOf('obj', begin), begin - 4_000, at), begin);
    const from = begin + 6 + (all.startsWith('\r\n', begin + 6) ? 2 : 1);
    const end = all.indexOf('endstream', from);
    const to = end < 0 ? all.length : end;
    if (/\/ObjStm/.test(spelt(head))) {
      const inner = unfoldedObjects(bytes.subarray(from, to), spelt(head), mostUnfolded - unfolded);
      if (inner === undefined) return undefined;
      unfolded += inner.length;
      objects.push(inner);
    }
    at = end < 0 ? all.length : end + 9;
  }
  const structure = objects.join('\n');
  // Objects that are encrypted are read by nobody on the way.
  if (unfolded > 0 && /\/Encrypt\b/.test(structure)) return undefined;
  return hasName(structure, anywhere) || hasName(structure, inObjects) || opensMore(structure, structure);
}

function unfoldedObjects(bytes: Buffer, head: string, most: number): string | undefined {
  if (!/\/Filter/.test(head)) return bytes.toString('latin1');
  if (!/\/Filter\s*(?:\[\s*)?\/FlateDecode\s*(?:\])?/.test(head) || /\/DecodeParms|\/(?:ASCII|LZW|RunLength|Crypt)/.test(head)) return undefined;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) }).toString('latin1');
  } catch {
    return undefined;
  }
}

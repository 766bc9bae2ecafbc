/** Writes text in encodings that Node only reads. */

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]): void => {
    const sign = decoder.decode(Uint8Array.from(bytes));
    if (!sign.includes('\ufffd') && [...sign].length === 1 && !table.has(sign)) table.set(sign, bytes);
  };
  for (let one = 0; one < 256; one++) add([one]);
  if (encoding !== 'windows-1252') for (let lead = 0x81; lead <= 0xfe; lead++) for (let tail = 0x40; tail <= 0xfe; tail++) add([lead, tail]);
  tables.set(encoding, table);
  return table;
}

/** @throws when the encoding has no such sign. */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const little = Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16le') return little;
  if (encoding === 'utf-16be') return little.swap16();
  const table = tableOf(encoding);
  return Buffer.from(
    [...text].flatMap((sign) => {
      const bytes = table.get(sign);
      if (!bytes) throw new Error(`${encoding} has no ${sign}`);
      return bytes;
    }),
  );
}

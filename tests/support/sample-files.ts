/** Files as readers bring them, and as nobody should: made here, none lies in the tree. */
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';

/** A picture of one colour. */
export const picture = (format: 'jpeg' | 'png' | 'webp', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5e74' } })
    .toFormat(format)
    .toBuffer();

/** The smallest PNG with a picture of so many points: its lines are said, and not there. */
export async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await picture('png'));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** @param inside what stands in one of its objects. */
export const pdf = (inside = ''): Buffer =>
  Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Type /Catalog ${inside}>>\nendobj\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`, 'latin1');

const types = (main: string): string =>
  `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.${main}.main+xml"/></Types>`;
const plainWord = 'openxmlformats-officedocument.wordprocessingml.document';

/** @param more further entries by name. */
export const docx = (more: Readonly<Record<string, Uint8Array>> = {}, main = plainWord): Buffer =>
  Buffer.from(zipSync({ '[Content_Types].xml': strToU8(types(main)), 'word/document.xml': strToU8('<w:document/>'), ...more }));

export const macroDocx = (): Buffer => docx({ 'word/vbaProject.bin': strToU8('macro') });

/** A document that says it unfolds to 4 GB. */
export function zipBomb(): Buffer {
  const bomb = docx({ 'word/media/image1.bmp': new Uint8Array(4_000_000) });
  // The directory's figure for the entry: the largest number it can say.
  const at = bomb.lastIndexOf('word/media/image1.bmp') - 46;
  bomb.writeUInt32LE(0xffffffff, at + 24);
  return bomb;
}

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

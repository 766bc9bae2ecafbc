/**
 * Photographs of strangers made ours: decoded whole, within bounds, and encoded anew, so that nothing of the file is published
 * but what can be seen. Where and by whom it was taken, and what else hides in it, stays behind.
 */
import sharp from 'sharp';
import { photographWidths } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureFormat, PictureWidth } from '#lib/features/pictures/picture-source.rules.ts';

/** The bytes are no picture that is taken. The message ends a sentence about it. */
export class NoPhotographError extends Error {
  override name = 'NoPhotographError';
}

/** A picture as points, turned the right way up, no larger than the largest that pages show. */
export type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

const mostPixels = 60_000_000;
const largest = { width: 1600, height: 2400 } as const;
/** Seconds that decoding may take. */
const within = 20;
/** Photographs bear more than drawings do; 60 of AVIF keeps what 82 of WebP does. */
const quality = { avif: 58, webp: 80 } as const;

/** What may be decoded, by first bytes: the other decoders are never asked. */
const kinds: readonly ((head: Buffer) => boolean)[] = [
  (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  (head) => head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  (head) => head.toString('latin1', 4, 12) === 'ftypavif',
];

/** @throws {NoPhotographError} for what is no JPEG, PNG, WebP or AVIF picture, has more than 60 million points, or is damaged. */
export async function decodePhoto(bytes: Buffer): Promise<Pixels> {
  if (!kinds.some((isKind) => isKind(bytes))) throw new NoPhotographError('is not a JPEG, PNG, WebP or AVIF picture');
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
  const { width, height } = await image.metadata().catch(() => {
    throw new NoPhotographError('is not a JPEG, PNG, WebP or AVIF picture');
  });
  if (width * height > mostPixels) throw new NoPhotographError(`has ${Math.round((width * height) / 1_000_000)} million points; at most 60 million are taken`);
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: within })
      .autoOrient()
      .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw new NoPhotographError('is damaged or cut off');
  }
}

const imageOf = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

/** The whole picture as one WebP file. */
export const encodeWhole = (pixels: Pixels): Promise<Buffer> => imageOf(pixels).webp({ quality: 90, effort: 2 }).toBuffer();

/** The files that pages choose from, one after another: each width in AVIF and WebP. */
export async function* encodeWidths(pixels: Pixels): AsyncGenerator<{ readonly width: PictureWidth; readonly format: PictureFormat; readonly bytes: Buffer }> {
  for (const width of photographWidths(pixels.width)) {
    const resized = imageOf(pixels).resize({ width, withoutEnlargement: true });
    yield { width, format: 'avif', bytes: await resized.clone().avif({ quality: quality.avif, effort: 2 }).toBuffer() };
    yield { width, format: 'webp', bytes: await resized.webp({ quality: quality.webp, effort: 4 }).toBuffer() };
  }
}

/**
 * Pictures of strangers made ours: decoded within bounds and encoded anew, so that nothing is kept but what can be seen. Where and by
 * whom one was taken stays behind, and so does whatever else was in the file.
 */
import sharp from 'sharp';
import type { FilePurpose } from '#lib/forms/files.schema.ts';

/** In millions. */
export const mostPoints = 60;
/** Seconds that decoding may take. */
const within = 15;

const sizes: Readonly<
  Record<'picture' | 'screenshot', { readonly width: number; readonly height: number; readonly fit: 'cover' | 'inside'; readonly quality: number }>
> = {
  picture: { width: 512, height: 512, fit: 'cover', quality: 82 },
  screenshot: { width: 2_000, height: 2_000, fit: 'inside', quality: 84 },
};

/** The picture as WebP, or why it is none that is taken. */
export async function encodePicture(bytes: Buffer, purpose: FilePurpose): Promise<Buffer | 'damaged' | 'points'> {
  const { quality, ...size } = sizes[purpose === 'picture' ? 'picture' : 'screenshot'];
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
    if (width * height > mostPoints * 1_000_000) return 'points';
    return await sharp(bytes, { limitInputPixels: mostPoints * 1_000_000, failOn: 'error' })
      .timeout({ seconds: within })
      .autoOrient()
      .resize({ ...size, withoutEnlargement: purpose !== 'picture' })
      .toColourspace('srgb')
      .webp({ quality, effort: 4 })
      .toBuffer();
  } catch {
    return 'damaged';
  }
}

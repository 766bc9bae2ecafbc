/** Photographs as papers take them. */
import sharp from 'sharp';
import type { PaperPicture } from '#lib/pdf/paper.ts';

/** Points on the longer side: enough to see a scratch on a quarter of a page. */
const longest = 900;

/** The picture as JPEG, no larger than a paper shows it. */
export async function paperPicture(bytes: Buffer): Promise<Omit<PaperPicture, 'caption'>> {
  const { data, info } = await sharp(bytes)
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 72 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}

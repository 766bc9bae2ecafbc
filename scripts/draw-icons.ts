/** Icons drawn from the mark: what each file holds, and which are not of the mark that is there now. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { markOnLight, tabIcon } from '#lib/brand-mark.ts';
import { brand as palette } from '#lib/drawings/palette.ts';

const folder = 'public';

/** Width in pixels, and how much of it the mark takes: systems cut corners off, of those that may be masked most. */
const pictures = { 'icon-192.png': [192, 0.7], 'icon-512.png': [512, 0.7], 'apple-touch-icon.png': [180, 0.74] } as const;

export const iconNames: readonly string[] = ['favicon.svg', ...Object.keys(pictures)];

async function picture(width: number, share: number): Promise<Buffer> {
  const size = Math.round((width * share) / 2) * 2;
  const mark = await sharp(Buffer.from(markOnLight), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
  return sharp({ create: { width, height: width, channels: 3, background: palette.paper } })
    .composite([{ input: mark }])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

async function contentOf(name: string): Promise<Buffer> {
  const [width, share] = pictures[name as keyof typeof pictures] ?? [];
  return width === undefined || share === undefined ? Buffer.from(tabIcon()) : picture(width, share);
}

/** How far two pictures differ: the mean over all bytes, 0 to 255; more than that where sizes differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()));
  if (!a || a.length !== b?.length) return 256;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}

/** Beyond this a picture is another: a library of pictures that draws edges a little differently stays below. */
const mostDifference = 0.5;

/** Icons that are missing, or not of this mark. */
export async function staleIcons(from = folder): Promise<string[]> {
  const stale = await Promise.all(
    iconNames.map(async (name) => {
      const path = join(from, name);
      if (!existsSync(path)) return name;
      const [now, wanted] = [readFileSync(path), await contentOf(name)];
      const isSame = name.endsWith('.svg') ? now.equals(wanted) : (await difference(now, wanted)) < mostDifference;
      return isSame ? [] : name;
    }),
  );
  return stale.flat();
}

export async function drawIcons(names: readonly string[], to = folder): Promise<void> {
  for (const name of names) writeFileSync(join(to, name), await contentOf(name));
}

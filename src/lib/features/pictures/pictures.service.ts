/** Draws pictures, and makes photographs of our own smaller, at first request, and keeps them as files, bounded in bytes; the least recently made go first. */
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { drawFacade } from '#lib/drawings/facade.ts';
import { drawFloorPlan } from '#lib/drawings/floor-plan.ts';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import { readPicturePath } from './picture-source.rules.ts';
import type { PictureFormat, PictureOrder } from './picture-source.rules.ts';
import { cityScene } from '#lib/drawings/city-scenes.ts';
import { drawSkyline } from '#lib/drawings/skyline.ts';

/** R9.42, on the scale of WebP and JPEG. AVIF's scale is another: 60 there keeps what 90 keeps here, at two thirds of the bytes. Thumbnails are shown smaller than their pixels and are many on a page. */
const quality = { webp: 90, avif: 60, avifThumbnail: 45 } as const;
/** Photographs bear more than drawings do: 45 keeps what a first view of a home has room for, some 35 KB at 1,200 points. */
const photographQuality = { webp: 80, avif: 45 } as const;
/** Encoders at work at once: more would starve the pages on a small machine. */
export const picturesAtOnce = 2;

export type Pictures = {
  /** A picture as it is kept; undefined when it has to be made, or is none. */
  kept(pathname: string): Promise<Buffer | undefined>;
  /** Draws a picture and keeps it; undefined when no such picture exists. At most `picturesAtOnce` at a time are worth it. */
  make(pathname: string): Promise<Buffer | undefined>;
};

function drawOrder(order: Exclude<PictureOrder, { kind: 'photograph' }>, city: City | undefined): string | undefined {
  switch (order.kind) {
    case 'facade':
      return drawFacade(order.facade);
    case 'plan':
      return drawFloorPlan(order.plan);
    case 'skyline':
      return city && drawSkyline({ ...cityScene(city), isNight: order.isNight });
  }
}

async function encode(svg: string, width: number, format: PictureFormat): Promise<Buffer> {
  // The drawing is rendered at the target's own resolution, not scaled down from a larger bitmap.
  const image = sharp(Buffer.from(svg), { density: (72 * width) / 1600 }).resize(width);
  return format === 'avif'
    ? image.avif({ quality: width === 320 ? quality.avifThumbnail : quality.avif, effort: 1 }).toBuffer()
    : image.webp({ quality: quality.webp, effort: 2 }).toBuffer();
}

/** @param file of the photograph, at its largest width. */
function shrink(file: string, width: number, format: PictureFormat): Promise<Buffer> {
  const image = sharp(file).resize({ width, withoutEnlargement: true });
  return format === 'avif'
    ? image.avif({ quality: photographQuality.avif, effort: 2 }).toBuffer()
    : image.webp({ quality: photographQuality.webp, effort: 2 }).toBuffer();
}

/**
 * @param folder where the files are kept; made when missing.
 * @param maxBytes bound of the folder.
 * @param own photographs that came with the project.
 */
export function createPictures(geo: GeoIndex, folder: string, maxBytes: number, own: Pick<OwnPhotographs, 'byPath'>): Pictures {
  // One thread per picture: two pictures at once gain more than two threads on one.
  sharp.concurrency(1);
  let bytes: number | undefined;

  /** Removes the oldest files until the folder is a tenth below its bound. */
  async function prune(): Promise<void> {
    const names = await readdir(folder);
    const files = await Promise.all(names.map(async (name) => ({ name, info: await stat(join(folder, name)) })));
    files.sort((a, b) => a.info.mtimeMs - b.info.mtimeMs);
    bytes = files.reduce((sum, { info }) => sum + info.size, 0);
    for (const { name, info } of files) {
      if (bytes <= maxBytes * 0.9) break;
      await rm(join(folder, name), { force: true });
      bytes -= info.size;
    }
  }

  async function keep(name: string, body: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true });
    // Written beside and moved, so that nobody ever reads half a picture.
    const draft = join(folder, `${name}.${process.pid}.part`);
    await writeFile(draft, body);
    await rename(draft, join(folder, name));
    if (bytes === undefined) await prune();
    else bytes += body.length;
    if (bytes !== undefined && bytes > maxBytes) await prune();
  }

  /** The name of its file; undefined for what cannot be a picture's path. */
  function nameOf(pathname: string): string | undefined {
    if (!/^\/pictures\/[\w./-]{1,160}$/.test(pathname)) return undefined;
    const name = pathname.slice('/pictures/'.length).replaceAll('/', '_');
    return name.includes('..') ? undefined : name;
  }

  return {
    async kept(pathname) {
      const name = nameOf(pathname);
      return name === undefined ? undefined : readFile(join(folder, name)).catch(() => undefined);
    },
    async make(pathname) {
      const name = nameOf(pathname);
      const asked = name === undefined ? undefined : readPicturePath(pathname);
      if (!name || !asked) return undefined;
      const { order, width, format } = asked;
      if (order.kind === 'photograph') {
        const photograph = own.byPath.get(order.path);
        if (!photograph || format === 'svg' || width === undefined) return undefined;
        const body = await shrink(photograph.file, width, format);
        await keep(name, body).catch(() => undefined);
        return body;
      }
      const svg = drawOrder(order, order.kind === 'skyline' ? geo.cityById(order.cityId) : undefined);
      if (svg === undefined) return undefined;
      if (format === 'svg' || width === undefined) return Buffer.from(svg);
      const body = await encode(svg, width, format);
      // A full or read-only disk costs speed, not the picture.
      await keep(name, body).catch(() => undefined);
      return body;
    },
  };
}

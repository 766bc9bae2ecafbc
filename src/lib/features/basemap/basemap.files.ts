/**
 * The file of streets under DATA_DIR: `basemap/<name>.pmtiles`, and `basemap/current.json`, which says which one is in use.
 * Both are written aside and renamed, so that a running server meets the former ones or the new ones, whole.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import type { Source } from 'pmtiles';
import * as z from 'zod/mini';
import { faultsOf } from './basemap.rules.ts';
import type { BasemapHead } from './basemap.rules.ts';
import type { BasemapFacts } from './basemap.schema.ts';

/** A file of streets that cannot be used, or not be installed. The message is meant for the operator's terminal. */
export class BasemapFileError extends Error {
  override name = 'BasemapFileError';
}

const number = z.number();
const factsSchema = z.object({
  name: z.string().check(z.regex(/^[a-f0-9]{16}$/)),
  bytes: number,
  box: z.object({ west: number, south: number, east: number, north: number }),
  minZoom: number,
  maxZoom: number,
  layers: z.array(z.string()),
  installed: z.string(),
});
const metadataSchema = z.object({ vector_layers: z.array(z.object({ id: z.string() })) });

/** Bytes of the head of a file. */
const headBytes = 127;
/** Bytes at either end of a file from which its name follows, besides its size. */
const namedBy = 65_536;

const signs = 'PMTiles';
/** Most bytes of a directory, or of what a file says of itself, that are believed. */
const mostAtOnce = 64 * 1_048_576;

async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

const sourceOf = (file: FileHandle, path: string): Source => ({
  getKey: () => path,
  async getBytes(offset, length) {
    if (length > mostAtOnce) throw new Error(`its directory claims ${length} bytes`);
    const bytes = await bytesOf(file, offset, length);
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) };
  },
});

async function nameOf(file: FileHandle, size: number): Promise<string> {
  const ends = [await bytesOf(file, 0, namedBy), await bytesOf(file, Math.max(0, size - namedBy), namedBy)];
  return createHash('sha256').update(`${size} `).update(Buffer.concat(ends)).digest('hex').slice(0, 16);
}

type Looked = { readonly head: BasemapHead; readonly name: string; readonly bytes: number };

/**
 * Looks at a file: its head, what it says of itself, its first directory and a tile of its middle.
 * @throws {BasemapFileError} with all that is wrong with it.
 */
export async function lookAtBasemap(path: string): Promise<Looked> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BasemapFileError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`);
  });
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new BasemapFileError(`${path} is no file.`);
    const start = await bytesOf(file, 0, headBytes);
    if (start.subarray(0, signs.length).toString('latin1') !== signs || start.length < headBytes)
      throw new BasemapFileError(`${path} is no PMTiles file: it does not begin as one. docs/operations.md says where to get one.`);
    if (start[signs.length] !== 3)
      throw new BasemapFileError(`${path} is PMTiles of version ${start[signs.length]}; version 3 is needed (\`pmtiles convert\`).`);
    const end = Number(start.readBigUInt64LE(56) + start.readBigUInt64LE(64));
    if (end > info.size) throw new BasemapFileError(`${path} is cut off: it has ${info.size} bytes of ${end}. Fetch it again.`);
    const archive = new PMTiles(sourceOf(file, path));
    const header = await archive.getHeader();
    const metadata = metadataSchema.safeParse(await archive.getMetadata());
    const head: BasemapHead = {
      tileType: header.tileType,
      tileCompression: header.tileCompression,
      tiles: header.numAddressedTiles,
      box: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      layers: metadata.success ? metadata.data.vector_layers.map(({ id }) => id) : [],
    };
    const faults = faultsOf(head);
    if (faults.length > 0) throw new BasemapFileError(`${path} cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    return { head, name: await nameOf(file, info.size), bytes: info.size };
  } catch (error) {
    if (error instanceof BasemapFileError) throw error;
    throw new BasemapFileError(`${path} cannot be read as PMTiles: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await file.close();
  }
}

const folderOf = (dataDir: string): string => join(dataDir, 'basemap');

/** Path of a file of streets by its name. */
export const basemapPath = (dataDir: string, name: string): string => join(folderOf(dataDir), `${name}.pmtiles`);

/** The file in use; undefined without one. */
export async function currentBasemap(dataDir: string): Promise<BasemapFacts | undefined> {
  const text = await readFile(join(folderOf(dataDir), 'current.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const facts = factsSchema.safeParse(jsonOf(text));
  if (!facts.success) return undefined;
  const info = await stat(basemapPath(dataDir, facts.data.name)).catch(() => undefined);
  return info?.size === facts.data.bytes ? facts.data : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes away every file of the folder but those named. */
async function keepOnly(folder: string, names: readonly string[]): Promise<void> {
  for (const entry of await readdir(folder).catch(() => [])) if (!names.includes(entry)) await rm(join(folder, entry), { force: true });
}

/**
 * Copies a file of streets into the data folder and puts it into use. A running server shows it from its next map on.
 * @throws {BasemapFileError} when it cannot be used, or there is no room for it; what was in use stays.
 */
export async function installBasemap(dataDir: string, path: string, now: Date): Promise<BasemapFacts> {
  const { head, name, bytes } = await lookAtBasemap(path);
  const { box, minZoom, maxZoom, layers } = head;
  const facts: BasemapFacts = { name, bytes, box, minZoom, maxZoom, layers, installed: now.toISOString() };
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const target = basemapPath(dataDir, name);
  const isThere = (await stat(target).catch(() => undefined))?.size === bytes;
  const aside = join(folder, `${name}.new`);
  try {
    if (!isThere) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < bytes) throw new BasemapFileError(`There is no room for it: it has ${bytes} bytes, and ${bavail * bsize} are free in ${folder}.`);
      await copyFile(path, aside, constants.COPYFILE_FICLONE);
      const copy = await open(aside, 'r+');
      await copy.sync().finally(() => copy.close());
      await rename(aside, target);
    }
    const note = join(folder, 'current.new');
    await writeFile(note, JSON.stringify(facts));
    await rename(note, join(folder, 'current.json'));
  } catch (error) {
    await rm(aside, { force: true });
    if (error instanceof BasemapFileError) throw error;
    throw new BasemapFileError(`It could not be installed in ${folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await keepOnly(folder, ['current.json', `${name}.pmtiles`]);
  return facts;
}

/** Takes the streets out of use and deletes their file. @returns whether there were any. */
export async function removeBasemap(dataDir: string): Promise<boolean> {
  const had = (await currentBasemap(dataDir)) !== undefined;
  const folder = folderOf(dataDir);
  // First the note, so that nobody is sent to a file that goes.
  await rm(join(folder, 'current.json'), { force: true });
  await keepOnly(folder, []);
  return had;
}

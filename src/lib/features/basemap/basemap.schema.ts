/** What browsers and operators are told of the streets under our maps. Browser-safe. */
import type { Box } from '#lib/geo/boxes.ts';

/** The file of streets that is in use. */
export type BasemapFacts = {
  /** Of the file among ours: 16 hexadecimal digits that follow from its content. */
  readonly name: string;
  readonly bytes: number;
  /** What the file covers. */
  readonly box: Box;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Names of its layers. */
  readonly layers: readonly string[];
  /** When it was installed, ISO 8601. */
  readonly installed: string;
};

/** A piece of the line that names whose map it is. */
export type CreditPart = { readonly text: string; readonly href?: string };

/** Answer of `/basemap/streets.json`: null where there are no streets. */
export type Streets = {
  /** Address of the file, which answers ranges; or of a tile, with `{z}`, `{x}` and `{y}`, where `tiles` says which there are. */
  readonly url: string;
  /** What it covers, where that is known and not the world. */
  readonly box: Box | null;
  /** Of single tiles, which are in the schema of OpenMapTiles; a file has that of Protomaps. */
  readonly tiles?: { readonly minZoom: number; readonly maxZoom: number };
  /** Whom their source asks to be named, beside or instead of our own line. */
  readonly credit?: readonly CreditPart[];
};

/** Reads `elsewhere.yaml`: well-known places that are not among ours, so that a search for one says so. */
import { readFileSync } from 'node:fs';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import type { Point } from '#lib/geo/distance.ts';
import { folded, wordsOf } from '#lib/search-text/text.ts';

const file = z.array(z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)], z.string().min(1)));

/** Where the place of this name is, if it is one of those known and not ours. Case, accents, spaces and script do not matter. */
export type Elsewhere = (text: string) => Point | undefined;

const plain = (text: string): string => wordsOf(folded(text)).join('');

/** @throws when the file does not fit its schema. */
export function readElsewhere(path: string): Elsewhere {
  const places = new Map<string, Point>();
  for (const [latitude, longitude, ...names] of file.parse(parseYaml(readFileSync(path, 'utf8')))) {
    for (const name of names) places.set(plain(name), { latitude, longitude });
  }
  return (text) => places.get(plain(text));
}

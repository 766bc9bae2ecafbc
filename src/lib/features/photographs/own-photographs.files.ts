/** Reads the photographs that came with the project. Runs once, at start: names and digests of some files, never their pictures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPhotographPath } from '#lib/features/pictures/picture-source.rules.ts';
import { parseYaml } from '#lib/yaml.ts';
import { ownPhotographsSchema } from './own-photographs.schema.ts';
import type { OwnPhotograph, OwnPhotographs } from './own-photographs.schema.ts';

/** Where they are, seen from `src/content`. */
export const ownPhotographsFolder = 'sample/photographs';
/** Of each file; tests hold the files against it. */
export const ownPhotographSize = { width: 1200, height: 900 } as const;

/**
 * @param folder with `photographs.yaml` and a WebP file for each that it names.
 * @throws {ZodError} when the list is not what it should be. @throws {RangeError} when a home names what is not in the list.
 */
export function readOwnPhotographs(folder: string): OwnPhotographs {
  const { photographs, homes } = ownPhotographsSchema.parse(parseYaml(readFileSync(join(folder, 'photographs.yaml'), 'utf8')));
  const known = new Map<string, OwnPhotograph>();
  for (const [key, facts] of Object.entries(photographs)) {
    const file = join(folder, `${key}.webp`);
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8);
    known.set(key, { ...facts, key, file, path: ownPhotographPath(key, digest, ownPhotographSize) });
  }
  return {
    byPath: new Map([...known.values()].map((one) => [one.path, one])),
    homes: homes.map((keys) =>
      keys.map((key) => {
        const found = known.get(key);
        if (!found) throw new RangeError(`photographs.yaml has no photograph ${key}`);
        return found;
      }),
    ),
  };
}

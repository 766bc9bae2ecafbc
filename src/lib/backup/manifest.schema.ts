/** What stands in the `manifest.json` of a backup. It is written last, so a folder without one is none. */
import { z } from 'zod';

const digest = z.string().regex(/^[\da-f]{64}$/);
const name = z.string().regex(/^[a-z_][\w$]*$/i);
/** A file of the backup, by its path below the folder. */
const file = z.string().regex(/^[\w.-]+(?:\/[\w.-]+)*$/);

export const manifestShape = z.object({
  format: z.literal(1),
  /** Loftling's version that wrote it. */
  version: z.string(),
  made: z.iso.datetime(),
  /** Migrations that made the schema. */
  migrations: z.array(z.string().regex(/^[\w-]+$/)),
  tables: z.array(
    z.object({
      schema: z.enum(['', 'pgboss']),
      name,
      columns: z.array(z.object({ name, type: z.string().regex(/^[\w ."(),[\]]{1,120}$/) })),
      rows: z.number().int().nonnegative(),
      /** Of the rows, in whatever order (`LineSum`). */
      sum: digest,
      file,
      /** SHA-256 of the file. */
      sha256: digest,
    }),
  ),
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), used: z.boolean() })),
  storage: z.object({ files: z.number().int().nonnegative(), bytes: z.number().nonnegative(), list: file, sha256: digest }),
  /** The file of the secrets, with its SHA-256; undefined when they were left out. */
  secrets: z.object({ file, sha256: digest }).optional(),
});

export type Manifest = z.infer<typeof manifestShape>;

/** A line of the list of stored files. */
export const storedLineShape = z.object({ key: z.string(), size: z.number().int().nonnegative(), sha256: digest });
export type StoredLine = z.infer<typeof storedLineShape>;

/** The backup cannot be made or used. The message is meant for the operator's terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

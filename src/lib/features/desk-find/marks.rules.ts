/** Pieces of texts that the database keeps without being able to read them. */
import type { Secrets } from '#lib/secrets.ts';
import type { FindKind } from './desk-find.schema.ts';

/** Bits of a mark. Few enough that what has one is looked at once more, many enough that hardly anything is in vain. */
const bits = 20;
/** Pieces whose marks are kept in memory; of a million names most are among them. */
const mostKept = 50_000;

export type Marks = ReturnType<typeof createMarks>;

/** Marks of pieces with keys of the application, which the database does not have; another for each kind, so that kinds are not compared by them. */
export function createMarks(secrets: Pick<Secrets, 'digests'>) {
  const kept = new Map<string, readonly number[]>();
  function marksOf(kind: FindKind, gram: string): readonly number[] {
    const key = `${kind} ${gram}`;
    const known = kept.get(key);
    if (known) return known;
    const made = secrets.digests('desk-find', key).map((digest) => Buffer.from(digest.split('.')[1] ?? '', 'base64url').readUInt32BE() >>> (32 - bits));
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, made);
    return made;
  }
  return {
    /** What is kept of a text: by the newest secret. */
    toKeep: (kind: FindKind, grams: Iterable<string>): readonly number[] => [...new Set([...grams].map((gram) => marksOf(kind, gram)[0] ?? 0))],
    /** What is asked for: one list for each secret that something may have been kept by. */
    toAsk(kind: FindKind, grams: readonly string[]): readonly (readonly number[])[] {
      const all = grams.map((gram) => marksOf(kind, gram));
      return (all[0] ?? []).map((_, at) => [...new Set(all.map((marks) => marks[at] ?? 0))]);
    },
  };
}

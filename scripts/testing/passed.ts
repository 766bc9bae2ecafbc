/** Which files of tests, and which checks, passed with what they read: `--changed` leaves out those that read the same still. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

const keptIn = '.data/tests-passed.json';

/** By suite, then by file or check: the digest of what it read when it passed last. */
const shape = z.record(z.string(), z.record(z.string(), z.string()));

export type Passed = {
  /** Whether it passed with what it reads now. */
  has(suite: string, name: string, digest: string): boolean;
  /** Keeps what passed, and forgets what failed. */
  keep(suite: string, outcomes: ReadonlyMap<string, { readonly passed: boolean; readonly digest: string }>): void;
};

/** A file that cannot be read, or is another one's, is as good as none. */
function readKept(file: string): z.infer<typeof shape> {
  try {
    return existsSync(file) ? shape.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  } catch {
    return {};
  }
}

export function readPassed(file = keptIn): Passed {
  const all = readKept(file);
  return {
    has: (suite, name, digest) => all[suite]?.[name] === digest,
    keep(suite, outcomes) {
      const ofSuite = (all[suite] ??= {});
      for (const [name, { passed, digest }] of outcomes) {
        if (passed) ofSuite[name] = digest;
        else delete ofSuite[name];
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(all));
    },
  };
}

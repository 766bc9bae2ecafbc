/** Where a server of this data folder is to be reached, said by the server for commands that work beside it: it alone knows its port. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeen, thisProcess } from '#lib/seen-process.ts';
import type { NamedProcess } from '#lib/seen-process.ts';

type Serving = NamedProcess & { readonly url: string };

const noteIn = (dataDir: string): string => join(dataDir, 'serving.json');

function read(dataDir: string): Serving | undefined {
  try {
    return JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as Serving;
  } catch {
    return undefined;
  }
}

/** Says where this process serves, until it takes that back. A folder that cannot be written is left as it is: this is a help, no more. */
export function tellWhere(dataDir: string, url: string): { takeBack(): void } {
  try {
    writeFileSync(noteIn(dataDir), JSON.stringify({ ...thisProcess(), url } satisfies Serving), { mode: 0o600 });
  } catch {
    return { takeBack: () => undefined };
  }
  return {
    takeBack() {
      // Of several processes the last one that began is named.
      if (read(dataDir)?.pid === process.pid) rmSync(noteIn(dataDir), { force: true });
    },
  };
}

/** Where the server of this folder is to be reached; undefined while none is to be seen from here. */
export function whereServed(dataDir: string): string | undefined {
  const serving = read(dataDir);
  return serving && isSeen(serving) && URL.canParse(serving.url) ? new URL(serving.url).origin : undefined;
}

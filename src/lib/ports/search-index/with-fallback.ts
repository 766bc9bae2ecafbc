/** An index somewhere else, with one in this process that answers while the other cannot. */
import type { RemoteIndex, SearchIndex } from './search-index.ts';
import type { SearchDocument } from '#lib/search-text/documents.ts';

/** A change that did not get through is tried again after so long, in milliseconds. */
const againMs = 30_000;
/** After a failed question the index here answers for so long: readers must not wait for the same failure again. */
const restMs = 5_000;

export type FallbackParts = {
  readonly remote: RemoteIndex;
  readonly here: SearchIndex;
  readonly documentOf: (key: string) => SearchDocument | undefined;
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
};

/** Both indexes get every change; questions go to the remote one unless it lacks changes or has just failed. */
export function withFallback({ remote, here, documentOf, onFailure, now = Date.now }: FallbackParts): SearchIndex {
  const lacking = new Set<string>();
  /** Whether the other index may hold what has gone since it was filled. */
  let isUnswept = false;
  let restUntil = 0;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    while (lacking.size > 0 || isUnswept) {
      if (isUnswept) {
        for (const key of await remote.keys()) if (!documentOf(key)) lacking.add(key);
        isUnswept = false;
      }
      const keys = [...lacking];
      const documents = keys.flatMap((key) => documentOf(key) ?? []);
      const known = new Set(documents.map(({ key }) => key));
      const goneKeys = keys.filter((key) => !known.has(key));
      // Named again while on its way, a key is sent again.
      lacking.clear();
      try {
        if (documents.length > 0) await remote.put(documents);
        if (goneKeys.length > 0) await remote.remove(goneKeys);
      } catch (error) {
        for (const key of keys) lacking.add(key);
        throw error;
      }
    }
  }

  /** Sends in the background: the catalogue never waits for another machine. */
  function carry(): void {
    if (sending || timer) return;
    sending = send()
      .catch((error: unknown) => {
        // First the pause: who is told may fail too, and the other machine must not be asked without one.
        timer = setTimeout(() => {
          timer = undefined;
          carry();
        }, againMs);
        timer.unref();
        onFailure(error);
      })
      .finally(() => {
        sending = undefined;
        if (lacking.size > 0 || isUnswept) carry();
      });
  }

  function note(keys: Iterable<string>): void {
    for (const key of keys) lacking.add(key);
    carry();
  }

  async function asked<T>(far: () => Promise<T>, near: () => Promise<T>): Promise<T> {
    if (lacking.size > 0 || sending || now() < restUntil) return near();
    try {
      return await far();
    } catch (error) {
      restUntil = now() + restMs;
      onFailure(error);
      return near();
    }
  }

  return {
    async put(documents) {
      await here.put(documents);
      note(documents.map(({ key }) => key));
    },
    async remove(keys) {
      await here.remove(keys);
      note(keys);
    },
    async count(homes) {
      await here.count(homes);
      // A count is part of the document.
      note(homes.keys());
    },
    async complete() {
      await here.complete();
      isUnswept = true;
      carry();
    },
    suggest: (text, perGroup) =>
      asked(
        () => remote.suggest(text, perGroup),
        () => here.suggest(text, perGroup),
      ),
    search: (text, group, offset, limit) =>
      asked(
        () => remote.search(text, group, offset, limit),
        () => here.search(text, group, offset, limit),
      ),
  };
}

/** Whether there are streets for a map, and the library that reads them. */
import type { Streets } from '#lib/features/basemap/basemap.schema.ts';
import { readStreets } from '#lib/features/basemap/basemap.rules.ts';

/** Milliseconds for which a map waits to hear of streets; without them it is drawn from our places. */
const patience = 4_000;

/** Asked anew for each map: an operator may have installed some since the page was made. */
export async function findStreets(): Promise<Streets | undefined> {
  try {
    const answer = await fetch('/basemap/streets.json', { signal: AbortSignal.timeout(patience) });
    return answer.ok ? readStreets(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

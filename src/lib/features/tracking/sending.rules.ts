/** How waiting events are sent. */
import type { QueuedEvent } from './queue.rules.ts';

export const trackPath = '/_track/log';
/** Most of one sending: below what browsers let leave with a page (64 KiB, encoded), and below what the call takes. */
export const sendingLimits = { events: 50, size: 60_000 } as const;

/** The oldest events that go into one sending. One too large for any sending is passed over. */
export function nextSending(queue: readonly QueuedEvent[]): QueuedEvent[] {
  const batch: QueuedEvent[] = [];
  let size = 0;
  for (const event of queue) {
    const length = encodeURIComponent(JSON.stringify(event)).length + 3;
    if (length > sendingLimits.size) continue;
    if (batch.length === sendingLimits.events || size + length > sendingLimits.size) break;
    batch.push(event);
    size += length;
  }
  return batch;
}

/** Events that wait in this browser to be sent (R7.179): none without the reader's yes to optional cookies. */
import { allowsTracking, consent } from '#lib/features/tracking/consent.rules.ts';
import { enqueued } from '#lib/features/tracking/queue.rules.ts';
import type { QueuedEvent } from '#lib/features/tracking/queue.rules.ts';
import { readCookie } from '#islands/browser/cookies.ts';
import { newId } from '#lib/ids/new-id.ts';
import { keep, recall } from './browser-storage.ts';

const key = 'track_queue';

export function mayTrack(): boolean {
  return allowsTracking(readCookie(consent.cookie));
}

export function readQueue(): QueuedEvent[] {
  try {
    const kept: unknown = JSON.parse(recall('localStorage', key) ?? '[]');
    // What is in there is judged where it arrives.
    return Array.isArray(kept) ? (kept as QueuedEvent[]) : [];
  } catch {
    return [];
  }
}

export function writeQueue(queue: readonly QueuedEvent[]): void {
  keep('localStorage', key, queue.length > 0 ? JSON.stringify(queue) : null);
}

/** Lets an event wait. It is sent from the page where somebody next acts. */
export function enqueue(event: string, fields: QueuedEvent['fields']): void {
  if (!mayTrack()) return;
  writeQueue(enqueued(readQueue(), { id: newId(), event, at: Date.now(), path: location.pathname, fields }));
}

/** What a browser keeps of events until they can be sent (R7.179). Pure. */

export type FieldValue = string | number;

/** An event as a browser keeps it until it is sent. */
export type QueuedEvent = {
  /** Tells a repeat of the same event, so that sending twice records once. */
  readonly id: string;
  readonly event: string;
  /** Milliseconds since 1970 by the browser's clock. */
  readonly at: number;
  /** The page's path without query. Only the name of its route is recorded. */
  readonly path: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
};

/** Most events kept, and most characters of JSON. */
export const queueLimits = { events: 200, size: 65_536 } as const;
/** The queue with one event more; the oldest are dropped where it would outgrow its bounds. */
export function enqueued(queue: readonly QueuedEvent[], event: QueuedEvent): QueuedEvent[] {
  const longer = [...queue, event].slice(-queueLimits.events);
  while (JSON.stringify(longer).length > queueLimits.size) longer.shift();
  return longer;
}

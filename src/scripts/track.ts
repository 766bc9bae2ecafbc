/** Records events and sends those that wait (R7.178, R7.179). */
import { plainMessage } from '#lib/features/tracking/plain-message.rules.ts';
import { nextSending, trackPath } from '#lib/features/tracking/sending.rules.ts';
import { deviceId, marketingCodes, traceId } from '#islands/browser/device.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { enqueue, mayTrack, readQueue, writeQueue } from './track-queue.ts';

/** Longest wait for a calm moment, in milliseconds. */
const patience = 2_000;
const narrow = '(max-width: 767px)';

/** The locale of the page, from its `lang`. @example 'zh-Hant-HK' is 'zh-hk' */
function pageLocale(): string {
  return document.documentElement.lang.toLowerCase().replace('hant-', '');
}

/** Sends one batch. The request outlives the page. Resolves to the status, 0 when nobody answered. */
function post(logs: readonly unknown[]): Promise<number> {
  const screen = matchMedia(narrow).matches ? 'narrow' : 'wide';
  return fetch(`${trackPath}?src=pc`, {
    method: 'POST',
    keepalive: true,
    headers: { [wireHeaders.deviceId]: deviceId(), [wireHeaders.traceId]: traceId(), [wireHeaders.source]: 'pc', 'accept-language': pageLocale() },
    body: new URLSearchParams({ source: 'pc', version: '3', screen, ...marketingCodes(), logs: JSON.stringify(logs) }),
  }).then(
    async (answer) => {
      // Read to its end, the connection is free for others.
      await answer.text().catch(() => '');
      return answer.status;
    },
    () => 0,
  );
}

/** Whether trying again later may help: nobody answered, too many calls, or a fault of the server. */
const isWorthRepeating = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500;

let sending = false;

/** Sends what waits, batch by batch. What fails stays for later; a repeat is recorded once. */
async function send(): Promise<void> {
  const batch = nextSending(readQueue());
  if (sending || batch.length === 0 || !navigator.onLine || !mayTrack()) return;
  sending = true;
  const status = await post(batch);
  sending = false;
  if (isWorthRepeating(status)) return;
  const sent = new Set(batch.map(({ id }) => id));
  writeQueue(readQueue().filter(({ id }) => !sent.has(id)));
  await send();
}

function sendWhenIdle(): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void send(), { timeout: patience });
  else setTimeout(() => void send(), patience);
}

let begun = false;

/** From now on what waits is sent: at the next calm moment, and when the page is left. */
export function begin(): void {
  sendWhenIdle();
  if (begun) return;
  begun = true;
  addEventListener('pagehide', () => void send());
  addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' && send()));
}

/** Records an event; which ones there are, with which fields, says tracking.rules.ts. */
export function track(event: string, fields: Readonly<Record<string, string | number>>): void {
  enqueue(event, fields);
  begin();
}

/** R9.34: lets the report of a fault wait, if it is in a script of ours. */
export function report(fault: ErrorEvent | PromiseRejectionEvent): void {
  const error: unknown = 'reason' in fault ? fault.reason : fault.error;
  if (!(error instanceof Error)) return;
  const place = new RegExp(`${location.origin}/_assets/([A-Za-z]{1,24})[^\\s:]*:(\\d{1,4})\\b`).exec(error.stack ?? '');
  if (place) enqueue('PC_ERROR', { message: plainMessage(error.message), script: place[1] ?? '', line: Number(place[2]) });
}

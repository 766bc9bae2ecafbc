/**
 * Pages as bytes. Written once into room that is large enough for any text of that length, instead of counted first and then
 * written: a page has a hundred thousand characters, and counting them takes as long as writing them.
 */
import type { PageText } from '#lib/page-text.ts';

let room = Buffer.alloc(0);

function roomFor(length: number): Buffer {
  if (room.length < length) room = Buffer.allocUnsafeSlow(length);
  return room;
}

/** A page's bytes in UTF-8, until the next page: for who uses them at once. */
export function bytesOfPage(page: PageText): Buffer {
  const into = roomFor(page.mostBytes);
  return into.subarray(0, page.write(into));
}

/** A page's bytes in memory of their own, as long as they are. */
export function ownBytesOfPage(page: PageText): Buffer {
  const shared = bytesOfPage(page);
  const own = Buffer.allocUnsafeSlow(shared.length);
  shared.copy(own);
  return own;
}

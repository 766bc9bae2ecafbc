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

/** The text's bytes in UTF-8, until the next text: for who uses them at once. */
export function bytesOfPage(text: string): Buffer {
  // A character of UTF-16 takes three bytes at most.
  const into = roomFor(text.length * 3);
  return into.subarray(0, into.write(text));
}

/** A page's bytes in memory of their own, as long as they are. */
export function ownBytesOfPage(page: PageText): Buffer {
  const into = roomFor(page.mostBytes);
  const length = page.write(into);
  const own = Buffer.allocUnsafeSlow(length);
  into.copy(own, 0, 0, length);
  return own;
}

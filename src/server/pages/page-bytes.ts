/**
 * Pages as bytes. Written once into room that is large enough for any text of that length, instead of counted first and then
 * written: a page has a hundred thousand characters, and counting them takes as long as writing them.
 */

let room = Buffer.alloc(0);

/** The text's bytes in UTF-8, until the next text: for who uses them at once. */
export function bytesOfPage(text: string): Buffer {
  // A character of UTF-16 takes three bytes at most.
  if (room.length < text.length * 3) room = Buffer.allocUnsafeSlow(text.length * 3);
  return room.subarray(0, room.write(text));
}

/** The same in memory of their own, as long as they are. */
export function ownBytesOfPage(text: string): Buffer {
  const bytes = bytesOfPage(text);
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

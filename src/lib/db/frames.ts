/** Messages on a local socket: a length (uint32, big-endian) and a `v8.serialize`d value. */
import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

/** Largest message, in bytes: far beyond a batch of an import, and nothing that would fill the memory. */
const largestFrame = 256 * 1_048_576;

/** @throws {RangeError} when the message is beyond what a frame may hold; nothing is sent then. */
export function sendFrame(socket: Socket, message: unknown): void {
  const body = serialize(message);
  if (body.length > largestFrame) throw new RangeError(`a message of ${Math.round(body.length / 1_048_576)} MB is too large to be passed on`);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  // Together, as one message to the system.
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `handle` with each message. A socket on which something else arrives is destroyed. */
export function onFrames(socket: Socket, handle: (message: unknown) => void): void {
  let parts: Buffer[] = [];
  let buffered = 0;
  let awaited = 4;
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    buffered += chunk.length;
    // Parts are joined only when a whole message is there: joining at each arrival would copy a large one again and again.
    if (buffered < awaited) return;
    let bytes = Buffer.concat(parts);
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0);
      if (length > largestFrame) return void socket.destroy();
      if (bytes.length < 4 + length) break;
      let message: unknown;
      try {
        message = deserialize(bytes.subarray(4, 4 + length));
      } catch {
        return void socket.destroy();
      }
      handle(message);
      bytes = bytes.subarray(4 + length);
    }
    parts = bytes.length > 0 ? [bytes] : [];
    buffered = bytes.length;
    awaited = bytes.length >= 4 ? 4 + bytes.readUInt32BE(0) : 4;
  });
}

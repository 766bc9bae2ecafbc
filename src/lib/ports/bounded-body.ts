/** The whole body of an answer; undefined once it grows beyond so many bytes. */
export async function boundedBody(answer: Response, atMost: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > atMost) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

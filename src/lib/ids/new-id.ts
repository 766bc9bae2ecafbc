/** Ids that a browser gives itself. */

/** 32 hexadecimal digits. Unlike `randomUUID`, also where a page comes over plain http. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Takes out of a text what could tell of a person. */

/** Longest text kept of an error, in characters. */
const messageLength = 200;

/**
 * The message of an error without what could tell of a person: addresses, numbers, codes, tokens, what stands in double
 * quotes (engines quote the text they could not read there) and the queries of addresses. At most 200 characters (R9.34).
 * @example plainMessage('bad code 481516 for a@b.co') // 'bad code [number] for [address]'
 */
export function plainMessage(message: string): string {
  const plain = message
    .slice(0, 2_000)
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/[?#][^\s"')]*/g, '')
    .replaceAll(/"[^"]*"?/g, '"…"')
    .replaceAll(/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[address]')
    .replaceAll(/\+?\p{Nd}(?:[\s().-]?\p{Nd}){3,}[xX]?/gu, '[number]')
    .replaceAll(/[\w+/=-]{20,}(?:\.[\w+/=-]+)*|(?=[\w-]*\d[\w-]*\d)[\w-]{8,}/g, '[token]');
  return [...plain].slice(0, messageLength).join('');
}

/** Values in the places of a message, on the server and in browsers. */

/** Text and names of places in turn, beginning with text. @example partsOfMessage('{{a}} of {{b}}') // ['', 'a', ' of ', 'b', ''] */
export const partsOfMessage = (message: string): readonly string[] => message.split(/\{\{\s*(\w+)\s*\}\}/);

/** Where a value begins or ends between Chinese characters, with a blank at it. Characters of the rare planes are none here, and keep theirs. */
// oxlint-disable-next-line no-control-regex
const idleBlank = /(?<=[㐀-鿿]) ?\0 ?(?=[㐀-鿿])|\0/g;

/**
 * A message with its places filled. Chinese sets a blank around what is mostly Latin or figures (`付款给 {{supplier}}`); where the
 * value is Chinese too, as our own name, none is wanted.
 * @example filled(partsOfMessage('付款给 {{to}} 的钱'), () => '栖学') // '付款给栖学的钱'
 */
export function filled(parts: readonly string[], valueOf: (name: string) => string): string {
  // What no text has stands where values begin and end.
  return parts
    .map((part, at) => (at % 2 ? valueOf(part) : part))
    .join('\0')
    .replaceAll(idleBlank, '');
}

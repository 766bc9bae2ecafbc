/** Values in the places of a message, on the server and in browsers. */

/** Text and names of places in turn, beginning with text. @example partsOfMessage('{{a}} of {{b}}') // ['', 'a', ' of ', 'b', ''] */
export const partsOfMessage = (message: string): readonly string[] => message.split(/\{\{\s*(\w+)\s*\}\}/);

/** Whether the sign at a position is a Chinese character; one of the rare planes is none here, and keeps its blank. */
const isHan = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0x34_00 && code <= 0x9f_ff;
};

const blank = ' ';

/**
 * A message with its places filled. Chinese sets a blank around what is mostly Latin or figures (`付款给 {{supplier}}`); where the
 * value is Chinese too, as our own name, none is wanted.
 * @example filled(partsOfMessage('付款给 {{to}} 的钱'), () => '栖学') // '付款给栖学的钱'
 */
export function filled(parts: readonly string[], valueOf: (name: string) => string): string {
  let before = parts[0] ?? '';
  let text = before;
  for (let at = 1; at < parts.length; at += 2) {
    const value = valueOf(parts[at] ?? '');
    let after = parts[at + 1] ?? '';
    if (before.endsWith(blank) && isHan(before, before.length - 2) && isHan(value, 0)) text = text.slice(0, -1);
    if (after.startsWith(blank) && isHan(after, 1) && isHan(value, value.length - 1)) after = after.slice(1);
    text += value + after;
    before = after;
  }
  return text;
}
